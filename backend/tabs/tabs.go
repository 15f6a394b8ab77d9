// Package tabs saves the tabs of each connection as their kinds describe them; never rows or secrets.
package tabs

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"

	"quarry/backend/profile"
)

// FileName is the name of the file in the profile folder.
const FileName = "tabs.json"

const (
	fileVersion    = 2   // version 1 had only tabs of objects
	maxTabs        = 100 // of one connection; any more are not saved
	maxConnections = 200 // the least recently changed one is dropped first
	maxName        = 16 << 10
	maxState       = 1 << 20 // bytes of one tab, which can be the text of a console
)

// Objects is the kind of a tab that shows the rows of an object.
const Objects = "objects"

// ErrNewer says that the file was written by a newer version of Quarry. It is not changed.
var ErrNewer = errors.New("the open tabs were saved by a newer version of Quarry")

// Tab is one open tab. State is what its kind needs to restore it: strings by name. A tab of an unknown kind is saved
// like any other.
type Tab struct {
	Kind  string            `json:"kind"`
	State map[string]string `json:"state,omitempty"`
}

// UnmarshalJSON also reads a tab of version 1 of the file, which consists of an object and its sort order.
func (t *Tab) UnmarshalJSON(data []byte) error {
	var saved struct {
		Kind   string            `json:"kind"`
		State  map[string]string `json:"state"`
		Object string            `json:"object"`
		Sort   json.RawMessage   `json:"sort"`
	}
	if err := json.Unmarshal(data, &saved); err != nil {
		return err
	}
	*t = Tab{saved.Kind, saved.State}
	if saved.Kind == "" && saved.Object != "" {
		*t = Tab{Objects, map[string]string{"object": saved.Object}}
		if len(saved.Sort) > 0 {
			t.State["sort"] = string(saved.Sort)
		}
	}
	return nil
}

// valid reports whether a tab can be opened again.
func (t Tab) valid() bool {
	size := 0
	for name, value := range t.State {
		size += len(name) + len(value)
	}
	return t.Kind != "" && len(t.Kind) <= maxName && size <= maxState
}

// Named is an object that was opened by its name and stays in the sidebar, with its kind: an alias, a pattern.
type Named struct {
	Name string `json:"name"`
	Kind string `json:"kind,omitempty"`
}

// Tabs are the tabs of one connection from left to right, the index of the active one, and the names that stay in its
// sidebar.
type Tabs struct {
	Tabs   []Tab   `json:"tabs"`
	Active int     `json:"active"`
	Named  []Named `json:"named,omitempty"`
}

type entry struct {
	Connection string `json:"connection"`
	Tabs
}

type document struct {
	Version     int     `json:"version"`
	Connections []entry `json:"connections"` // the most recently changed one first
}

// Store saves the tabs in one file. It is safe for concurrent use.
type Store struct{ file *profile.Document[document] }

// Open returns the store of a profile folder. It reads nothing yet.
func Open(folder string) *Store {
	return &Store{profile.NewDocument[document](filepath.Join(folder, FileName), "the open tabs", fileVersion, ErrNewer, profile.UsersWork)}
}

// Get returns the tabs of a connection, none if none were saved. A file that cannot be read as tabs counts as empty.
func (s *Store) Get(connection string) (Tabs, error) {
	doc, err := s.file.Read()
	if err != nil {
		return Tabs{}, err
	}
	if at := doc.find(connection); at >= 0 {
		return doc.Connections[at].tidy(), nil
	}
	return Tabs{}, nil
}

// Put replaces the tabs of a connection. It fails with ErrNewer if a newer version wrote the file.
func (s *Store) Put(connection string, open Tabs) error {
	open = open.tidy()
	return s.file.Change(func(doc *document) bool {
		if at := doc.find(connection); at >= 0 {
			doc.Connections = slices.Delete(doc.Connections, at, at+1)
		}
		if len(open.Tabs) > 0 || len(open.Named) > 0 {
			doc.Connections = slices.Insert(doc.Connections, 0, entry{connection, open})
		}
		doc.Connections = doc.Connections[:min(len(doc.Connections), maxConnections)]
		doc.Version = fileVersion
		return true
	})
}

// Forget removes the tabs of a connection.
func (s *Store) Forget(connection string) error { return s.Put(connection, Tabs{}) }

// tidy returns the tabs that can be opened again, with a valid index.
func (t Tabs) tidy() Tabs {
	var kept Tabs
	for at, tab := range t.Tabs[:min(len(t.Tabs), maxTabs)] {
		if !tab.valid() {
			continue
		}
		if at == t.Active {
			kept.Active = len(kept.Tabs)
		}
		kept.Tabs = append(kept.Tabs, tab)
	}
	for _, n := range t.Named[:min(len(t.Named), maxTabs)] {
		if n.Name != "" && len(n.Name) <= maxName && len(n.Kind) <= maxName {
			kept.Named = append(kept.Named, n)
		}
	}
	return kept
}

func (d *document) find(connection string) int {
	return slices.IndexFunc(d.Connections, func(e entry) bool { return e.Connection == connection })
}

// TakeNotice returns the sentence about a file that could not be read and was set aside, "" if there is none. It is said
// once.
func (s *Store) TakeNotice() string { return s.file.TakeNotice() }
