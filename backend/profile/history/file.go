package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"quarry/backend/profile"
	"quarry/backend/system/files"
)

// FileName is the name of the file in the profile folder: a line of JSON with the version, then one line per request,
// oldest first. Any other line, such as one that a crash cut short, is skipped.
const FileName = "history.jsonl"

// FormerName is the name of the file of version 1, which was one JSON value.
const FormerName = "history.json"

const fileVersion = 2

// head is the first line of the file.
type head struct {
	Version int `json:"version"`
}

// Open returns the store of a profile folder. It reads nothing yet.
func Open(folder string) *Store {
	return &Store{path: filepath.Join(folder, FileName), old: filepath.Join(folder, FormerName)}
}

// read returns a file's requests, oldest first.
func read(path string) ([]Entry, error) {
	data, err := files.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	var entries []Entry
	for line := range bytes.Lines(data) {
		var h head
		var e Entry
		switch {
		case json.Unmarshal(line, &h) != nil:
		case h.Version > fileVersion:
			return nil, ErrNewer
		case h.Version == 0 && json.Unmarshal(line, &e) == nil && e.Method != "":
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// appendTo adds requests to a file.
func appendTo(path string, entries []Entry) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return replace(path, entries)
	}
	if err != nil {
		return fmt.Errorf("save the history: %w", err)
	}
	data, err := lines(entries)
	if err == nil && !endsLine(file) {
		data = append([]byte("\n"), data...)
	}
	if err == nil {
		_, err = file.Write(data)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("save the history: %w", err)
	}
	return nil
}

// endsLine reports whether a file ends with a line break.
func endsLine(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return err == nil
	}
	last := make([]byte, 1)
	_, err = file.ReadAt(last, info.Size()-1)
	return err == nil && last[0] == '\n'
}

// lines returns each value as a line of JSON.
func lines[T any](values []T) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for _, value := range values {
		if err := e.Encode(value); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// replace writes a file with these requests, oldest first.
func replace(path string, entries []Entry) error {
	first, _ := lines([]head{{fileVersion}})
	data, err := lines(entries)
	if err == nil {
		err = profile.Replace(path, append(first, data...))
	}
	if err != nil {
		return fmt.Errorf("save the history: %w", err)
	}
	return nil
}

// compact rewrites a file without requests that are no longer kept, and adds those from the file of version 1, which it
// removes.
func compact(path, old string, now time.Time) error {
	entries, err := read(path)
	if err != nil {
		return err
	}
	before, err := readOld(old)
	if err != nil {
		return err
	}
	all := slices.Concat(before, entries)
	slices.Reverse(all)
	all = kept(all, now)
	slices.Reverse(all)
	if len(all) != len(entries) || len(before) > 0 {
		if err := replace(path, all); err != nil {
			return err
		}
	}
	if err := files.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the old history: %w", err)
	}
	return nil
}

// readOld returns the requests in a file of version 1, oldest first, without their bodies and queries. It returns none
// if the file cannot be read.
func readOld(path string) ([]Entry, error) {
	data, err := files.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the history: %w", err)
	}
	var doc struct {
		Version int     `json:"version"`
		Entries []Entry `json:"entries"`
	}
	if json.Unmarshal(data, &doc) != nil {
		return nil, nil
	}
	if doc.Version > 1 {
		return nil, ErrNewer
	}
	for i, e := range doc.Entries {
		// That version also stored the bodies of routes that can carry credentials.
		e.Left, e.Body, e.Query = e.Left || e.Body != "" || e.Query != "", "", ""
		doc.Entries[i] = limited(e, false)
	}
	slices.Reverse(doc.Entries)
	return doc.Entries, nil
}
