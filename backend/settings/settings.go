// Package settings keeps what the user decided for the whole application, in one small file of the profile. It holds no
// secret.
package settings

import (
	"errors"
	"fmt"
	"sync"

	"quarry/backend/profile"
)

// FileName is the name of the file in the profile folder.
const FileName = "settings.json"

// Settings are the user's decisions. A zero value is the default of each.
type Settings struct {
	Theme    string `json:"theme,omitempty"`    // light, dark or "" for the system's
	Registry string `json:"registry,omitempty"` // address of the driver registry's index, "" for the build's own
}

// Broken says that the file could not be read as settings and was set aside, whole. The defaults hold from then on.
type Broken struct {
	Aside string // the whole path of the file where it lies since
	err   error
}

// Error says what happened and where the file lies.
func (b *Broken) Error() string {
	return fmt.Sprintf("the settings could not be read and were set aside as %s: %v", b.Aside, b.err)
}

// Message is the sentence for the user.
func (b *Broken) Message() string {
	return "The settings could not be read. Their file was kept as " + b.Aside + ", and the defaults hold."
}

// Unwrap gives the cause.
func (b *Broken) Unwrap() error { return b.err }

// Store reads and writes the settings. It is safe for concurrent use.
type Store struct {
	path string

	mu     sync.Mutex // of the file and of what follows
	broken *Broken
}

// Open gives the settings of a profile. It reads nothing yet.
func Open(folder string) *Store { return &Store{path: fileIn(folder)} }

// Get gives the settings; the defaults where there is no file, or where it was set aside, which Notice tells.
func (s *Store) Get() (Settings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc, err := s.read()
	if err != nil {
		return Settings{}, err
	}
	return doc.Settings, nil
}

// Change reads the settings, lets change decide, and writes them whole or not at all. Members of the file that this
// version does not know stay as they are.
func (s *Store) Change(change func(*Settings)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	release, err := profile.Lock(s.path)
	if err != nil {
		return fmt.Errorf("change the settings: %w", err)
	}
	defer release()
	doc, err := s.read()
	if err != nil {
		return err
	}
	before := doc.Settings
	change(&doc.Settings)
	if doc.Settings == before {
		return nil
	}
	return s.write(doc)
}

// Notice is the sentence about a file that was set aside since the store was opened, "" where none was.
func (s *Store) Notice() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken == nil {
		return ""
	}
	return s.broken.Message()
}

// RegistryAddress gives the address of the driver registry that the user chose, "" where none was.
func (s *Store) RegistryAddress() (string, error) {
	at, err := s.Get()
	return at.Registry, err
}

// KeepRegistryAddress keeps the address of the driver registry; "" forgets it.
func (s *Store) KeepRegistryAddress(address string) error {
	return s.Change(func(at *Settings) { at.Registry = address })
}

// read gives the file's content. The lock is held.
func (s *Store) read() (*document, error) {
	doc, err := readFile(s.path)
	var broken *Broken
	if errors.As(err, &broken) {
		s.broken = broken
		return &document{}, nil
	}
	return doc, err
}
