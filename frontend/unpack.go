package frontend

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
)

// packedSuffix ends the name of a file that the build compressed.
const packedSuffix = ".gz"

// unpackFS opens name.gz as name, decompressed, and everything else unchanged. Each file is decompressed once, when it
// is first opened.
type unpackFS struct {
	files    fs.FS
	unpacked *sync.Map // from the name of a packed file to a func() ([]byte, error)
}

func unpackOver(files fs.FS) unpackFS { return unpackFS{files, new(sync.Map)} }

func (u unpackFS) Open(name string) (fs.File, error) {
	file, err := u.files.Open(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	data, failed := u.unpack(name + packedSuffix)
	if errors.Is(failed, fs.ErrNotExist) {
		return nil, err
	}
	if failed != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: failed}
	}
	return unpackedFile{bytes.NewReader(data), path.Base(name)}, nil
}

// unpack returns a compressed file's content, which it decompresses only once.
func (u unpackFS) unpack(packed string) ([]byte, error) {
	if _, err := fs.Stat(u.files, packed); err != nil {
		return nil, err
	}
	once, _ := u.unpacked.LoadOrStore(packed, sync.OnceValues(func() ([]byte, error) { return unpack(u.files, packed) }))
	return once.(func() ([]byte, error))()
}

func unpack(files fs.FS, name string) ([]byte, error) {
	packed, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", name, err)
	}
	var data bytes.Buffer
	data.Grow(unpackedSize(packed) + bytes.MinRead)
	if _, err := data.ReadFrom(reader); err != nil {
		return nil, fmt.Errorf("unpack %s: %w", name, err)
	}
	return data.Bytes(), nil
}

// unpackedSize returns the size of the content as recorded at the end of a gzip file (RFC 1952, 2.3.1).
func unpackedSize(packed []byte) int {
	return int(binary.LittleEndian.Uint32(packed[len(packed)-4:]))
}

// unpackedFile is an open file with its information.
type unpackedFile struct {
	*bytes.Reader
	name string
}

func (f unpackedFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f unpackedFile) Close() error               { return nil }

func (f unpackedFile) Name() string       { return f.name }
func (f unpackedFile) Size() int64        { return f.Reader.Size() }
func (f unpackedFile) Mode() fs.FileMode  { return 0o444 }
func (f unpackedFile) ModTime() time.Time { return time.Time{} }
func (f unpackedFile) IsDir() bool        { return false }
func (f unpackedFile) Sys() any           { return nil }
