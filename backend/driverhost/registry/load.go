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

	"quarry/backend/driverhost/manifest"
)

// Status is one driver in the folder. Installed, which lacks its WASM, is nil if it cannot be loaded; Problem then says
// why.
type Status struct {
	ID        string
	Installed *Installed
	Staged    *Installed // the version that waits until the driver is no longer in use; nil for none
	Disabled  bool
	Problem   error
}

// Load reads an installed driver and verifies hashes, signature and versions again. The error's kind is NotInstalled if
// there is none, or Changed, with the name of the file in the message, if a file is not the signed one.
func (in *Installer) Load(id string) (*Installed, error) {
	if !manifest.ValidID(id) {
		return nil, notInstalled(id)
	}
	return in.load(id, currentName)
}

// Manifest reads the manifest of an installed driver. The publisher's signature covers its hash, so it is verified as
// in Load, but without reading the module, which may be changed or missing. The errors are those of Load.
func (in *Installer) Manifest(id string) (*manifest.Manifest, error) {
	files, signed, err := in.signed(id, manifestName)
	if err != nil {
		return nil, err
	}
	m, err := files.described(signed)
	if err != nil {
		return nil, err
	}
	if err := in.suits(m, id); err != nil {
		return nil, err
	}
	return m, nil
}

// signed reads files of an installed driver, including the manifest, and checks the signature and the manifest.
func (in *Installer) signed(id string, names ...string) (*contents, *signatureFile, error) {
	if !manifest.ValidID(id) {
		return nil, nil, notInstalled(id)
	}
	folder, err := in.folder(id, currentName)
	if err != nil {
		return nil, nil, err
	}
	files, err := readFolder(folder, append(names, signatureName)...)
	if err != nil {
		return nil, nil, err
	}
	keys, err := in.trusted()
	if err != nil {
		return nil, nil, err
	}
	signed, err := files.signed(keys)
	if err != nil {
		return nil, nil, asInstalled(err)
	}
	return files, signed, nil
}

// Completion reads the completion facts of an installed driver, as JSON, nil if it has none. They are verified as in
// Load, but without reading the module. The errors are those of Load.
func (in *Installer) Completion(id string) ([]byte, error) {
	files, signed, err := in.signed(id, manifestName, completionName)
	if err != nil {
		return nil, err
	}
	if err := files.completes(signed); err != nil {
		return nil, err
	}
	return files.completion, nil
}

// load reads and verifies the version that the pointer refers to.
func (in *Installer) load(id, pointer string) (*Installed, error) {
	folder, err := in.folder(id, pointer)
	if err != nil {
		return nil, err
	}
	files, err := readFolder(folder, signatureName, manifestName, wasmName, completionName)
	if err != nil {
		return nil, err
	}
	keys, err := in.trusted()
	if err != nil {
		return nil, err
	}
	driver, err := files.verify(keys)
	if err != nil {
		return nil, asInstalled(err)
	}
	if err := in.suits(driver.parsed, id); err != nil {
		return nil, err
	}
	return &Installed{
		Manifest: driver.parsed, WASM: driver.wasm, Key: driver.key, Folder: folder, Package: readPackageSum(folder),
		Size: driver.size(), Waits: pointer == stagedName,
	}, nil
}

// folder returns the folder of the version that the pointer refers to.
func (in *Installer) folder(id, pointer string) (string, error) {
	home := filepath.Join(in.Dir, id)
	name, err := readPointer(home, pointer)
	if err != nil {
		return "", err
	}
	return filepath.Join(home, name), nil
}

// asInstalled turns the error about an invalid signature into its meaning for an installed driver: a changed file.
func asInstalled(err error) error {
	var refused *Error
	if !errors.As(err, &refused) || refused.Kind != NoSignature {
		return err
	}
	broken := changed(signatureName, "is not the one that was signed")
	broken.Err = err
	return broken
}

// suits checks that the manifest belongs to the driver with the id and that this application can run it.
func (in *Installer) suits(m *manifest.Manifest, id string) error {
	if m.ID != id {
		return changed(manifestName, "belongs to another driver")
	}
	return in.fits(m)
}

// List returns every driver in the folder, ordered by id, including those that cannot be loaded.
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

// status describes a driver in the folder; there is false if it is not installed.
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

// readPointer returns the folder name stored in current or staged. The error's kind is NotInstalled if there is no such
// file.
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
		return "", changed(pointer, "does not name a version")
	}
	return name, nil
}

// readFolder reads files of an installed driver. Only the completion file may be missing: the signature says whether
// there is one.
func readFolder(folder string, names ...string) (*contents, error) {
	files := &contents{}
	for _, name := range names {
		data, err := readLimited(filepath.Join(folder, name), fileLimits[name])
		if errors.Is(err, fs.ErrNotExist) && name == completionName {
			continue
		}
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

// readPackageSum returns the content of packageName. It only distinguishes builds and is not trusted for anything else.
func readPackageSum(folder string) string {
	data, err := readLimited(filepath.Join(folder, packageName), 64)
	if err != nil {
		return ""
	}
	return string(data)
}

// IsUpdate reports whether the entry offers a newer version than the installed one, or another package of the same
// version.
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
