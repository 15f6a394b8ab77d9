package plugin

import (
	"errors"
	"fmt"
	"os"

	"quarry/backend/system/files"
	"quarry/drivers/driver"
)

const (
	// maxHeld is how many bytes of an item written in pieces are held in memory.
	maxHeld = 16 << 20
	// MaxPrivate is the maximum size of a private item written in pieces.
	MaxPrivate = 64 << 20
)

// errPrivate is returned for a private response that is too large to keep.
var errPrivate = &driver.Error{
	Kind: driver.Unsupported, Code: driver.CodeTooLarge, Sent: true, Message: "The response is larger than 64 MB.",
	Hint: "It can hold credentials, so it is never written to a file, and only 64 MB of it fit in memory. Request less at once.",
}

// ShelfWriter writes one item in pieces. It is for one goroutine, which must finish with Keep or Discard.
type ShelfWriter struct {
	shelf   *Shelf
	private bool
	text    []byte
	file    *os.File
	size    int64
}

// Writer begins an item. Above the shelf's budget, or above 16 MB, it is written to a temporary file. A private item
// never is: its limit is 64 MB.
func (s *Shelf) Writer(private bool) *ShelfWriter { return &ShelfWriter{shelf: s, private: private} }

// Write implements io.Writer. For a private item that is too large, the error's code is CodeTooLarge.
func (w *ShelfWriter) Write(p []byte) (int, error) {
	if w.private && w.size+int64(len(p)) > MaxPrivate {
		return 0, errPrivate
	}
	w.size += int64(len(p))
	if w.file == nil && (w.private || w.shelf.hold(len(w.text)+len(p), len(p))) {
		w.text = append(w.text, p...)
		return len(p), nil
	}
	if err := w.spill(); err != nil {
		return 0, err
	}
	return w.file.Write(p)
}

// hold reserves n bytes of the budget for an item that grows to size bytes, and reports whether they were available.
func (s *Shelf) hold(size, n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if size > maxHeld || s.held+n > s.budget {
		return false
	}
	s.held += n
	return true
}

// spill moves the bytes in memory to a file.
func (w *ShelfWriter) spill() error {
	if w.file != nil {
		return nil
	}
	f, err := w.shelf.createFile()
	if err != nil {
		return fmt.Errorf("keep a response in a temporary file: %w", err)
	}
	w.file = f
	if _, err := f.Write(w.text); err != nil {
		return fmt.Errorf("keep a response in a temporary file: %w", err)
	}
	w.free()
	return nil
}

// free releases the memory.
func (w *ShelfWriter) free() {
	if !w.private {
		w.shelf.mu.Lock()
		w.shelf.held -= len(w.text)
		w.shelf.mu.Unlock()
	}
	w.text = nil
}

// Size returns the number of bytes written.
func (w *ShelfWriter) Size() int64 { return w.size }

// Keep puts the written bytes on the shelf and returns their number.
func (w *ShelfWriter) Keep() (int64, error) {
	t := &thing{text: w.text, size: w.size}
	if w.file != nil {
		t.file = w.file.Name()
		if err := w.file.Close(); err != nil {
			return 0, errors.Join(fmt.Errorf("keep a response in a temporary file: %w", err), files.Remove(t.file))
		}
	}
	number, err := w.shelf.add(t, w.private)
	if err != nil {
		w.Discard()
	}
	return number, err
}

// add puts an item on the shelf. Its memory is already reserved, unless it is private.
func (s *Shelf) add(t *thing, private bool) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, ErrGone
	}
	if private {
		s.held += len(t.text)
	}
	s.next++
	s.things[s.next] = t
	return s.next, nil
}

// Discard deletes what was written. Do not call it after Keep.
func (w *ShelfWriter) Discard() {
	w.free()
	if w.file != nil {
		_ = w.file.Close() // the file is deleted anyway
		_ = files.Remove(w.file.Name())
	}
}
