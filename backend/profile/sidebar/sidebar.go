// Package sidebar saves how the sidebar of each connection lists its objects: which ones, in which order, which are
// favourites, and which sections are collapsed.
package sidebar

import (
	"errors"
	"path/filepath"
	"slices"

	"quarry/backend/profile"
	"quarry/drivers/driver"
)

// FileName is the name of the file in the profile folder.
const FileName = "sidebars.json"

const (
	fileVersion    = 1
	maxFavourites  = 500 // per connection; one more is refused
	maxFolded      = 50  // sections per connection; any more are not saved
	maxConnections = 200 // connections without favourites; the least recently changed one is dropped first
	maxName        = 16 << 10
)

// Sort orders of the list other than by name, which is "".
const (
	ByDocuments = "documents" // most documents first
	BySize      = "size"      // largest first
)

// ErrNewer means that the file was written by a newer version of Quarry. The file is not changed.
var ErrNewer = errors.New("the sidebars were saved by a newer version of Quarry")

// Favourite is an object at the top of the sidebar, with its kind, such as an index or an alias.
type Favourite struct {
	Name string `json:"name"`
	Kind string `json:"kind,omitempty"`
}

// Sidebar is how one connection's objects are listed. The zero value is the default.
type Sidebar struct {
	Also       bool        `json:"also,omitempty"` // also list objects that refer to others, such as aliases
	Sort       string      `json:"sort,omitempty"` // "" for by name, or ByDocuments or BySize
	Favourites []Favourite `json:"favourites,omitempty"`
	Folded     []string    `json:"folded,omitempty"` // collapsed sections, which show only their heading
}

type entry struct {
	Connection string `json:"connection"`
	Sidebar
}

type document struct {
	Version     int     `json:"version"`
	Connections []entry `json:"connections"` // most recently changed first
}

// Store saves the sidebars in one file. It is safe for concurrent use.
type Store struct{ file *profile.Document[document] }

// Open returns the store of a profile folder. It reads nothing yet.
func Open(folder string) *Store {
	return &Store{profile.NewDocument[document](filepath.Join(folder, FileName), "the sidebars", fileVersion, ErrNewer, profile.UsersWork)}
}

// Get returns the sidebar of a connection, the default if none was saved.
func (s *Store) Get(connection string) (Sidebar, error) {
	doc, err := s.file.Read()
	if err != nil {
		return Sidebar{}, err
	}
	if at := doc.find(connection); at >= 0 {
		return doc.Connections[at].tidy(), nil
	}
	return Sidebar{}, nil
}

// Put replaces the sidebar of a connection; it removes a default one. It fails with ErrNewer if a newer version wrote
// the file, and refuses too many favourites instead of dropping some.
func (s *Store) Put(connection string, shown Sidebar) error {
	if len(shown.Favourites) > maxFavourites {
		return &driver.Error{Kind: driver.Invalid, Message: "A connection can have up to 500 favourites.", Hint: "Remove one first."}
	}
	shown = shown.tidy()
	return s.file.Change(func(doc *document) bool {
		at := doc.find(connection)
		if at < 0 && shown.plain() {
			return false
		}
		if at >= 0 {
			doc.Connections = slices.Delete(doc.Connections, at, at+1)
		}
		if !shown.plain() {
			doc.Connections = slices.Insert(doc.Connections, 0, entry{connection, shown})
		}
		doc.forgetOldest()
		doc.Version = fileVersion
		return true
	})
}

// forgetOldest drops connections without favourites, least recently changed first, until the limit is met.
func (d *document) forgetOldest() {
	plain := 0
	d.Connections = slices.DeleteFunc(d.Connections, func(e entry) bool {
		if len(e.Favourites) > 0 {
			return false
		}
		plain++
		return plain > maxConnections
	})
}

// TakeNotice returns the sentence about a file that could not be read and was set aside, "" if there is none. It
// returns the sentence only once.
func (s *Store) TakeNotice() string { return s.file.TakeNotice() }

// Forget removes the sidebar of a connection.
func (s *Store) Forget(connection string) error { return s.Put(connection, Sidebar{}) }

func (b Sidebar) plain() bool {
	return !b.Also && b.Sort == "" && len(b.Favourites) == 0 && len(b.Folded) == 0
}

// tidy returns the sidebar without what cannot be shown: an unknown order, and favourites and sections without a name
// or listed twice.
func (b Sidebar) tidy() Sidebar {
	kept := Sidebar{Also: b.Also}
	if b.Sort == ByDocuments || b.Sort == BySize {
		kept.Sort = b.Sort
	}
	seen := map[string]bool{}
	for _, f := range b.Favourites {
		if f.Name == "" || len(f.Name) > maxName || len(f.Kind) > maxName || seen[f.Name] {
			continue
		}
		seen[f.Name] = true
		kept.Favourites = append(kept.Favourites, f)
	}
	for _, section := range b.Folded[:min(len(b.Folded), maxFolded)] {
		if section != "" && len(section) <= maxName && !slices.Contains(kept.Folded, section) {
			kept.Folded = append(kept.Folded, section)
		}
	}
	return kept
}

func (d *document) find(connection string) int {
	return slices.IndexFunc(d.Connections, func(e entry) bool { return e.Connection == connection })
}
