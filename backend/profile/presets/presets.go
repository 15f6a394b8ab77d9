// Package presets saves the filters of an object for each connection: those that the user named, and the last one
// applied.
package presets

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"quarry/backend/profile"
	"quarry/drivers/driver"
)

// FileName is the name of the file in the profile folder.
const FileName = "filters.json"

const (
	fileVersion = 1
	maxObjects  = 500     // objects whose last filter is remembered; the least recently changed one is forgotten first
	maxPresets  = 100     // per object
	maxName     = 100     // characters of a preset's name
	maxFilter   = 1 << 20 // bytes of one filter
	maxBytes    = 8 << 20 // size of the file
)

// ErrNewer means that the file was written by a newer version of Quarry. The file is not changed.
var ErrNewer = errors.New("the filters were saved by a newer version of Quarry")

// Row is one row of a filter: a column, an operator and its values as typed.
type Row struct {
	Column      string   `json:"column"`
	Operator    string   `json:"operator"`
	Values      []string `json:"values,omitempty"`
	SameElement bool     `json:"sameElement,omitempty"` // applies to the same array element as the previous row
	FoldCase    bool     `json:"foldCase,omitempty"`    // ignore case
	Off         bool     `json:"off,omitempty"`         // shown in the filter bar, but not part of the filter
}

// Filter is what the filter bar shows. Its rows are combined with "and", or with "or" if Any is set.
type Filter struct {
	Any  bool  `json:"any,omitempty"`
	Rows []Row `json:"rows"`
}

// Preset is a filter that the user named.
type Preset struct {
	Name string `json:"name"`
	Filter
}

// Last is the last filter applied. Without rows, none was.
type Last struct {
	Filter
	At time.Time `json:"at"`
}

// Filters are the filters of one object: its presets by name, and the last one applied.
type Filters struct {
	Presets []Preset `json:"presets,omitempty"`
	Last    *Last    `json:"last,omitempty"`
}

// entry has the filters of one object of one connection.
type entry struct {
	Connection string `json:"connection"`
	Object     string `json:"object"`
	Filters
}

type document struct {
	Version int     `json:"version"`
	Objects []entry `json:"objects"` // most recently changed first
}

// Store saves the filters in one file. It is safe for concurrent use.
type Store struct {
	file *profile.Document[document]
	now  func() time.Time
}

// Open returns the store of a profile folder. It reads nothing yet.
func Open(folder string) *Store {
	return &Store{profile.NewDocument[document](filepath.Join(folder, FileName), "the filters", fileVersion, ErrNewer, profile.UsersWork), time.Now}
}

// Get returns the filters of an object, none if none are saved.
func (s *Store) Get(connection, object string) (Filters, error) {
	doc, err := s.file.Read()
	if err != nil {
		return Filters{}, err
	}
	if at := doc.find(connection, object); at >= 0 {
		return doc.Objects[at].Filters, nil
	}
	return Filters{}, nil
}

// Keep saves the filter that was applied to an object. A filter without rows removes it.
func (s *Store) Keep(connection, object string, f Filter) error {
	if err := f.check(); err != nil {
		return err
	}
	return s.change(connection, object, func(e *entry) error {
		e.Last = nil
		if len(f.Rows) > 0 {
			e.Last = &Last{f, s.now().UTC().Truncate(time.Millisecond)}
		}
		return nil
	})
}

// Save saves a filter under a name. It replaces an existing preset with that name only if replace is set.
func (s *Store) Save(connection, object, name string, f Filter, replace bool) error {
	if err := errors.Join(checkName(name), f.check()); err != nil {
		return err
	}
	if len(f.Rows) == 0 {
		return refused("Add a row to the filter to save it.")
	}
	return s.change(connection, object, func(e *entry) error {
		at := e.preset(name)
		switch {
		case at >= 0 && !replace:
			return taken(name)
		case at >= 0:
			e.Presets[at].Filter = f
		case len(e.Presets) >= maxPresets:
			return refused("This object already has 100 presets. Remove one first.")
		default:
			e.Presets = append(e.Presets, Preset{name, f})
		}
		return nil
	})
}

// Rename renames a preset.
func (s *Store) Rename(connection, object, name, to string) error {
	if err := checkName(to); err != nil {
		return err
	}
	return s.change(connection, object, func(e *entry) error {
		at := e.preset(name)
		if at < 0 {
			return gone(name)
		}
		if other := e.preset(to); other >= 0 && other != at {
			return taken(to)
		}
		e.Presets[at].Name = to
		return nil
	})
}

// Remove removes a preset. If it is already gone, that is not an error.
func (s *Store) Remove(connection, object, name string) error {
	return s.change(connection, object, func(e *entry) error {
		e.Presets = slices.DeleteFunc(e.Presets, func(p Preset) bool { return p.Name == name })
		return nil
	})
}

// Forget removes the filters of a connection.
func (s *Store) Forget(connection string) error {
	return s.file.Change(func(doc *document) bool {
		before := len(doc.Objects)
		doc.Objects = slices.DeleteFunc(doc.Objects, func(e entry) bool { return e.Connection == connection })
		return len(doc.Objects) < before
	})
}

// change applies work to the filters of an object. To make room it drops remembered filters, but never presets.
func (s *Store) change(connection, object string, work func(*entry) error) error {
	var failed error
	err := s.file.Change(func(doc *document) bool {
		e := entry{Connection: connection, Object: object}
		at := doc.find(connection, object)
		if at >= 0 {
			e = doc.Objects[at]
			e.Presets = slices.Clone(e.Presets)
			doc.Objects = slices.Delete(doc.Objects, at, at+1)
		}
		before := len(e.Presets)
		if failed = work(&e); failed != nil {
			return false
		}
		slices.SortStableFunc(e.Presets, func(a, b Preset) int {
			return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		})
		empty := e.empty()
		if !empty {
			doc.Objects = slices.Insert(doc.Objects, 0, e)
		}
		if !doc.makeRoom() && len(e.Presets) >= before {
			failed = refused("All presets together take up more than 8 MB. Remove one first.")
			return false
		}
		doc.Version = fileVersion
		return at >= 0 || !empty
	})
	return errors.Join(failed, err)
}

// makeRoom forgets remembered filters, least recently changed first, until the limits are met, and reports whether they
// are. It keeps presets.
func (d *document) makeRoom() bool {
	size, remembered := d.size(), 0
	for _, e := range d.Objects {
		if e.Last != nil {
			remembered++
		}
	}
	for at := len(d.Objects) - 1; at >= 0 && (remembered > maxObjects || size > maxBytes); at-- {
		e := &d.Objects[at]
		if e.Last == nil {
			continue
		}
		size -= encodedSize(e.Last)
		remembered--
		e.Last = nil
	}
	d.Objects = slices.DeleteFunc(d.Objects, func(e entry) bool { return e.empty() })
	return d.size() <= maxBytes
}

func (e *entry) empty() bool { return len(e.Presets) == 0 && e.Last == nil }

func (d *document) find(connection, object string) int {
	return slices.IndexFunc(d.Objects, func(e entry) bool { return e.Connection == connection && e.Object == object })
}

// size returns the size of the file in bytes.
func (d *document) size() int { return encodedSize(d) }

// encodedSize returns the size of a value in the file, 0 if it cannot be encoded: writing it reports why.
func encodedSize(content any) int {
	data, err := profile.Encode(content)
	if err != nil {
		return 0
	}
	return len(data)
}

// preset returns the index of a preset by its name, ignoring case, -1 if there is none.
func (e *entry) preset(name string) int {
	return slices.IndexFunc(e.Presets, func(p Preset) bool { return strings.EqualFold(p.Name, name) })
}

func (f Filter) check() error {
	size := 0
	for _, r := range f.Rows {
		size += len(r.Column) + len(r.Operator)
		for _, v := range r.Values {
			size += len(v)
		}
	}
	if size > maxFilter {
		return refused("This filter is too long to save.")
	}
	return nil
}

func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return refused("Enter a name for the preset.")
	case strings.TrimSpace(name) != name:
		return refused("Remove the spaces before or after the name.")
	case utf8.RuneCountInString(name) > maxName:
		return refused("Names of presets can be up to 100 characters long.")
	case strings.ContainsAny(name, "\r\n"):
		return refused("Names of presets cannot contain line breaks.")
	}
	return nil
}

func taken(name string) error {
	return &driver.Error{Kind: driver.Conflict, Message: "There is already a preset named " + name + "."}
}

func gone(name string) error {
	return &driver.Error{Kind: driver.NotFound, Message: "There is no longer a preset named " + name + "."}
}

func refused(message string) error { return &driver.Error{Kind: driver.Invalid, Message: message} }

// TakeNotice returns the sentence about a file that could not be read and was set aside, "" if there is none. It
// returns the sentence only once.
func (s *Store) TakeNotice() string { return s.file.TakeNotice() }
