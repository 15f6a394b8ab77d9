// Package exchanges reads requests and responses recorded from real engines, for tests.
package exchanges

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Exchange is one request and its response, byte for byte.
type Exchange struct {
	Case     string // case name: "browse.window.tiny.over"
	Engine   string // "elasticsearch 8.16.3"
	Request  Request
	Response Response
}

// Request is what was sent.
type Request struct {
	Method   string
	Path     string // with the query, percent-encoded
	Headers  []Header
	Body     string
	Encoding string `json:"body_encoding"` // "" for UTF-8, or "base64"
}

// Response is what the engine returned. If there was no response, Status is 0 and Error says why.
type Response struct {
	Status   int
	Headers  []Header
	Body     string
	Encoding string `json:"body_encoding"` // "utf-8" or "base64"
	Error    string
}

// Header is a name and a value.
type Header struct{ Name, Value string }

// UnmarshalJSON reads the pair [name, value].
func (h *Header) UnmarshalJSON(raw []byte) error {
	var pair [2]string
	if err := json.Unmarshal(raw, &pair); err != nil {
		return fmt.Errorf("read a header: %w", err)
	}
	h.Name, h.Value = pair[0], pair[1]
	return nil
}

// Load returns the exchanges with one engine ("elasticsearch") in one version ("8.16.3", "8.16.3-security") in the
// order in which they were sent. The current folder must be inside the module.
func Load(engine, version string) ([]Exchange, error) {
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	list, err := LoadFile(filepath.Join(root, "testdata", "exchanges", engine, "exchanges-"+version+".jsonl.gz"))
	if err != nil {
		return nil, fmt.Errorf("open the exchanges of %s %s: %w", engine, version, err)
	}
	return list, nil
}

// LoadFile returns the exchanges in a file, which has one per line and is gzipped if its name ends in .gz.
func LoadFile(path string) ([]Exchange, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var plain io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if plain, err = gzip.NewReader(file); err != nil {
			return nil, fmt.Errorf("unpack %s: %w", path, err)
		}
	}
	list, err := read(plain)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return list, nil
}

// Find returns the first exchange with that case name.
func Find(list []Exchange, name string) (Exchange, bool) {
	for _, x := range list {
		if x.Case == name {
			return x, true
		}
	}
	return Exchange{}, false
}

func read(plain io.Reader) ([]Exchange, error) {
	var list []Exchange
	decoder := json.NewDecoder(bufio.NewReaderSize(plain, 1<<20))
	for {
		var x Exchange
		err := decoder.Decode(&x)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(list)+1, err)
		}
		list = append(list, x)
	}
}

// moduleRoot returns the nearest folder with a go.mod, from the current one upwards.
func moduleRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the current folder: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		up := filepath.Dir(folder)
		if up == folder {
			return "", errors.New("no go.mod in the current folder or above it")
		}
		folder = up
	}
}
