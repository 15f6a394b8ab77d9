package registry

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"quarry/backend/profile"
	"quarry/backend/system/files"
)

// keptName is the profile's file with the last verified index. It is a single file, so that index and signature always
// match.
const keptName = "registry.json"

// seenName is the profile's file with only the sequences and the revoked keys. It survives a damaged index file, so that
// an older index is still refused.
const seenName = "registry-seen.json"

type seenFile struct {
	Seen    map[string]int64  `json:"seen"`
	Sums    map[string]string `json:"sums"`
	Revoked revoked           `json:"revoked,omitempty"`
}

type keptFile struct {
	Address   string            `json:"address"`
	Fetched   time.Time         `json:"fetched"`
	Seen      map[string]int64  `json:"seen"` // highest sequence by key fingerprint
	Sums      map[string]string `json:"sums"` // SHA-256 of the index with that sequence
	Index     []byte            `json:"index"`
	Signature []byte            `json:"signature"`

	revoked revoked // from the file of the sequences
}

// readKept reads the file; the result is empty if there is none. A file that is not valid JSON is renamed. It locks the
// file, until keep, so that no other window's sequence is lost in between.
func (c *Client) readKept() (*keptFile, error) {
	path := filepath.Join(c.Folder, keptName)
	kept := &keptFile{}
	data, err := files.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, storage("read the saved index", err)
	case json.Unmarshal(data, kept) != nil:
		if _, err := profile.SetAside(path); err != nil {
			return nil, storage("rename the saved index", err)
		}
		kept = &keptFile{}
	}
	if kept.Seen == nil {
		kept.Seen = map[string]int64{}
	}
	if kept.Sums == nil {
		kept.Sums = map[string]string{}
	}
	own, err := readSeen(c.Folder)
	if err != nil {
		return nil, err
	}
	kept.revoked = own.Revoked
	for key, sequence := range own.Seen {
		if sequence > kept.Seen[key] {
			kept.Seen[key], kept.Sums[key] = sequence, own.Sums[key]
		}
	}
	return kept, nil
}

// readSeen reads the sequences and the revoked keys. A file that is not valid JSON is renamed.
func readSeen(folder string) (seenFile, error) {
	path := filepath.Join(folder, seenName)
	data, err := files.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return seenFile{}, nil
	}
	if err != nil {
		return seenFile{}, storage("read the sequences of the saved index", err)
	}
	var seen seenFile
	if json.Unmarshal(data, &seen) != nil {
		if _, err := profile.SetAside(path); err != nil {
			return seenFile{}, storage("rename the sequences of the saved index", err)
		}
		return seenFile{}, nil
	}
	return seen, nil
}

func (c *Client) keep(kept *keptFile, at location, index *Index, data, signature []byte, fetched time.Time) error {
	kept.Address, kept.Fetched, kept.Index, kept.Signature = at.String(), fetched, data, signature
	kept.Seen[index.Key], kept.Sums[index.Key] = index.Sequence, sum(data)
	kept.revoked = kept.revoked.with(index.Key, index.Revoked)
	if err := c.write(seenName, seenFile{kept.Seen, kept.Sums, kept.revoked}); err != nil {
		return err
	}
	return c.write(keptName, kept)
}

func (c *Client) write(name string, content any) error {
	text, err := json.Marshal(content)
	if err == nil {
		err = profile.Replace(filepath.Join(c.Folder, name), text)
	}
	if err != nil {
		return storage("save the index", err)
	}
	return nil
}

// writeSynced writes, syncs and closes the file.
func writeSynced(file *os.File, data []byte) error {
	_, err := file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}
