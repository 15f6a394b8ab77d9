package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"quarry/backend/driverhost/registry"
	"quarry/backend/system/files"
)

const (
	indexName  = "index.json"
	renewAfter = 30 * 24 * time.Hour // an index that expires within this time is renewed
)

// previous is the relevant part of an existing index.
type previous struct {
	Sequence int64     `json:"sequence"`
	Expires  time.Time `json:"expires"`
	Revoked  []string  `json:"revoked"`

	Application *registry.Release `json:"application"`
	Drivers     []struct {
		Packages []registry.Package `json:"packages"`
	} `json:"drivers"`
}

// writeRegistry writes index and signature. It increases the sequence only if the drivers changed or the index would
// soon expire; otherwise it writes nothing.
func (o *options) writeRegistry(packages []packaged, key *keyPair) (sequence int64, written bool, err error) {
	before, err := o.readPrevious()
	if err != nil {
		return 0, false, err
	}
	last, err := key.lastSequence()
	if err != nil {
		return 0, false, err
	}
	if key.folder == "" && before.Sequence == 0 && !o.first {
		return 0, false, fmt.Errorf("%s holds no index: fetch the published one first, or add --first if the registry is new", o.out)
	}
	application, err := o.offered(before)
	if err != nil {
		return 0, false, fmt.Errorf("offer the application: %w", err)
	}
	draft := registry.Draft{Application: application, Sequence: before.Sequence, Expires: before.Expires, Revoked: o.revokedAfter(before)}
	for _, made := range packages {
		draft.Drivers = append(draft.Drivers, registry.DraftDriver{Manifest: made.manifest, Packages: []registry.Package{made.entry}})
	}
	if before.Sequence >= max(last, 1) && before.Expires.Sub(o.now) > renewAfter {
		same, err := o.isWritten(draft, key)
		if err != nil || same {
			return draft.Sequence, false, err
		}
	}
	draft.Sequence = max(before.Sequence, last) + 1
	draft.Expires = o.now.UTC().Truncate(24*time.Hour).AddDate(0, 0, o.days)
	if err := o.writeIndex(draft, key); err != nil {
		return 0, false, err
	}
	return draft.Sequence, true, o.removeOld(before, packages)
}

// revokedAfter returns the keys that the index revokes, those of the previous index among them.
func (o *options) revokedAfter(before previous) []string {
	all := slices.Concat(before.Revoked, o.revoked)
	slices.Sort(all)
	return slices.Compact(all)
}

func (o *options) readPrevious() (previous, error) {
	var before previous
	text, err := os.ReadFile(filepath.Join(o.out, indexName))
	if errors.Is(err, fs.ErrNotExist) {
		return before, nil
	}
	if err != nil {
		return before, fmt.Errorf("read the previous index: %w", err)
	}
	if err := json.Unmarshal(text, &before); err != nil {
		return before, fmt.Errorf("read the previous index: %w", err)
	}
	return before, nil
}

// isWritten reports whether the folder has exactly this index and its signature.
func (o *options) isWritten(draft registry.Draft, key *keyPair) (bool, error) {
	index, signature, err := registry.WriteIndex(draft, key.private)
	if err != nil {
		return false, err
	}
	path := filepath.Join(o.out, indexName)
	return fileHolds(path, index) && fileHolds(path+".sig", signature), nil
}

func fileHolds(path string, data []byte) bool {
	there, err := os.ReadFile(path)
	return err == nil && string(there) == string(data)
}

func (o *options) writeIndex(draft registry.Draft, key *keyPair) error {
	index, signature, err := registry.WriteIndex(draft, key.private)
	if err != nil {
		return err
	}
	if err := key.keepSequence(draft.Sequence); err != nil {
		return fmt.Errorf("keep the sequence: %w", err)
	}
	path := filepath.Join(o.out, indexName)
	if _, err := writeIfChanged(path, index); err != nil {
		return fmt.Errorf("write the index: %w", err)
	}
	if _, err := writeIfChanged(path+".sig", signature); err != nil {
		return fmt.Errorf("write the index's signature: %w", err)
	}
	return nil
}

// removeOld removes the packages that only the previous index listed.
func (o *options) removeOld(before previous, packages []packaged) error {
	for _, driver := range before.Drivers {
		for _, old := range driver.Packages {
			listed := slices.ContainsFunc(packages, func(p packaged) bool { return p.entry.URL == old.URL })
			if listed || !filepath.IsLocal(old.URL) {
				continue
			}
			if err := files.Remove(filepath.Join(o.out, old.URL)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("remove an old package: %w", err)
			}
		}
	}
	return nil
}
