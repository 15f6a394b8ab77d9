// Package layouts keeps how the columns of an object are laid out for each connection: their order, widths, which are
// hidden and which stay at the left.
package layouts

import (
	"bytes"
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
const FileName = "layouts.json"

const (
	fileVersion = 1
	maxObjects  = 500     // objects that are remembered; the one not laid out for the longest goes first
	maxColumns  = 10_000  // columns of one object
	maxBytes    = 8 << 20 // of the file
)

// ErrNewer says that the file was written by a newer version of Quarry. It is left alone.
var ErrNewer = errors.New("the column layouts were written by a newer version of Quarry")

// Column is what is kept of one column. A column that says nothing is as it would be without a layout.
type Column struct {
	Name   string `json:"name"`
	Width  int    `json:"width,omitempty"` // px, 0 for the column's own
	Hidden bool   `json:"hidden,omitempty"`
	Pinned bool   `json:"pinned,omitempty"` // stays at the left
}

// Layout is the layout of one object's columns, in their order. Columns that it does not name follow behind.
type Layout struct {
	Columns   []Column `json:"columns"`
	HideEmpty bool     `json:"hideEmpty,omitempty"` // columns without any value in the loaded rows are hidden
}

func (l Layout) plain() bool { return len(l.Columns) == 0 && !l.HideEmpty }

// entry is the layout of one object of one connection.
type entry struct {
	Connection string `json:"connection"`
	Object     string `json:"object"`
	Layout
}

type document struct {
	Version int     `json:"version"`
	Objects []entry `json:"objects"` // those laid out last stand first
}

// Store keeps the layouts in one file. It is safe for concurrent use.
type Store struct {
	path string
	mu   sync.Mutex
}

// Open gives the store of a profile folder. It reads nothing yet.
func Open(folder string) *Store { return &Store{path: filepath.Join(folder, FileName)} }

// Get gives the layout of an object, a plain one where none is kept. A file that cannot be read as layouts counts as
// empty: it holds nothing that cannot be laid out again.
func (s *Store) Get(connection, object string) (Layout, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc, err := s.read()
	if err != nil {
		return Layout{}, err
	}
	for _, e := range doc.Objects {
		if e.Connection == connection && e.Object == object {
			return e.Layout, nil
		}
	}
	return Layout{}, nil
}

// Put keeps the layout of an object; a plain one is forgotten. It fails with ErrNewer where the file is a newer one's,
// and where a layout names a column twice or more columns than an object can have.
func (s *Store) Put(connection, object string, l Layout) error {
	if err := l.check(); err != nil {
		return fmt.Errorf("keep the layout of %s: %w", object, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	release, err := profile.Lock(s.path)
	if err != nil {
		return fmt.Errorf("keep the column layouts: %w", err)
	}
	defer release()
	doc, err := s.read()
	if err != nil {
		return err
	}
	doc.Objects = slices.DeleteFunc(doc.Objects, func(e entry) bool {
		return e.Connection == connection && e.Object == object
	})
	if !l.plain() {
		doc.Objects = slices.Insert(doc.Objects, 0, entry{connection, object, l})
	}
	return s.write(doc)
}

// Forget drops the layouts of a connection.
func (s *Store) Forget(connection string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	release, err := profile.Lock(s.path)
	if err != nil {
		return fmt.Errorf("keep the column layouts: %w", err)
	}
	defer release()
	doc, err := s.read()
	if err != nil {
		return err
	}
	before := len(doc.Objects)
	doc.Objects = slices.DeleteFunc(doc.Objects, func(e entry) bool { return e.Connection == connection })
	if len(doc.Objects) == before {
		return nil
	}
	return s.write(doc)
}

func (l Layout) check() error {
	if len(l.Columns) > maxColumns {
		return fmt.Errorf("it has %d columns, %d is the most", len(l.Columns), maxColumns)
	}
	seen := make(map[string]bool, len(l.Columns))
	for _, c := range l.Columns {
		if seen[c.Name] {
			return fmt.Errorf("it names the column %q twice", c.Name)
		}
		seen[c.Name] = true
		if c.Width < 0 {
			return fmt.Errorf("the column %q has a width below 0", c.Name)
		}
	}
	return nil
}

func (s *Store) read() (*document, error) {
	data, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return &document{Version: fileVersion}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the column layouts: %w", err)
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return &document{Version: fileVersion}, nil //nolint:nilerr // see Get
	}
	if doc.Version > fileVersion {
		return nil, ErrNewer
	}
	doc.Version = fileVersion
	doc.Objects = slices.DeleteFunc(doc.Objects, func(e entry) bool { return e.check() != nil })
	return &doc, nil
}

// write replaces the file whole or not at all. It keeps as many objects as the limits allow, the latest first.
func (s *Store) write(doc *document) error {
	doc.Objects = doc.Objects[:min(len(doc.Objects), maxObjects)]
	data, err := encode(doc)
	for err == nil && len(data) > maxBytes && len(doc.Objects) > 1 {
		doc.Objects = doc.Objects[:len(doc.Objects)/2]
		data, err = encode(doc)
	}
	if err == nil {
		err = profile.Replace(s.path, data)
	}
	if err != nil {
		return fmt.Errorf("keep the column layouts: %w", err)
	}
	return nil
}

func encode(doc *document) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(doc)
	return b.Bytes(), err
}
