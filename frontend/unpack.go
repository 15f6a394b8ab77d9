package frontend

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"
)

// packedSuffix ends the name of a file that the build packed.
const packedSuffix = ".gz"

// unpackFS opens what files holds as name.gz by its name, unpacked, and everything else as it is.
type unpackFS struct {
	files    fs.FS
	unpacked func() (map[string][]byte, error)
}

func unpackOver(files fs.FS) unpackFS {
	return unpackFS{files, sync.OnceValues(func() (map[string][]byte, error) { return unpackAll(files) })}
}

func (u unpackFS) Open(name string) (fs.File, error) {
	file, err := u.files.Open(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	all, failed := u.unpacked()
	if failed != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: failed}
	}
	data, ok := all[name]
	if !ok {
		return nil, err
	}
	return unpackedFile{bytes.NewReader(data), path.Base(name)}, nil
}

// unpackAll gives the content of every packed file by its name without the suffix.
func unpackAll(files fs.FS) (map[string][]byte, error) {
	all := map[string][]byte{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, packedSuffix) {
			return err
		}
		data, err := unpack(files, name)
		all[strings.TrimSuffix(name, packedSuffix)] = data
		return err
	})
	return all, err
}

func unpack(files fs.FS, name string) ([]byte, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", name, err)
	}
	data, err := io.ReadAll(reader)
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", name, err)
	}
	return data, nil
}

// unpackedFile is an open file and what is told about it.
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
