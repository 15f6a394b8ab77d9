package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"

	"quarry/backend/profile"
	"quarry/backend/system/files"
)

// document is the content of the file, including members that this version does not know.
type document struct {
	Settings
	rest map[string]json.RawMessage
}

func fileIn(folder string) string { return filepath.Join(folder, FileName) }

// readFile returns the file's content, empty if there is no file, and *Broken if it was renamed.
func readFile(path string) (*document, error) {
	data, err := files.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &document{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	doc, err := parse(data)
	if err == nil {
		return doc, nil
	}
	aside, moved := profile.SetAside(path)
	if moved != nil {
		return nil, errors.Join(err, fmt.Errorf("rename the settings: %w", moved))
	}
	return nil, &Broken{Aside: aside, err: err}
}

func parse(data []byte) (*document, error) {
	doc := &document{}
	if err := json.Unmarshal(data, &doc.rest); err != nil || doc.rest == nil {
		return nil, errors.New("the file is not a JSON object")
	}
	if err := json.Unmarshal(data, &doc.Settings); err != nil {
		return nil, fmt.Errorf("a member has the wrong type: %w", err)
	}
	for name := range doc.rest {
		if known(name) {
			delete(doc.rest, name)
		}
	}
	return doc, nil
}

// known reports whether a member of the file is a field of Settings; like encoding/json, it ignores case.
func known(name string) bool {
	fields := reflect.TypeFor[Settings]()
	for i := range fields.NumField() {
		own, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		if strings.EqualFold(name, own) {
			return true
		}
	}
	return false
}

// write replaces the file atomically; only its owner can read it.
func (s *Store) write(doc *document) error {
	data, err := doc.marshal()
	if err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	if err := profile.Replace(s.path, data); err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	return nil
}

func (d *document) marshal() ([]byte, error) {
	own, err := profile.Encode(d.Settings)
	if err != nil {
		return nil, err
	}
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(own, &all); err != nil {
		return nil, err
	}
	for name, raw := range d.rest {
		all[name] = raw
	}
	return profile.Encode(all)
}
