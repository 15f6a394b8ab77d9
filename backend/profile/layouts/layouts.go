// Package layouts saves the column layout of each object per connection: order, widths, and which columns are hidden or
// pinned.
package layouts

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"quarry/backend/profile"
)

// FileName is the name of the file in the profile folder.
const FileName = "layouts.json"

const (
	fileVersion = 1
	maxObjects  = 500     // saved objects; the least recently changed one is dropped first
	maxColumns  = 10_000  // columns of one object
	maxBytes    = 8 << 20 // size of the file
)

// ErrNewer means that the file was written by a newer version of Quarry. The file is not changed.
var ErrNewer = errors.New("the column layouts were written by a newer version of Quarry")

// Column is the layout of one column. Zero values mean the default.
type Column struct {
	Name   string `json:"name"`
	Width  int    `json:"width,omitempty"` // px, 0 for the default
	Hidden bool   `json:"hidden,omitempty"`
	Pinned bool   `json:"pinned,omitempty"` // stays on the left
}

// Layout is the layout of one object's columns, in order, and the size of its pages. Columns that it does not name come
// last.
type Layout struct {
	Columns   []Column `json:"columns"`
	HideEmpty bool     `json:"hideEmpty,omitempty"` // hide columns without any value in the loaded rows
	PageSize  int      `json:"pageSize,omitempty"`  // rows per page, 0 for the size from the connection's options
}

func (l Layout) plain() bool { return len(l.Columns) == 0 && !l.HideEmpty && l.PageSize == 0 }

// entry is the layout of one object of one connection.
type entry struct {
	Connection string `json:"connection"`
	Object     string `json:"object"`
	Layout
}

type document struct {
	Version int     `json:"version"`
	Objects []entry `json:"objects"` // most recently changed first
}

// Store saves the layouts in one file. It is safe for concurrent use.
type Store struct{ file *profile.Document[document] }

// Open returns the store of a profile folder. It reads nothing yet.
func Open(folder string) *Store {
	return &Store{profile.NewDocument[document](filepath.Join(folder, FileName), "the column layouts", fileVersion, ErrNewer, profile.Disposable)}
}

// Get returns the layout of an object, the default if none is saved. A file that cannot be read as layouts counts as
// empty: nothing in it is irreplaceable.
func (s *Store) Get(connection, object string) (Layout, error) {
	doc, err := s.file.Read()
	if err != nil {
		return Layout{}, err
	}
	for _, e := range doc.Objects {
		if e.Connection == connection && e.Object == object && e.check() == nil {
			return e.Layout, nil
		}
	}
	return Layout{}, nil
}

// Put saves the layout of an object; it removes a default one. It fails with ErrNewer if a newer version wrote the
// file, and for a layout that names a column twice or has more columns than an object can have.
func (s *Store) Put(connection, object string, l Layout) error {
	if err := l.check(); err != nil {
		return fmt.Errorf("save the layout of %s: %w", object, err)
	}
	return s.change(func(doc *document) bool {
		doc.Objects = slices.DeleteFunc(doc.Objects, func(e entry) bool {
			return e.Connection == connection && e.Object == object
		})
		if !l.plain() {
			doc.Objects = slices.Insert(doc.Objects, 0, entry{connection, object, l})
		}
		return true
	})
}

// Forget removes the layouts of a connection.
func (s *Store) Forget(connection string) error {
	return s.change(func(doc *document) bool {
		before := len(doc.Objects)
		doc.Objects = slices.DeleteFunc(doc.Objects, func(e entry) bool { return e.Connection == connection })
		return len(doc.Objects) < before
	})
}

// change applies work and keeps as many objects as the limits allow, the most recent ones.
func (s *Store) change(work func(*document) bool) error {
	return s.file.Change(func(doc *document) bool {
		if !work(doc) {
			return false
		}
		doc.Objects = slices.DeleteFunc(doc.Objects, func(e entry) bool { return e.check() != nil })
		doc.Objects = doc.Objects[:min(len(doc.Objects), maxObjects)]
		for len(doc.Objects) > 1 && doc.size() > maxBytes {
			doc.Objects = doc.Objects[:len(doc.Objects)/2]
		}
		doc.Version = fileVersion
		return true
	})
}

// size returns the size of the file in bytes, 0 if it cannot be encoded: writing it reports why.
func (d *document) size() int {
	data, err := profile.Encode(d)
	if err != nil {
		return 0
	}
	return len(data)
}

func (l Layout) check() error {
	if len(l.Columns) > maxColumns {
		return fmt.Errorf("it has %d columns, the limit is %d", len(l.Columns), maxColumns)
	}
	seen := make(map[string]bool, len(l.Columns))
	for _, c := range l.Columns {
		if seen[c.Name] {
			return fmt.Errorf("it names the column %q twice", c.Name)
		}
		seen[c.Name] = true
		if c.Width < 0 {
			return fmt.Errorf("the column %q has a negative width", c.Name)
		}
	}
	return nil
}
