// Package tabs keeps which objects were open in the tabs of each connection, in which order of rows: never a row, a
// filter's answer or a secret.
package tabs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"quarry/backend/profile"
)

// FileName is the name of the file in the profile folder.
const FileName = "tabs.json"

const (
	fileVersion    = 1
	maxTabs        = 100 // of one connection; further ones are not kept
	maxConnections = 200 // the one changed the longest ago goes first
	maxName        = 16 << 10
)

// ErrNewer says that the file was written by a newer version of Quarry. It is left alone.
var ErrNewer = errors.New("the open tabs were kept by a newer version of Quarry")

// SortBy is one column of an order.
type SortBy struct {
	Column string `json:"column"`
	Desc   bool   `json:"desc,omitempty"`
}

// Tab is one open object. The object is its name as it was opened, which can be a pattern.
type Tab struct {
	Object string   `json:"object"`
	Sort   []SortBy `json:"sort,omitempty"`
}

// Tabs are the tabs of one connection from left to right, and the place of the one that was shown.
type Tabs struct {
	Tabs   []Tab `json:"tabs"`
	Active int   `json:"active"`
}

type entry struct {
	Connection string `json:"connection"`
	Tabs
}

type document struct {
	Version     int     `json:"version"`
	Connections []entry `json:"connections"` // those changed last stand first
}

// Store keeps the tabs in one file. It is safe for concurrent use.
type Store struct {
	path string
	mu   sync.Mutex
}

// Open gives the store of a profile folder. It reads nothing yet.
func Open(folder string) *Store { return &Store{path: filepath.Join(folder, FileName)} }

// Get gives the tabs of a connection, none where none were kept. A file that cannot be read as tabs counts as empty.
func (s *Store) Get(connection string) (Tabs, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc, err := s.read()
	if err != nil {
		return Tabs{}, err
	}
	if at := doc.find(connection); at >= 0 {
		return doc.Connections[at].tidy(), nil
	}
	return Tabs{}, nil
}

// Put keeps the tabs of a connection in place of those before. It fails with ErrNewer where the file is a newer one's.
func (s *Store) Put(connection string, open Tabs) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	release, err := profile.Lock(s.path)
	if err != nil {
		return fmt.Errorf("keep the open tabs: %w", err)
	}
	defer release()
	doc, err := s.read()
	if err != nil {
		return err
	}
	if at := doc.find(connection); at >= 0 {
		doc.Connections = slices.Delete(doc.Connections, at, at+1)
	}
	if open = open.tidy(); len(open.Tabs) > 0 {
		doc.Connections = slices.Insert(doc.Connections, 0, entry{connection, open})
	}
	return s.write(doc)
}

// Forget drops the tabs of a connection.
func (s *Store) Forget(connection string) error { return s.Put(connection, Tabs{}) }

// tidy gives the tabs that can be opened again, with a place that one of them has.
func (t Tabs) tidy() Tabs {
	var kept Tabs
	for at, tab := range t.Tabs[:min(len(t.Tabs), maxTabs)] {
		if tab.Object == "" || len(tab.Object) > maxName {
			continue
		}
		if at == t.Active {
			kept.Active = len(kept.Tabs)
		}
		kept.Tabs = append(kept.Tabs, tab)
	}
	return kept
}

func (d *document) find(connection string) int {
	return slices.IndexFunc(d.Connections, func(e entry) bool { return e.Connection == connection })
}

func (s *Store) read() (*document, error) {
	data, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return &document{Version: fileVersion}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the open tabs: %w", err)
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return &document{Version: fileVersion}, nil //nolint:nilerr // see Get
	}
	if doc.Version > fileVersion {
		return nil, ErrNewer
	}
	doc.Version = fileVersion
	return &doc, nil
}

func (s *Store) write(doc *document) error {
	doc.Connections = doc.Connections[:min(len(doc.Connections), maxConnections)]
	data, err := json.MarshalIndent(doc, "", " ")
	if err == nil {
		err = profile.Replace(s.path, data)
	}
	if err != nil {
		return fmt.Errorf("keep the open tabs: %w", err)
	}
	return nil
}
