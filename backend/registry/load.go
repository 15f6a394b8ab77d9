package registry

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"quarry/backend/manifest"
)

// Status is one driver of the folder. Installed, without its WASM, is nil where Problem says why it cannot be loaded.
type Status struct {
	ID        string
	Installed *Installed
	Staged    *Installed // waits until nobody uses the driver; nil where nothing does
	Disabled  bool
	Problem   error
}

// Load reads an installed driver and verifies hashes, signature and fitness again. The error's kind is NotInstalled
// where there is none, Changed where a file, which the message names, is not the one that was signed.
func (in *Installer) Load(id string) (*Installed, error) {
	if !manifest.ValidID(id) {
		return nil, notInstalled(id)
	}
	return in.load(id, currentName)
}

// load reads and verifies the version that the pointer names.
func (in *Installer) load(id, pointer string) (*Installed, error) {
	home := filepath.Join(in.Dir, id)
	name, err := readPointer(home, pointer)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(home, name)
	files, err := readFolder(folder)
	if err != nil {
		return nil, err
	}
	driver, err := files.verify(in.Keys)
	var refused *Error
	switch {
	case errors.As(err, &refused) && refused.Kind == NoSignature:
		broken := changed(signatureName, "is not the one that was signed")
		broken.Err = err
		return nil, broken
	case err != nil:
		return nil, err
	case driver.parsed.ID != id:
		return nil, changed(manifestName, "is that of another driver")
	}
	if err := in.fits(driver.parsed); err != nil {
		return nil, err
	}
	return &Installed{
		Manifest: driver.parsed, WASM: driver.wasm, Key: driver.key, Folder: folder, Package: readPackageSum(folder),
		Size: driver.size(), Waits: pointer == stagedName,
	}, nil
}

// List gives every driver of the folder, in the order of the ids, also those that cannot be loaded.
func (in *Installer) List() ([]Status, error) {
	entries, err := os.ReadDir(in.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, storage("list the drivers", err)
	}
	var list []Status
	for _, entry := range entries {
		if !entry.IsDir() || !manifest.ValidID(entry.Name()) {
			continue
		}
		if s, there := in.status(entry.Name()); there {
			list = append(list, s)
		}
	}
	return list, nil
}

// status describes a driver of the folder; there is false where the folder holds none.
func (in *Installer) status(id string) (s Status, there bool) {
	installed, err := in.Load(id)
	var refused *Error
	if errors.As(err, &refused) && refused.Kind == NotInstalled {
		return Status{}, false
	}
	s = Status{ID: id, Installed: installed, Disabled: in.Disabled(id), Problem: err}
	if installed != nil {
		installed.WASM = nil
	}
	if staged, err := in.load(id, stagedName); err == nil {
		staged.WASM = nil
		s.Staged = staged
	}
	return s, true
}

var folderPattern = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.+-]{0,127}$`)

// readPointer gives the name of the folder that current or staged names; the error's kind is NotInstalled where there
// is no such file.
func readPointer(home, pointer string) (string, error) {
	data, err := readLimited(filepath.Join(home, pointer), 256)
	if errors.Is(err, fs.ErrNotExist) {
		return "", notInstalled(filepath.Base(home))
	}
	if err != nil {
		return "", storage("read which version is in use", err)
	}
	name := strings.TrimSpace(string(data))
	if !folderPattern.MatchString(name) {
		return "", changed(pointer, "names no version")
	}
	return name, nil
}

func readFolder(folder string) (*contents, error) {
	files := &contents{}
	for _, name := range []string{signatureName, manifestName, wasmName} {
		data, err := readLimited(filepath.Join(folder, name), fileLimits[name])
		if errors.Is(err, fs.ErrNotExist) {
			return nil, changed(name, "is missing")
		}
		if errors.Is(err, errTooLong) {
			return nil, changed(name, "is not the one that was signed")
		}
		if err != nil {
			return nil, storage("read "+name, err)
		}
		*files.file(name) = data
	}
	return files, nil
}

var errTooLong = errors.New("too long")

func readLimited(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, fmt.Errorf("read %s: %w", filepath.Base(path), errTooLong)
	}
	return data, err
}

// readPackageSum gives what packageName holds. It only tells builds apart: nothing is trusted because of it.
func readPackageSum(folder string) string {
	data, err := readLimited(filepath.Join(folder, packageName), 64)
	if err != nil {
		return ""
	}
	return string(data)
}

// IsUpdate reports whether the entry offers something else than what is installed: a newer version, or another package
// of the same version.
func IsUpdate(entry Entry, installed *Installed) bool {
	if entry.Manifest == nil || installed == nil {
		return false
	}
	offered, err := manifest.ParseVersion(entry.Manifest.Version)
	if err != nil {
		return false
	}
	have, err := manifest.ParseVersion(installed.Manifest.Version)
	if err != nil {
		return false
	}
	if c := offered.Compare(have); c != 0 {
		return c > 0
	}
	for _, pkg := range entry.Packages {
		if pkg.Platform == manifest.PlatformAny {
			return pkg.SHA256 != installed.Package
		}
	}
	return false
}
