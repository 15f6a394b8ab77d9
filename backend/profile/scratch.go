package profile

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"quarry/backend/system/files"
)

// scratchFolder has a folder for each process with temporary files.
const scratchFolder = "scratch"

// unfinishedName is the file in that folder that lists unfinished files of the process in other places, as a JSON
// array.
const unfinishedName = "unfinished.json"

// Scratch is where a process has its temporary files: responses and documents that do not fit into memory. Only the
// user can read them. If a process ends without closing its Scratch, SweepScratch removes the files. It is safe for
// concurrent use.
type Scratch struct {
	profile string

	mu         sync.Mutex
	folder     string // "" until it is needed
	release    func()
	unfinished []string
	closed     bool
}

// NewScratch returns the scratch of this process in a profile folder. It creates nothing yet.
func NewScratch(profile string) *Scratch { return &Scratch{profile: profile} }

// Folder returns the folder for temporary files. The first call creates it.
func (s *Scratch) Folder() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open()
}

func (s *Scratch) open() (string, error) {
	switch {
	case s.closed:
		return "", errors.New("make a folder for temporary files: the application is ending")
	case s.folder != "":
		return s.folder, nil
	}
	name := "scratch-" + rand.Text()
	release, err := Live(s.profile, name) // before creating the folder, so that nobody mistakes it for a leftover
	if err != nil {
		return "", fmt.Errorf("make a folder for temporary files: %w", err)
	}
	folder := filepath.Join(s.profile, scratchFolder, name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		release()
		return "", fmt.Errorf("make a folder for temporary files: %w", err)
	}
	s.folder, s.release = folder, release
	return folder, nil
}

// Begin records a file outside the folder that must be removed if the process ends before end is called. Its name must
// begin with a dot and end with .part.
func (s *Scratch) Begin(path string) (end func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.open(); err != nil {
		return nil, err
	}
	s.unfinished = append(s.unfinished, path)
	if err := s.record(); err != nil {
		s.unfinished = s.unfinished[:len(s.unfinished)-1]
		return nil, err
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if at := slices.Index(s.unfinished, path); at >= 0 && !s.closed {
			s.unfinished = slices.Delete(s.unfinished, at, at+1)
			_ = s.record() // at worst, the list names a file that is gone
		}
	}, nil
}

func (s *Scratch) record() error {
	data, err := json.Marshal(s.unfinished)
	if err == nil {
		err = Replace(filepath.Join(s.folder, unfinishedName), data)
	}
	if err != nil {
		return fmt.Errorf("record an unfinished file: %w", err)
	}
	return nil
}

// Close removes the folder with everything in it.
func (s *Scratch) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.folder != "" {
		_ = files.RemoveAll(s.folder)
		_ = files.Remove(filepath.Dir(s.folder)) // fails if another process has its own folder there
		s.release()
	}
}

// SweepScratch removes what processes have left in a profile folder, and the unfinished files that they recorded
// elsewhere.
func SweepScratch(profile string) {
	files.SweepReplacements(profile)
	folder := filepath.Join(profile, scratchFolder)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || IsLiving(profile, e.Name()) {
			continue
		}
		left := filepath.Join(folder, e.Name())
		data, _ := os.ReadFile(filepath.Join(left, unfinishedName))
		var paths []string
		_ = json.Unmarshal(data, &paths)
		for _, path := range paths {
			if isUnfinished(path) {
				_ = files.Remove(path)
			}
		}
		_ = files.RemoveAll(left)
	}
	_ = files.Remove(folder) // fails unless the folder is empty
}

// isUnfinished reports whether a path can be that of an unfinished file: nothing else is ever removed.
func isUnfinished(path string) bool {
	name := filepath.Base(path)
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular() && filepath.IsAbs(path) && strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".part")
}
