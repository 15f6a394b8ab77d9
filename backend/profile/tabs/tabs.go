// Package tabs saves the tabs of each connection as their kinds describe them; never rows or secrets.
//
// Decisions:
//   - Each process saves its own tabs (windows.go), so that two windows do not overwrite each other's. After a process
//     ends, the next one that opens the same connection restores its tabs.
package tabs

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"sync"

	"quarry/backend/profile"
	"quarry/drivers/driver"
)

// FileName is the name of the file in the profile folder.
const FileName = "tabs.json"

const (
	fileVersion    = 2   // version 1 had only tabs of objects
	maxTabs        = 100 // per connection; beyond it, tabs of objects are not saved, and tabs with a text are refused
	maxConnections = 200 // the least recently changed one without a text is dropped first
	maxName        = 16 << 10
	maxState       = 9 << 20  // size of one tab, which can be a console's text
	maxTexts       = 64 << 20 // size of all tabs of all connections
)

// Objects is the kind of a tab that shows the rows of an object.
const Objects = "objects"

// ErrNewer means that the file was written by a newer version of Quarry. The file is not changed.
var ErrNewer = errors.New("the open tabs were saved by a newer version of Quarry")

// ErrFull means that there is no room for tabs with a text. What was saved before is not changed.
var ErrFull error = &driver.Error{
	Kind: driver.Invalid, Message: "The open consoles are not saved: there are more than 100, or they contain more than 64 MB of text.",
	Hint: "Close consoles that you no longer need.",
}

// Tab is one open tab. State has what its kind needs to restore it: strings by name. A tab of an unknown kind is saved
// like any other.
type Tab struct {
	Kind  string            `json:"kind"`
	State map[string]string `json:"state,omitempty"`
}

// UnmarshalJSON also reads a tab from version 1 of the file, which consists of an object and its sort order.
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
func (t Tab) valid() bool { return t.Kind != "" && len(t.Kind) <= maxName }

func (t Tab) size() int {
	size := 0
	for name, value := range t.State {
		size += len(name) + len(value)
	}
	return size
}

// hasText reports whether a tab has text that the user typed. The state of an object's tab is only remembered.
func (t Tab) hasText() bool { return t.Kind != Objects && t.State["text"] != "" }

// Named is an object that was opened by name and stays in the sidebar, with its kind, such as an alias or a pattern.
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
	Process    string `json:"process,omitempty"` // the process whose window has the connection open, as named for profile.Live
	Tabs
}

type document struct {
	Version     int     `json:"version"`
	Connections []entry `json:"connections"` // most recently changed first
}

// Store saves the tabs in one file. Windows of different processes that open the same connection each have their own
// tabs. It is safe for concurrent use.
type Store struct {
	file   *profile.Document[document]
	folder string

	mu      sync.Mutex // guards the fields below
	process string     // the name of this process, "" until it is marked as alive
	unmark  func()
	open    map[string]int // how many times this process has a connection open
}

// Open returns the store of a profile folder. It reads nothing yet.
func Open(folder string) *Store {
	file := profile.NewDocument[document](filepath.Join(folder, FileName), "the open tabs", fileVersion, ErrNewer, profile.UsersWork)
	return &Store{file: file, folder: folder, unmark: func() {}, open: make(map[string]int)}
}

// Get returns the tabs of a connection, none if none were saved. From then on they belong to this process, until Leave.
// If another process has the connection open, Get returns only its tabs without a text. A file that cannot be read as
// tabs counts as empty.
func (s *Store) Get(connection string) (Tabs, error) {
	doc, err := s.file.Read()
	if err != nil {
		return Tabs{}, err
	}
	process := s.own()
	s.count(connection, 1)
	open, changed := s.adopt(doc, connection, process)
	if changed {
		// If the profile is read-only, the tabs can still be read.
		_ = s.file.Change(func(doc *document) bool {
			open, changed = s.adopt(doc, connection, process)
			return changed
		})
	}
	return open, nil
}

// Put replaces this process's tabs of a connection. It fails with ErrNewer if a newer version wrote the file, and with
// ErrFull if there is no room for the texts of the tabs; then nothing changes.
func (s *Store) Put(connection string, open Tabs) error {
	open = open.tidy()
	full := len(open.Tabs) > maxTabs || slices.ContainsFunc(open.Tabs, func(t Tab) bool { return t.size() > maxState })
	if full {
		return ErrFull
	}
	process := s.own()
	err := s.file.Change(func(doc *document) bool {
		doc.drop(connection, func(e entry) bool { return e.Process == process || s.isFree(e) && !e.hasText() })
		if len(open.Tabs) > 0 || len(open.Named) > 0 {
			doc.Connections = slices.Insert(doc.Connections, 0, entry{connection, process, open})
			full = !doc.makeRoom()
		}
		doc.Version = fileVersion
		return !full
	})
	if err == nil && full {
		return ErrFull
	}
	return err
}

// makeRoom drops the tabs of connections without text, least recently changed first and never those of the first entry.
// It reports whether there is room for the rest.
func (d *document) makeRoom() bool {
	size := 0
	for _, e := range d.Connections {
		size += e.size()
	}
	for at := len(d.Connections) - 1; at > 0 && (len(d.Connections) > maxConnections || size > maxTexts); at-- {
		if e := d.Connections[at]; !e.hasText() {
			size -= e.size()
			d.Connections = slices.Delete(d.Connections, at, at+1)
		}
	}
	return len(d.Connections) <= maxConnections && size <= maxTexts
}

func (t Tabs) size() int {
	size := 0
	for _, tab := range t.Tabs {
		size += tab.size()
	}
	return size
}

func (t Tabs) hasText() bool { return slices.ContainsFunc(t.Tabs, Tab.hasText) }

// Forget removes the tabs of a connection in every window.
func (s *Store) Forget(connection string) error {
	return s.file.Change(func(doc *document) bool {
		before := len(doc.Connections)
		doc.drop(connection, func(entry) bool { return true })
		return len(doc.Connections) < before
	})
}

// tidy returns the tabs that can be opened again, with a valid index. Beyond maxTabs it only keeps those with a text.
func (t Tabs) tidy() Tabs {
	var kept Tabs
	texts := 0
	for _, tab := range t.Tabs {
		if tab.hasText() {
			texts++
		}
	}
	room := maxTabs - texts
	for at, tab := range t.Tabs {
		if !tab.valid() || !tab.hasText() && (room <= 0 || tab.size() > maxState) {
			continue
		}
		if !tab.hasText() {
			room--
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

// TakeNotice returns the sentence about a file that could not be read and was set aside, "" if there is none. It
// returns the sentence only once.
func (s *Store) TakeNotice() string { return s.file.TakeNotice() }
