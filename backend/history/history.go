// Package history saves which requests were typed and sent over each connection: never a response, and of a route that
// can carry credentials neither query nor body.
package history

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"quarry/backend/profile"
)

// FileName is the name of the file in the profile folder.
const FileName = "history.json"

const (
	fileVersion = 1
	maxEntries  = 500 // of all connections; the oldest is dropped first
	maxBody     = 8 << 10
	keptFor     = 90 * 24 * time.Hour
)

// ErrNewer says that the file was written by a newer version of Quarry. It is not changed.
var ErrNewer = errors.New("the history was written by a newer version of Quarry")

// Entry is one request that was sent.
type Entry struct {
	Connection string    `json:"connection"`
	At         time.Time `json:"at"`
	Method     string    `json:"method"`
	Path       string    `json:"path"`
	Query      string    `json:"query,omitempty"`
	Body       string    `json:"body,omitempty"`
	Left       bool      `json:"left,omitempty"`   // the body or more is not saved: it is too long or can carry credentials
	Status     int       `json:"status,omitempty"` // 0 if no response came
	Elapsed    int       `json:"elapsed"`          // milliseconds
	Size       int64     `json:"size"`             // of the response, in bytes
}

type document struct {
	Version int     `json:"version"`
	Entries []Entry `json:"entries"` // the newest first
}

// Store saves the history in one file. It is safe for concurrent use.
type Store struct{ file *profile.Document[document] }

// Open returns the store of a profile folder. It reads nothing yet.
func Open(folder string) *Store {
	return &Store{profile.NewDocument[document](filepath.Join(folder, FileName), "the history", fileVersion, ErrNewer, profile.Disposable)}
}

// Add saves a request as the newest. A private one is saved without its query and body.
func (s *Store) Add(e Entry, private bool) error {
	switch {
	case private:
		e.Left = e.Query != "" || e.Body != ""
		e.Query, e.Body = "", ""
	case len(e.Body) > maxBody:
		e.Left, e.Body = true, ""
	}
	return s.file.Change(func(doc *document) bool {
		doc.Version = fileVersion
		doc.Entries = slices.Insert(doc.Entries, 0, e)
		doc.Entries = slices.DeleteFunc(doc.Entries, func(old Entry) bool { return e.At.Sub(old.At) > keptFor })
		doc.Entries = doc.Entries[:min(len(doc.Entries), maxEntries)]
		return true
	})
}

// List returns the requests of a connection, the newest first.
func (s *Store) List(connection string) ([]Entry, error) {
	doc, err := s.file.Read()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(doc.Entries, func(e Entry) bool { return e.Connection != connection }), nil
}

// All returns the requests of all connections, the newest first.
func (s *Store) All() ([]Entry, error) {
	doc, err := s.file.Read()
	return doc.Entries, err
}

// Clear removes the requests of all connections.
func (s *Store) Clear() error {
	return s.file.Change(func(doc *document) bool {
		had := len(doc.Entries) > 0
		doc.Entries = nil
		return had
	})
}

// Forget removes the requests of a connection.
func (s *Store) Forget(connection string) error {
	return s.file.Change(func(doc *document) bool {
		before := len(doc.Entries)
		doc.Entries = slices.DeleteFunc(doc.Entries, func(e Entry) bool { return e.Connection == connection })
		return len(doc.Entries) < before
	})
}
