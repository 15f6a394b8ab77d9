package export

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"quarry/drivers/driver"
)

// fileBuffer is how many bytes are buffered before they are written to the file.
const fileBuffer = 256 << 10

// errTaken is returned if a file with the name already exists and must not be replaced.
var errTaken = &driver.Error{Kind: driver.Conflict, Message: "A file with this name already exists.", Hint: "It was not changed. Choose another name, or replace it."}

// Sink writes documents as JSON Lines to a file. Until it is complete, the file has a temporary name in the same folder
// and only the user can read it. Its errors are *driver.Error. Written and Bytes can be called at any time, all other
// methods by one goroutine.
type Sink struct {
	target  string
	replace bool
	file    *os.File
	buffer  *bufio.Writer
	line    []byte // a document without its line breaks

	written, bytes atomic.Int64
}

// Create begins a file. Unless replace is true, it fails if the file already exists, and so does Finish.
func Create(target string, replace bool) (*Sink, error) {
	if _, err := os.Lstat(target); err == nil && !replace {
		return nil, errTaken
	}
	file, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*.part")
	if err != nil {
		return nil, fileError("The file could not be created", err)
	}
	return &Sink{target: target, replace: replace, file: file, buffer: bufio.NewWriterSize(file, fileBuffer)}, nil
}

// Document implements [plugin.Sink]. It leaves out line breaks between tokens and writes every other byte as it is.
func (s *Sink) Document(text []byte) error {
	if bytes.ContainsAny(text, "\n\r") {
		var err error
		if s.line, err = joined(s.line[:0], text); err != nil {
			return err
		}
		text = s.line
	}
	if _, err := s.buffer.Write(text); err != nil {
		return fileError("The file could not be written", err)
	}
	if err := s.buffer.WriteByte('\n'); err != nil {
		return fileError("The file could not be written", err)
	}
	s.bytes.Add(int64(len(text)) + 1)
	s.written.Add(1)
	return nil
}

// Written returns how many documents have been written.
func (s *Sink) Written() int64 { return s.written.Load() }

// Bytes returns how many bytes have been written.
func (s *Sink) Bytes() int64 { return s.bytes.Load() }

// Finish renames the file to its final name when everything is on the disk. If it fails, the temporary file is removed.
func (s *Sink) Finish() error {
	if err := s.store(); err != nil {
		s.Discard()
		return err
	}
	if err := s.name(); err != nil {
		_ = os.Remove(s.file.Name())
		return err
	}
	syncFolder(filepath.Dir(s.target))
	return nil
}

// store writes what is in memory to the disk and closes the file.
func (s *Sink) store() error {
	if err := s.buffer.Flush(); err != nil {
		return fileError("The file could not be written", err)
	}
	if err := s.file.Sync(); err != nil {
		return fileError("The file could not be written", err)
	}
	if err := s.file.Close(); err != nil {
		return fileError("The file could not be written", err)
	}
	return nil
}

// name renames the file to its final name.
func (s *Sink) name() error {
	if s.replace {
		if err := os.Rename(s.file.Name(), s.target); err != nil {
			return fileError("The file could not get its name", err)
		}
		return nil
	}
	err := os.Link(s.file.Name(), s.target) // it never replaces a file that was created meanwhile
	switch {
	case err == nil:
		_ = os.Remove(s.file.Name())
		return nil
	case errors.Is(err, fs.ErrExist):
		return errTaken
	}
	if _, err := os.Lstat(s.target); err == nil {
		return errTaken
	}
	if err := os.Rename(s.file.Name(), s.target); err != nil { // a file system without hard links
		return fileError("The file could not get its name", err)
	}
	return nil
}

// Discard removes the temporary file.
func (s *Sink) Discard() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}

// syncFolder makes the new name survive a loss of power, if the system can.
func syncFolder(path string) {
	folder, err := os.Open(path)
	if err != nil {
		return
	}
	_ = folder.Sync()
	_ = folder.Close()
}

// joined appends a document without the line breaks between its tokens.
func joined(dst, text []byte) ([]byte, error) {
	inside := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n' || c == '\r':
			if inside {
				return nil, &driver.Error{Kind: driver.Engine, Message: "A string of a document has a line break in it, which is not JSON: it cannot be written in one line.", Sent: true}
			}
			continue
		case c == '"':
			inside = !inside
		case c == '\\' && inside && i+1 < len(text):
			dst = append(dst, c)
			i++
		}
		dst = append(dst, text[i])
	}
	return dst, nil
}

// fileError returns an error whose message says what happened to the file.
func fileError(what string, err error) *driver.Error {
	e := &driver.Error{Kind: driver.Invalid, Message: what + ".", Detail: err.Error()}
	switch {
	case full(err):
		e.Message, e.Hint = "The disk is full.", "Free some space, or choose a folder on another disk."
	case errors.Is(err, fs.ErrPermission):
		e.Message, e.Hint = "You do not have permission to write to this folder.", "Choose another folder."
	case errors.Is(err, fs.ErrNotExist):
		e.Message, e.Hint = "The folder does not exist.", "Choose another folder."
	default:
		var at *fs.PathError
		if errors.As(err, &at) {
			e.Message = fmt.Sprintf("%s: %v.", what, at.Err)
		}
	}
	return e
}
