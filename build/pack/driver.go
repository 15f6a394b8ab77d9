package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tidwall/sjson"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/registry"
	"quarry/backend/system/files"
)

// packaged is a driver with a package in the registry's folder.
type packaged struct {
	version  string
	wasmSize int
	manifest []byte
	entry    registry.Package
}

// packDriver builds the driver, signs it and writes <id>-<version>.qdrv.
func (o *options) packDriver(ctx context.Context, id string, key *keyPair) (packaged, error) {
	text, parsed, err := o.readManifest(id)
	if err != nil {
		return packaged{}, err
	}
	wasm, err := o.build(ctx, id)
	if err != nil {
		return packaged{}, err
	}
	files := registry.Files{Manifest: text, WASM: wasm}
	if parsed.Completion != "" {
		if files.Completion, err = os.ReadFile(filepath.Join(o.module, "drivers", id, parsed.Completion)); err != nil {
			return packaged{}, err
		}
	}
	data, err := registry.WritePackage(files, key.private)
	if err != nil {
		return packaged{}, err
	}
	name := id + "-" + parsed.Version + ".qdrv"
	if _, err := writeIfChanged(filepath.Join(o.out, name), data); err != nil {
		return packaged{}, err
	}
	hash := sha256.Sum256(data)
	return packaged{
		version: parsed.Version, wasmSize: len(wasm), manifest: text,
		entry: registry.Package{Platform: manifest.PlatformAny, URL: name, Size: int64(len(data)), SHA256: hex.EncodeToString(hash[:])},
	}, nil
}

// readManifest reads the driver's manifest and sets its final version.
func (o *options) readManifest(id string) ([]byte, *manifest.Manifest, error) {
	text, err := os.ReadFile(filepath.Join(o.module, "drivers", id, "manifest.json"))
	if err != nil {
		return nil, nil, err
	}
	parsed, err := manifest.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	if parsed.ID != id {
		return nil, nil, fmt.Errorf("its manifest is that of %s", parsed.ID)
	}
	if o.suffix == "" {
		return text, parsed, nil
	}
	if text, err = sjson.SetBytes(text, "version", parsed.Version+o.suffix); err != nil {
		return nil, nil, fmt.Errorf("set the version: %w", err)
	}
	parsed, err = manifest.Parse(text)
	return text, parsed, err
}

// build compiles the driver's main package. The build is reproducible. The linker keeps the name section, so that a
// trap's stack trace is readable.
func (o *options) build(ctx context.Context, id string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "quarry-pack-*")
	if err != nil {
		return nil, err
	}
	defer files.RemoveAll(folder)
	file := filepath.Join(folder, "driver.wasm")
	command := exec.CommandContext(ctx, "go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-o", file, "./drivers/"+id+"/wasm")
	command.Dir = o.module
	command.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if output, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w\n%s", err, strings.TrimSpace(string(output)))
	}
	return os.ReadFile(file)
}

// writeIfChanged writes the file atomically, and only if its content differs; it reports whether it wrote.
func writeIfChanged(path string, data []byte) (bool, error) {
	there, err := os.ReadFile(path)
	if err == nil && bytes.Equal(there, data) {
		return false, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	temporary := path + ".new"
	if err := os.WriteFile(temporary, data, 0o644); err != nil {
		return false, err
	}
	return true, files.Rename(temporary, path)
}
