package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
)

// entries are the images of an .icns: the type of each and its width and height in pixels. Types 11 to 14 are those for
// screens with two pixels to a point.
var entries = []struct {
	kind string
	size int
}{
	{"icp4", 16}, {"icp5", 32}, {"icp6", 64}, {"ic07", 128}, {"ic08", 256}, {"ic09", 512}, {"ic10", 1024},
	{"ic11", 32}, {"ic12", 64}, {"ic13", 256}, {"ic14", 512},
}

// header is the length of the header of a file and of each entry: four letters and the length with the header.
const header = 8

// makeIcon returns an .icns of the files SIZE.png in a folder.
func makeIcon(folder string) ([]byte, error) {
	var body bytes.Buffer
	for _, e := range entries {
		picture, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("%d.png", e.size)))
		if err != nil {
			return nil, err
		}
		writeEntry(&body, e.kind, picture)
	}
	var file bytes.Buffer
	writeEntry(&file, "icns", body.Bytes())
	return file.Bytes(), nil
}

func writeEntry(to *bytes.Buffer, kind string, content []byte) {
	to.WriteString(kind)
	_ = binary.Write(to, binary.BigEndian, uint32(header+len(content))) // a buffer takes everything
	to.Write(content)
}

// readIcon returns the width in pixels of each image of an .icns by its type.
func readIcon(file []byte) (map[string]int, error) {
	kind, body, rest, err := readEntry(file)
	if err != nil || kind != "icns" || len(rest) > 0 {
		return nil, errors.New("not an .icns")
	}
	sizes := map[string]int{}
	for len(body) > 0 {
		var content []byte
		if kind, content, body, err = readEntry(body); err != nil {
			return nil, err
		}
		picture, err := png.DecodeConfig(bytes.NewReader(content))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		if picture.Width != picture.Height {
			return nil, fmt.Errorf("%s is not square", kind)
		}
		sizes[kind] = picture.Width
	}
	return sizes, nil
}

func readEntry(from []byte) (kind string, content, rest []byte, err error) {
	if len(from) < header {
		return "", nil, nil, errors.New("an entry is cut off")
	}
	length := uint64(binary.BigEndian.Uint32(from[4:]))
	if length < header || length > uint64(len(from)) {
		return "", nil, nil, fmt.Errorf("%q has a wrong length", from[:4])
	}
	return string(from[:4]), from[header:length], from[length:], nil
}
