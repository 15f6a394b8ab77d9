package export

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"quarry/backend/rows"
	"quarry/drivers/driver"
)

// fileBuffer is how many bytes are buffered before they are written to the file.
const fileBuffer = 256 << 10

// errTaken is returned if a file with the name already exists and must not be replaced.
var errTaken = &driver.Error{Kind: driver.Conflict, Message: "A file with this name already exists.", Hint: "It was not changed. Choose another name, or replace it."}

var errFolder = &driver.Error{Kind: driver.Invalid, Message: "This is a folder.", Hint: "Enter the name of a file in it."}

// Sink writes documents to a file in a format. Until it is complete, the file has a temporary name in the same folder
// and only the user can read it. Its errors are *driver.Error. Row, Written, Bytes and Stuck can be called at any time, all
// other methods by one goroutine once every Row has returned.
type Sink struct {
	target  string
	replace bool
	file    *os.File
	disk    *disk
	digest  hash.Hash // of the bytes of the file
	sum     string    // its result
	packed  io.WriteCloser
	ahead   *ahead             // before packed
	stop    context.CancelFunc // ends the waiting for space on the disk
	rows    sync.Mutex         // answers of several slices are written at the same time
	layout  layouter

	written, plain atomic.Int64
}

// Create begins a file in a format. Unless replace is true, it fails if the file already exists, and so does Finish. While
// the disk is full, writing waits: [Sink.Stuck] reports it, and the end of ctx ends the waiting.
func Create(ctx context.Context, target string, replace bool, format Format) (*Sink, error) {
	if err := format.check(); err != nil {
		return nil, err
	}
	switch info, err := os.Lstat(target); {
	case err == nil && info.IsDir():
		return nil, errFolder
	case err == nil && !replace:
		return nil, errTaken
	}
	file, err := os.CreateTemp(filepath.Dir(target), "."+shortened(filepath.Base(target))+".*.part")
	if err != nil {
		return nil, fileError("The file could not be created", err)
	}
	ctx, stop := context.WithCancel(ctx)
	s := &Sink{target: target, replace: replace, file: file, disk: &disk{ctx: ctx, to: file, wait: wait}, digest: sha256.New(), stop: stop}
	if s.packed, err = compressor(bufio.NewWriterSize(io.MultiWriter(s.disk, s.digest), fileBuffer), format.Compression); err != nil {
		s.Discard()
		return nil, fileError("The file could not be written", err)
	}
	s.ahead = newAhead(s.packed.Write)
	s.layout = newLayouter(counter{s}, &format)
	return s, nil
}

// counter counts the bytes of a sink before they are compressed.
type counter struct{ sink *Sink }

func (c counter) Write(p []byte) (int, error) {
	n, err := c.sink.ahead.Write(p)
	c.sink.plain.Add(int64(n))
	return n, err
}

// Row implements [plugin.Sink].
func (s *Sink) Row(row rows.Entry, doc string) error {
	s.rows.Lock()
	defer s.rows.Unlock()
	if err := s.layout.row(row, doc); err != nil {
		return writeError(err)
	}
	s.written.Add(1)
	return nil
}

// Written returns how many documents have been written.
func (s *Sink) Written() int64 { return s.written.Load() }

// Bytes returns how many bytes the file has so far.
func (s *Sink) Bytes() int64 { return s.disk.written.Load() }

// Unpacked returns how many bytes have been written, before they were compressed.
func (s *Sink) Unpacked() int64 { return s.plain.Load() }

// Stuck reports whether writing waits for space on the disk.
func (s *Sink) Stuck() bool { return s.disk.stuck.Load() }

// Digest returns the SHA-256 of the file in hexadecimal digits, once Finish has succeeded.
func (s *Sink) Digest() string { return s.sum }

// Finish renames the file to its final name when everything is on the disk. If it fails, the temporary file is removed.
func (s *Sink) Finish() error {
	if err := s.store(); err != nil {
		s.Discard()
		return err
	}
	if err := s.name(); err != nil {
		_ = os.Remove(s.file.Name())
		s.release()
		return err
	}
	syncFolder(filepath.Dir(s.target))
	s.sum = hex.EncodeToString(s.digest.Sum(nil))
	s.release()
	return nil
}

// release frees the memory of what writes the file, which is megabytes. The figures stay.
func (s *Sink) release() {
	s.stop()
	s.layout, s.packed, s.ahead, s.digest = nil, nil, nil, nil
}

// store writes what is in memory to the disk and closes the file.
func (s *Sink) store() error {
	if err := s.layout.flush(true); err != nil {
		return writeError(err)
	}
	if err := s.ahead.Close(); err != nil {
		return writeError(err)
	}
	if err := s.packed.Close(); err != nil {
		return writeError(err)
	}
	if err := errors.Join(s.disk.settled(), s.file.Sync()); err != nil {
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
	s.stop()
	if s.ahead != nil {
		_ = s.ahead.Close()
	}
	_ = s.disk.settled()
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
	s.release()
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

// writeError returns an error of writing: one of the layout as it is, any other as one of the file.
func writeError(err error) error {
	var e *driver.Error
	if errors.As(err, &e) {
		return e
	}
	return fileError("The file could not be written", err)
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
