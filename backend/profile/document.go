package profile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"quarry/backend/system/files"
)

// Kind says what happens to a file that cannot be read.
type Kind int

const (
	// Disposable content is not the user's work, such as the width of a column: a file that cannot be read counts as
	// empty.
	Disposable Kind = iota
	// UsersWork was created by the user, such as a saved request: a file that cannot be read is renamed, with its
	// content unchanged, and TakeNotice says so.
	UsersWork
)

// Document is a JSON file in the profile folder. T has a member "version". It is safe for concurrent use, also by
// several processes.
type Document[T any] struct {
	path    string
	what    string // what the content is called in sentences: "the open tabs"
	version int
	newer   error
	kind    Kind
	mu      sync.Mutex
	notices []string // about files that were set aside
}

// NewDocument returns the document at a path. It reads nothing yet. newer is the error for a file with a higher
// version, which is never changed.
func NewDocument[T any](path, what string, version int, newer error, kind Kind) *Document[T] {
	return &Document[T]{path: path, what: what, version: version, newer: newer, kind: kind}
}

// Read returns the content, or a zero T if there is no file.
func (d *Document[T]) Read() (*T, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	content, err := d.read()
	if !errors.Is(err, errUnreadable) {
		return content, err
	}
	release, err := Lock(d.path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", d.what, err)
	}
	defer release()
	return d.readOrSetAside()
}

// Change reads the content, calls change with it and, if that returns true, writes the file atomically.
func (d *Document[T]) Change(change func(*T) bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	release, err := Lock(d.path)
	if err != nil {
		return fmt.Errorf("save %s: %w", d.what, err)
	}
	defer release()
	content, err := d.readOrSetAside()
	if err != nil || !change(content) {
		return err
	}
	data, err := Encode(content)
	if err == nil {
		err = Replace(d.path, data)
	}
	if err != nil {
		return fmt.Errorf("save %s: %w", d.what, err)
	}
	return nil
}

// TakeNotice reads the file and returns what the user should know about it: one sentence for each unreadable file that
// was set aside. It returns each sentence once, and "" if there is nothing to report.
func (d *Document[T]) TakeNotice() string {
	_, _ = d.Read() // callers that need the content get the error themselves
	d.mu.Lock()
	defer d.mu.Unlock()
	notice := strings.Join(d.notices, " ")
	d.notices = nil
	return notice
}

// errUnreadable means that the file is not a T.
var errUnreadable = errors.New("the file cannot be read")

// readOrSetAside reads the file. A file that is not a T counts as empty; if it is the user's work, it is renamed. The
// file is locked.
func (d *Document[T]) readOrSetAside() (*T, error) {
	content, err := d.read()
	if !errors.Is(err, errUnreadable) {
		return content, err
	}
	aside, err := SetAside(d.path)
	if err != nil {
		return nil, fmt.Errorf("set aside the file of %s, which cannot be read: %w", d.what, err)
	}
	d.notices = append(d.notices, "Quarry could not read "+d.what+". The old file was saved as "+aside+".")
	return new(T), nil
}

// read returns the content, or a zero T if there is no file or a disposable one is not a T. For any other file that is
// not a T, the error is errUnreadable.
func (d *Document[T]) read() (*T, error) {
	data, err := files.Read(d.path)
	if errors.Is(err, fs.ErrNotExist) {
		return new(T), nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", d.what, err)
	}
	var head struct {
		Version int `json:"version"`
	}
	if json.Unmarshal(data, &head) == nil && head.Version > d.version {
		return nil, d.newer
	}
	content := new(T)
	switch err := json.Unmarshal(data, content); {
	case err == nil:
		return content, nil
	case d.kind == Disposable:
		return new(T), nil
	default:
		return nil, errUnreadable
	}
}

// Encode returns the bytes of a document: indented JSON.
func Encode(content any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(content)
	return b.Bytes(), err
}
