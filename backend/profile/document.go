package profile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// Document is a JSON file in the profile folder that can be lost without harm: a file that cannot be read as a T counts
// as empty. T has a member "version". It is safe for concurrent use, also by several processes.
type Document[T any] struct {
	path    string
	what    string // names the content in errors: "the open tabs"
	version int
	newer   error
	mu      sync.Mutex
}

// NewDocument returns the document at a path. It reads nothing yet. newer is the error for a file with a higher
// version, which is never changed.
func NewDocument[T any](path, what string, version int, newer error) *Document[T] {
	return &Document[T]{path: path, what: what, version: version, newer: newer}
}

// Read returns the content, or a zero T if there is no file.
func (d *Document[T]) Read() (*T, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.read()
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
	content, err := d.read()
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

func (d *Document[T]) read() (*T, error) {
	data, err := os.ReadFile(d.path)
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
	if json.Unmarshal(data, content) != nil {
		return new(T), nil
	}
	return content, nil
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
