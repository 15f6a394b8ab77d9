// Package unsaved saves the unsaved edits of objects in the profile, so that they survive a crash or the end of the
// process: for each connection, object and page, a text that only the page understands. Two windows or browser tabs are
// two pages, so neither overwrites the other's edits. While a page is open, here or in another process, its edits are
// neither shown to others nor can others discard them. The text contains values of documents, never a secret of the
// connection.
//
// Decisions:
//   - A page that restores or discards the edits of another page removes them only if that page has stored nothing since,
//     in the same write as its own, so that a crash leaves each change exactly once. A file that cannot be read is set
//     aside, and edits that do not fit are refused: nothing may be lost to make room.
package unsaved

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"quarry/backend/profile"
	"quarry/backend/system/files"
	"quarry/drivers/driver"
)

// FileName is the name of the file in the profile folder.
const FileName = "unsaved.json"

const (
	fileVersion = 1
	maxDraft    = 8 << 20  // size of the edits of one object in one page
	maxTexts    = 16 << 20 // size of all edits
)

// ErrNewer means that the file was written by a newer version of Quarry. The file is not changed.
var ErrNewer = errors.New("the unsaved changes were kept by a newer version of Quarry")

// Draft is the unsaved edits of one object in one page, in the page's own format.
type Draft struct {
	Connection string    `json:"connection"`
	Object     string    `json:"object"`
	Page       string    `json:"page,omitempty"`
	Process    string    `json:"process,omitempty"` // the process that saved it, as named for profile.Live
	Saved      time.Time `json:"saved"`
	Text       string    `json:"draft"`
}

type document struct {
	Version int     `json:"version"`
	Drafts  []Draft `json:"drafts"` // most recently saved first
}

// Store saves the drafts in one file, which exists only while there are any. It is safe for concurrent use.
type Store struct {
	path  string
	off   func() bool
	now   func() time.Time
	lives func(page string) bool     // reports whether a page of this process is open
	max   struct{ draft, texts int } // bytes: see maxDraft and maxTexts

	mu      sync.Mutex // guards the file and the fields below
	notice  string
	process string // the name of this process, "" until it is marked as alive
	unmark  func()
}

// Open returns the store of a profile folder. It reads nothing yet. off reports whether the user chose not to keep
// edits; it is called before each change. lives reports whether a page of this process is open.
func Open(folder string, off func() bool, lives func(page string) bool) *Store {
	s := &Store{path: filepath.Join(folder, FileName), off: off, now: time.Now, lives: lives, unmark: func() {}}
	s.max.draft, s.max.texts = maxDraft, maxTexts
	return s
}

// Close removes the mark of the process: from then on others can take over what its pages saved.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unmark()
	s.process, s.unmark = "", func() {}
}

// Reader is the page that reads or saves drafts, and the earlier pages of its window, which are gone.
type Reader struct {
	Page   string
	Before []string
}

// Taken is what a page took over, or the user discarded, of another page's draft for the same object.
type Taken struct {
	Page  string
	Saved int64  // when that page saved it, in milliseconds since 1970
	Left  string // what is left of the draft, "" for nothing
}

// Save replaces the edits of an object that a page has saved; "" removes them. What the page took over from other pages
// is removed from their drafts in the same write, so that a crash leaves it in exactly one place. A page that is still
// open, or has saved something else since, keeps its draft. Nothing is saved if the user does not want it. The error is
// of kind invalid if the edits are too large; then nothing changes.
func (s *Store) Save(connection, object string, by Reader, text string, taken ...Taken) error {
	if len(text) > s.max.draft {
		return tooLarge("The unsaved changes of this object take up more than 8 MB, so they are not kept if Quarry stops unexpectedly.")
	}
	return s.change(func(doc *document) (bool, error) {
		before := len(doc.Drafts)
		doc.Drafts = slices.DeleteFunc(doc.Drafts, func(d Draft) bool { return d.of(connection, object, by.Page) })
		changed := len(doc.Drafts) < before
		isOthers := s.others(by)
		for _, one := range taken {
			changed = doc.leave(connection, object, one, isOthers) || changed
		}
		if text == "" || s.off() {
			return changed, nil
		}
		if doc.size()+len(text) > s.max.texts {
			return false, tooLarge("All unsaved changes together take up more than 16 MB, so the latest are not kept if Quarry stops unexpectedly.")
		}
		if err := s.mark(); err != nil {
			return false, err
		}
		saved := s.now().UTC().Truncate(time.Millisecond)
		doc.Drafts = slices.Insert(doc.Drafts, 0, Draft{connection, object, by.Page, s.process, saved, text})
		return true, nil
	})
}

// mark marks this process as alive once it has something to save. The store is locked.
func (s *Store) mark() error {
	if s.process != "" {
		return nil
	}
	name := rand.Text()
	unmark, err := profile.Live(filepath.Dir(s.path), name)
	if err != nil {
		return err
	}
	s.process, s.unmark = name, unmark
	return nil
}

// others returns a function that reports whether a draft belongs to another page that is still open. The store is locked.
func (s *Store) others(by Reader) func(*Draft) bool {
	living := make(map[string]bool) // by the name of the other process
	return func(d *Draft) bool {
		switch {
		case d.Page == by.Page || slices.Contains(by.Before, d.Page):
			return false
		case d.Process == s.process:
			return d.Process != "" && s.lives(d.Page)
		case d.Process == "":
			return false
		}
		alive, known := living[d.Process]
		if !known {
			alive = profile.IsLiving(filepath.Dir(s.path), d.Process)
			living[d.Process] = alive
		}
		return alive
	}
}

// leave replaces a draft by what is left of it, and reports whether it did.
func (doc *document) leave(connection, object string, t Taken, isOthers func(*Draft) bool) bool {
	at := slices.IndexFunc(doc.Drafts, func(d Draft) bool {
		return d.of(connection, object, t.Page) && d.Saved.UnixMilli() == t.Saved && !isOthers(&d)
	})
	switch {
	case at < 0:
		return false
	case t.Left == "":
		doc.Drafts = slices.Delete(doc.Drafts, at, at+1)
	default:
		doc.Drafts[at].Text = t.Left
	}
	return true
}

func (d *Draft) of(connection, object, page string) bool {
	return d.Connection == connection && d.Object == object && d.Page == page
}

// List returns the drafts of a connection, most recently saved first, without those of other pages that are still open;
// none if the user does not want any.
func (s *Store) List(connection string, by Reader) ([]Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.off() {
		return nil, nil
	}
	doc, err := s.read()
	var broken *brokenError
	if errors.As(err, &broken) {
		err = s.locked(func() error {
			doc, err = s.readOrSetAside()
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read the unsaved changes: %w", err)
	}
	isOthers := s.others(by)
	return slices.DeleteFunc(doc.Drafts, func(d Draft) bool { return d.Connection != connection || isOthers(&d) }), nil
}

// Forget removes the drafts of a connection, except those of pages that are still open in another process.
func (s *Store) Forget(connection string) error {
	return s.change(func(doc *document) (bool, error) {
		before := len(doc.Drafts)
		isOthers := s.others(Reader{})
		doc.Drafts = slices.DeleteFunc(doc.Drafts, func(d Draft) bool {
			return d.Connection == connection && (d.Process == s.process || !isOthers(&d))
		})
		return len(doc.Drafts) < before, nil
	})
}

// Clear removes the file and everything in it.
func (s *Store) Clear() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.locked(func() error { return files.Remove(s.path) })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the unsaved changes: %w", err)
	}
	return nil
}

// Notice returns the sentence about a file that was set aside since the store was opened, "" if there is none.
func (s *Store) Notice() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notice
}

// change reads the file, calls work with its content and, if that returns true, writes it atomically, or removes it if
// nothing is left.
func (s *Store) change(work func(*document) (bool, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refused error
	err := s.locked(func() error {
		doc, err := s.readOrSetAside()
		if err != nil {
			return err
		}
		changed, err := work(doc)
		if refused = err; err != nil || !changed {
			return nil
		}
		if len(doc.Drafts) == 0 {
			return files.Remove(s.path)
		}
		doc.Version = fileVersion
		data, err := profile.Encode(doc)
		if err != nil {
			return err
		}
		return profile.Replace(s.path, data)
	})
	if err != nil {
		return fmt.Errorf("keep the unsaved changes: %w", err)
	}
	return refused
}

// locked runs work while no other store can change the file.
func (s *Store) locked(work func() error) error {
	release, err := profile.Lock(s.path)
	if err != nil {
		return err
	}
	defer release()
	return work()
}

// brokenError means that the file could not be read as drafts.
type brokenError struct{ error }

// readOrSetAside reads the file. If it cannot be read as drafts, it is renamed, which Notice reports, and the result is
// empty. The file is locked.
func (s *Store) readOrSetAside() (*document, error) {
	doc, err := s.read()
	var broken *brokenError
	if !errors.As(err, &broken) {
		return doc, err
	}
	aside, moved := profile.SetAside(s.path)
	if moved != nil {
		return nil, errors.Join(err, moved)
	}
	s.notice = "Quarry could not read the unsaved changes. The old file was saved as " + aside + "."
	return &document{}, nil
}

// read reads the file; without one, the result is empty. It fails with ErrNewer or a *brokenError.
func (s *Store) read() (*document, error) {
	data, err := files.Read(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return &document{}, nil
	}
	if err != nil {
		return nil, err
	}
	var head struct {
		Version *int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil || head.Version == nil {
		return nil, &brokenError{errors.Join(errors.New("the file has no version"), err)}
	}
	if *head.Version > fileVersion {
		return nil, ErrNewer
	}
	doc := &document{}
	if err := json.Unmarshal(data, doc); err != nil {
		return nil, &brokenError{err}
	}
	return doc, nil
}

// size returns the size of all texts in bytes.
func (d *document) size() int {
	n := 0
	for i := range d.Drafts {
		n += len(d.Drafts[i].Text)
	}
	return n
}

func tooLarge(message string) error {
	return &driver.Error{Kind: driver.Invalid, Message: message, Hint: "Save the changes, or some of them."}
}
