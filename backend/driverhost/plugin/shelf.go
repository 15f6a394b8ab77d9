package plugin

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"quarry/backend/data/rows"
	"quarry/backend/system/files"
	"quarry/drivers/driver"
)

// DefaultShelf is how many bytes a connection's shelf holds in memory.
const DefaultShelf = 64 << 20

// ErrGone is returned for an item that is not on the shelf: it was released, or never existed.
var ErrGone = &driver.Error{Kind: driver.NotFound, Message: "The document is no longer available. Load it again."}

// Shelf holds a connection's items that a driver can only refer to: documents as they were read, inputs as the user
// typed them, and responses. Items beyond its memory budget go to temporary files that only the user can read; private
// items never do. Numbers are never reused. It is safe for concurrent use.
type Shelf struct {
	scratch func() (string, error) // returns the folder for files; nil for the system's

	mu     sync.Mutex
	budget int
	held   int // bytes in memory
	next   int64
	things map[int64]*thing
	closed bool
}

// thing is one item, in memory or in a file.
type thing struct {
	text []byte
	file string
	size int64
}

// NewShelf returns an empty shelf that holds budget bytes in memory.
func NewShelf(budget int) *Shelf { return &Shelf{budget: budget, things: map[int64]*thing{}} }

// SpillTo makes the shelf put its files into a folder, for which it calls folder when needed; nil for the system's
// temporary folder. Call it before using the shelf.
func (s *Shelf) SpillTo(folder func() (string, error)) *Shelf {
	s.scratch = folder
	return s
}

// createFile creates a file with mode 0600.
func (s *Shelf) createFile() (*os.File, error) {
	folder := ""
	if s.scratch != nil {
		var err error
		if folder, err = s.scratch(); err != nil {
			return nil, err
		}
	}
	return os.CreateTemp(folder, "quarry-*")
}

// Put stores a text, which must not change afterwards, and returns its number. A private text of any size stays in
// memory.
func (s *Shelf) Put(text []byte, private bool) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, ErrGone
	}
	t := &thing{text: text, size: int64(len(text))}
	if !private && s.held+len(text) > s.budget {
		file, err := s.spill(text)
		if err != nil {
			return 0, err
		}
		t.text, t.file = nil, file
	}
	s.held += len(t.text)
	s.next++
	s.things[s.next] = t
	return s.next, nil
}

// spill writes a text to a temporary file with mode 0600.
func (s *Shelf) spill(text []byte) (string, error) {
	f, err := s.createFile()
	if err != nil {
		return "", fmt.Errorf("keep %d bytes in a temporary file: %w", len(text), err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = files.Remove(f.Name())
		return "", fmt.Errorf("keep %d bytes in a temporary file: %w", len(text), err)
	}
	return f.Name(), nil
}

// Size returns the size of an item in bytes. The error is [ErrGone].
func (s *Shelf) Size(number int64) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.things[number]
	if t == nil {
		return 0, ErrGone
	}
	return t.size, nil
}

// Get returns a whole item. The result must not be modified. The error is [ErrGone], or from reading its file.
func (s *Shelf) Get(number int64) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.things[number]
	switch {
	case t == nil:
		return nil, ErrGone
	case t.file == "":
		return t.text, nil
	}
	text, err := os.ReadFile(t.file)
	if err != nil {
		return nil, fmt.Errorf("read what was kept: %w", err)
	}
	return text, nil
}

// Range returns up to n bytes of an item, beginning at from. The error is [ErrGone], or from reading its file.
func (s *Shelf) Range(number, from int64, n int) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.things[number]
	if t == nil {
		return nil, ErrGone
	}
	from = min(max(from, 0), t.size)
	n = int(min(int64(n), t.size-from))
	if t.file == "" {
		return t.text[from : from+int64(n)], nil
	}
	f, err := os.Open(t.file)
	if err != nil {
		return nil, fmt.Errorf("read what was kept: %w", err)
	}
	defer f.Close()
	part := make([]byte, n)
	if _, err := io.ReadFull(io.NewSectionReader(f, from, int64(n)), part); err != nil {
		return nil, fmt.Errorf("read what was kept: %w", err)
	}
	return part, nil
}

// Release releases items. Unknown numbers are ignored.
func (s *Shelf) Release(numbers ...int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, number := range numbers {
		if t := s.things[number]; t != nil {
			s.drop(number, t)
		}
	}
}

// Len returns the number of items on the shelf.
func (s *Shelf) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.things)
}

// Close releases everything.
func (s *Shelf) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for number, t := range s.things {
		s.drop(number, t)
	}
}

func (s *Shelf) drop(number int64, t *thing) {
	delete(s.things, number)
	s.held -= len(t.text)
	if t.file != "" {
		_ = files.Remove(t.file)
	}
}

// Body returns a request's body: its own, or one built from its parts.
func (s *Shelf) Body(r *driver.Request) ([]byte, error) {
	if len(r.Parts) == 0 {
		return r.Body, nil
	}
	var body []byte
	for i := range r.Parts {
		part, err := s.part(&r.Parts[i])
		if err != nil {
			return nil, err
		}
		if len(r.Parts) == 1 {
			return part, nil
		}
		body = append(body, part...)
	}
	return body, nil
}

func (s *Shelf) part(p *driver.BodyPart) ([]byte, error) {
	switch {
	case p.Input != 0:
		return s.Get(p.Input)
	case p.Document == nil:
		return p.Bytes, nil
	}
	document, err := s.Get(p.Document.Document)
	if err != nil {
		return nil, err
	}
	edits := make([]rows.Edit, len(p.Document.Edits))
	for i, e := range p.Document.Edits {
		edits[i] = rows.Edit(e)
	}
	spliced, err := rows.Splice(document, edits)
	if p.Document.Line {
		spliced = rows.OneLine(spliced)
	}
	return spliced, err
}

// look runs a step that needs no request: it reads values of a document on the shelf.
func (s *Shelf) look(l *driver.Look) driver.Reply {
	document, err := s.Get(l.Document)
	if err != nil {
		return driver.Reply{Err: kernelError(err)}
	}
	return driver.Reply{Seen: seen(document, l.Paths)}
}

// seen looks up each path in a document.
func seen(document []byte, paths []string) []driver.Seen {
	all := make([]driver.Seen, len(paths))
	for i, path := range paths {
		at := rows.Look(document, path)
		all[i] = driver.Seen{Path: at.Path, Whole: at.Whole, Twice: at.Twice, Value: at.Value, Array: at.Array, List: at.List}
	}
	return all
}
