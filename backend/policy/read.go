package policy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"quarry/backend/system/causes"
)

// maxSize is the maximum size of a policy.
const maxSize = 1 << 20

// State is what was found at the start.
type State struct {
	Policy *Policy // never nil; without a policy, or if it is refused, it decides nothing
	From   string  // the file or key with the policy, "" if there is none
	// Refused says in a sentence why the policy cannot be used, "" if it can. Then nothing may be connected to or
	// installed.
	Refused string
	Details string // of the refusal, a line for each mistake
}

// Load reads the policy of this computer.
func Load() *State {
	for _, s := range sources() {
		data, err := s.read()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		return stateOf(s.name, data, err)
	}
	return &State{Policy: &Policy{}}
}

// LoadFile reads a policy from a file that anyone may have written. It is for tests only.
func LoadFile(path string) *State {
	data, err := ReadFile(path)
	return stateOf(path, data, err)
}

// source is a place of the policy. Its error is fs.ErrNotExist if there is none.
type source struct {
	name string
	read func() ([]byte, error)
}

func stateOf(from string, data []byte, err error) *State {
	s := &State{Policy: &Policy{}, From: from}
	if err == nil {
		var p *Policy
		if p, err = Parse(data); err == nil {
			s.Policy = p
			return s
		}
	}
	var (
		mistakes Problems
		open     *Unprotected
	)
	switch {
	case errors.As(err, &mistakes):
		s.Refused = "The policy of your organisation contains mistakes."
	case errors.As(err, &open):
		s.Refused = "The policy of your organisation can be changed by someone who is not an administrator."
	default:
		s.Refused = "The policy of your organisation cannot be read."
	}
	s.Details = err.Error()
	return s
}

// Unprotected means that others than administrators can change the policy.
type Unprotected struct {
	Path string // the file or the folder that they can change
	Why  string
}

// Error says what can be changed, and why.
func (u *Unprotected) Error() string { return fmt.Sprintf("%s %s", u.Path, u.Why) }

// ReadFile reads a file that may be a policy.
func ReadFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, readable(path, err)
	}
	defer file.Close()
	return readAll(path, file)
}

func readAll(path string, file *os.File) ([]byte, error) {
	if about, err := file.Stat(); err == nil && !about.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	data, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	switch {
	case err != nil:
		return nil, readable(path, err)
	case len(data) > maxSize:
		return nil, fmt.Errorf("%s is larger than %d bytes", path, maxSize)
	}
	return data, nil
}

// readable returns an error whose text is a path and a cause.
func readable(path string, err error) error {
	return &unread{path, err}
}

type unread struct {
	path string
	err  error
}

func (u *unread) Error() string { return u.path + ": " + causes.Of(u.err) }
func (u *unread) Unwrap() error { return u.err }
