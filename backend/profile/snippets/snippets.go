// Package snippets saves named console requests per engine: every connection of the engine has them.
package snippets

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"quarry/backend/profile"
	"quarry/drivers/driver"
)

// FileName is the name of the file in the profile folder.
const FileName = "snippets.json"

const (
	fileVersion = 1
	maxSnippets = 500     // for all engines
	maxName     = 100     // characters
	maxText     = 1 << 20 // bytes of one snippet
	maxBytes    = 8 << 20 // for all texts
)

// ErrNewer means that the file was written by a newer version of Quarry. The file is not changed.
var ErrNewer = errors.New("the saved requests were written by a newer version of Quarry")

// Snippet is a named text with one or more requests.
type Snippet struct {
	Engine string `json:"engine"` // the id of its driver
	Name   string `json:"name"`
	Text   string `json:"text"`
}

type document struct {
	Version  int       `json:"version"`
	Snippets []Snippet `json:"snippets"` // sorted by name
}

// Store saves the snippets in one file. It is safe for concurrent use.
type Store struct{ file *profile.Document[document] }

// Open returns the store of a profile folder. It reads nothing yet.
func Open(folder string) *Store {
	return &Store{profile.NewDocument[document](filepath.Join(folder, FileName), "the saved requests", fileVersion, ErrNewer, profile.UsersWork)}
}

// List returns the snippets of an engine, sorted by name.
func (s *Store) List(engine string) ([]Snippet, error) {
	doc, err := s.file.Read()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(doc.Snippets, func(one Snippet) bool { return one.Engine != engine }), nil
}

// TakeNotice returns the sentence about a file that could not be read and was set aside, "" if there is none. It
// returns the sentence only once.
func (s *Store) TakeNotice() string { return s.file.TakeNotice() }

// Save saves a snippet. It replaces one with the same engine and name only if replace is set. The caller must make sure
// that the text contains no credential.
func (s *Store) Save(made Snippet, replace bool) error {
	if err := checkName(made.Name); err != nil {
		return err
	}
	if len(made.Text) > maxText {
		return refused("This request is too long to save.")
	}
	return s.change(func(doc *document) error {
		at := doc.find(made.Engine, made.Name)
		switch {
		case at >= 0 && !replace:
			return taken(made.Name)
		case at >= 0:
			doc.Snippets[at].Text = made.Text
		case len(doc.Snippets) >= maxSnippets:
			return refused("There are already 500 saved requests. Remove one first.")
		default:
			doc.Snippets = append(doc.Snippets, made)
		}
		if doc.size() > maxBytes {
			return refused("The saved requests take up too much space. Remove one first.")
		}
		return nil
	})
}

// Rename renames a snippet.
func (s *Store) Rename(engine, name, to string) error {
	if err := checkName(to); err != nil {
		return err
	}
	return s.change(func(doc *document) error {
		at := doc.find(engine, name)
		if at < 0 {
			return &driver.Error{Kind: driver.NotFound, Message: "There is no longer a saved request named " + name + "."}
		}
		if other := doc.find(engine, to); other >= 0 && other != at {
			return taken(to)
		}
		doc.Snippets[at].Name = to
		return nil
	})
}

// Remove removes a snippet. If it is already gone, that is not an error.
func (s *Store) Remove(engine, name string) error {
	return s.change(func(doc *document) error {
		if at := doc.find(engine, name); at >= 0 {
			doc.Snippets = slices.Delete(doc.Snippets, at, at+1)
		}
		return nil
	})
}

func (s *Store) change(work func(*document) error) error {
	var failed error
	err := s.file.Change(func(doc *document) bool {
		if failed = work(doc); failed != nil {
			return false
		}
		slices.SortStableFunc(doc.Snippets, func(a, b Snippet) int {
			return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		})
		doc.Version = fileVersion
		return true
	})
	return errors.Join(failed, err)
}

// find returns the index of a snippet by name, ignoring case, -1 if there is none.
func (d *document) find(engine, name string) int {
	return slices.IndexFunc(d.Snippets, func(s Snippet) bool { return s.Engine == engine && strings.EqualFold(s.Name, name) })
}

func (d *document) size() int {
	size := 0
	for _, s := range d.Snippets {
		size += len(s.Text)
	}
	return size
}

func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return refused("Enter a name for the request.")
	case strings.TrimSpace(name) != name:
		return refused("Remove the spaces before or after the name.")
	case utf8.RuneCountInString(name) > maxName:
		return refused("Names of saved requests can be up to 100 characters long.")
	case strings.ContainsAny(name, "\r\n"):
		return refused("Names of saved requests cannot contain line breaks.")
	}
	return nil
}

func taken(name string) error {
	return &driver.Error{Kind: driver.Conflict, Message: "There is already a saved request named " + name + "."}
}

func refused(message string) error { return &driver.Error{Kind: driver.Invalid, Message: message} }
