// Package history saves which requests were typed and sent over each connection. It never saves a response, nor the
// query or body of a route that can carry credentials.
package history

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"quarry/backend/profile"
)

const (
	maxEntries = 500 // per connection; the oldest is dropped first
	maxBody    = 8 << 10
	maxAddress = 2 << 10 // bytes of a path, and of a query
	keptFor    = 90 * 24 * time.Hour
)

// ErrNewer means that the file was written by a newer version of Quarry. The file is not changed.
var ErrNewer = errors.New("the history was written by a newer version of Quarry")

// Entry is one request that was sent.
type Entry struct {
	Connection string    `json:"connection"`
	At         time.Time `json:"at"`
	Method     string    `json:"method"`
	Path       string    `json:"path"`
	Query      string    `json:"query,omitempty"`
	Body       string    `json:"body,omitempty"`
	Left       bool      `json:"left,omitempty"`   // the body or more was not saved: it is too long or can carry credentials
	Status     int       `json:"status,omitempty"` // 0 if there was no response
	Failed     bool      `json:"failed,omitempty"` // part of the request failed
	Elapsed    int       `json:"elapsed"`          // milliseconds
	Size       int64     `json:"size"`             // of the response, in bytes
}

// Store saves the history in one file, to which it appends requests. It is safe for concurrent use, also by several
// processes.
type Store struct {
	path, old string

	mu      sync.Mutex // guards the file
	started bool       // the file was already compacted

	waiting sync.Mutex // guards the fields below
	added   []Entry    // not written yet, oldest first
	writing chan struct{}
	failed  error // error of the last write
}

// Add saves a request as the newest. If private, it saves it without its query and body. Add returns at once; the
// request is written in the background and is part of every later List.
func (s *Store) Add(e Entry, private bool) {
	s.waiting.Lock()
	defer s.waiting.Unlock()
	s.added = append(s.added, limited(e, private))
	if s.writing != nil {
		return
	}
	s.writing = make(chan struct{})
	go s.write(s.writing)
}

// limited returns an entry without the parts that are not saved.
func limited(e Entry, private bool) Entry {
	if private {
		e.Left = e.Left || e.Query != "" || e.Body != ""
		e.Query, e.Body = "", ""
	}
	if len(e.Body) > maxBody {
		e.Left, e.Body = true, ""
	}
	if len(e.Query) > maxAddress {
		e.Left, e.Query = true, ""
	}
	if len(e.Path) > maxAddress {
		e.Left, e.Path = true, e.Path[:maxAddress]+"…"
	}
	return e
}

// write writes added requests until there are no more.
func (s *Store) write(done chan struct{}) {
	for {
		s.waiting.Lock()
		entries := s.added
		s.added = nil
		if len(entries) == 0 {
			s.writing = nil
			close(done)
			s.waiting.Unlock()
			return
		}
		s.waiting.Unlock()
		err := s.locked(func() error { return appendTo(s.path, entries) })
		s.waiting.Lock()
		s.failed = err
		s.waiting.Unlock()
	}
}

// Flush waits until everything added is written, and returns the error of writing it.
func (s *Store) Flush() error {
	s.waiting.Lock()
	writing := s.writing
	s.waiting.Unlock()
	if writing != nil {
		<-writing
	}
	s.waiting.Lock()
	defer s.waiting.Unlock()
	return s.failed
}

// locked runs a change to the file while no other process can change it. The first one also compacts the file.
func (s *Store) locked(change func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	release, err := profile.Lock(s.path)
	if err != nil {
		return fmt.Errorf("save the history: %w", err)
	}
	defer release()
	if !s.started {
		if err := compact(s.path, s.old, time.Now()); err != nil {
			return err
		}
		s.started = true
	}
	return change()
}

// List returns the requests of a connection, newest first.
func (s *Store) List(connection string) ([]Entry, error) {
	all, err := s.All()
	return slices.DeleteFunc(all, func(e Entry) bool { return e.Connection != connection }), err
}

// All returns the requests of all connections, newest first.
func (s *Store) All() ([]Entry, error) {
	_ = s.Flush() // requests that could not be written are missing from the list
	var entries []Entry
	err := s.locked(func() (err error) {
		entries, err = read(s.path)
		return err
	})
	slices.Reverse(entries)
	return kept(entries, time.Now()), err
}

// Clear removes the requests of all connections.
func (s *Store) Clear() error { return s.remove(func(Entry) bool { return true }) }

// Forget removes the requests of a connection.
func (s *Store) Forget(connection string) error {
	return s.remove(func(e Entry) bool { return e.Connection == connection })
}

func (s *Store) remove(which func(Entry) bool) error {
	_ = s.Flush() // requests that could not be written need not be removed
	return s.locked(func() error {
		entries, err := read(s.path)
		if err != nil || !slices.ContainsFunc(entries, which) {
			return err
		}
		return replace(s.path, slices.DeleteFunc(entries, which))
	})
}

// kept returns the entries that are neither too old nor too many, newest first.
func kept(entries []Entry, now time.Time) []Entry {
	count := make(map[string]int)
	return slices.DeleteFunc(entries, func(e Entry) bool {
		count[e.Connection]++
		return count[e.Connection] > maxEntries || now.Sub(e.At) > keptFor
	})
}
