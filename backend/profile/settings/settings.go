// Package settings saves the user's settings for the whole application in one small file in the profile. It contains no
// secrets.
package settings

import (
	"errors"
	"fmt"
	"sync"

	"quarry/backend/profile"
)

// FileName is the name of the file in the profile folder.
const FileName = "settings.json"

// Settings are the user's settings. Zero values are the defaults.
type Settings struct {
	Theme    string `json:"theme,omitempty"`    // light, dark or "" for the system's
	Registry string `json:"registry,omitempty"` // address of the driver registry's index, "" for the build's default

	TextSize  int    `json:"textSize,omitempty"`  // percent of the normal text size, 0 for normal
	RowHeight string `json:"rowHeight,omitempty"` // row height in the grid: normal, relaxed or "" for compact

	ForgetUnsaved bool `json:"forgetUnsaved,omitempty"` // do not write unsaved edits to the profile
}

// Broken means that the file could not be read as settings and was renamed. From then on the defaults are used.
type Broken struct {
	Aside string // the file's new path
	err   error
}

// Error returns what happened and where the file is.
func (b *Broken) Error() string {
	return fmt.Sprintf("the settings could not be read and were renamed to %s: %v", b.Aside, b.err)
}

// Message returns the sentence for the user.
func (b *Broken) Message() string {
	return "Quarry could not read the settings. The old file was saved as " + b.Aside + ". Defaults are in use."
}

// Unwrap returns the cause.
func (b *Broken) Unwrap() error { return b.err }

// Store reads and writes the settings. It is safe for concurrent use.
type Store struct {
	path string

	mu     sync.Mutex // guards the file and the fields below
	broken *Broken
}

// Open returns the settings of a profile. It reads nothing yet.
func Open(folder string) *Store { return &Store{path: fileIn(folder)} }

// Get returns the settings, or the defaults if there is no file or it was renamed, which Notice reports.
func (s *Store) Get() (Settings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc, err := s.read()
	if err != nil {
		return Settings{}, err
	}
	return doc.Settings, nil
}

// Change reads the settings, calls change with them and writes them atomically. It preserves members of the file that
// this version does not know.
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

// Notice returns the sentence about a file that was renamed since the store was opened, "" if there is none.
func (s *Store) Notice() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken == nil {
		return ""
	}
	return s.broken.Message()
}

// RegistryAddress returns the user's address for the driver registry, "" if none is set.
func (s *Store) RegistryAddress() (string, error) {
	at, err := s.Get()
	return at.Registry, err
}

// KeepRegistryAddress saves the address of the driver registry; "" removes it.
func (s *Store) KeepRegistryAddress(address string) error {
	return s.Change(func(at *Settings) { at.Registry = address })
}

// ForgetsUnsaved reports whether unsaved edits must not be written to the profile: the user's choice, or the default if
// the settings cannot be read.
func (s *Store) ForgetsUnsaved() bool {
	at, err := s.Get()
	return err == nil && at.ForgetUnsaved
}

// read returns the file's content. The lock is held.
func (s *Store) read() (*document, error) {
	doc, err := readFile(s.path)
	var broken *Broken
	if errors.As(err, &broken) {
		s.broken = broken
		return &document{}, nil
	}
	return doc, err
}
