package registry

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"quarry/backend/profile"
	"quarry/backend/system/files"
)

const (
	currentName = "current"        // has the name of the folder with the version in use
	stagedName  = "staged"         // the same for the version that waits until the driver is no longer in use
	packageName = "package.sha256" // SHA-256 of the package that a folder came from
)

// place writes the verified files to a staging folder, starts the driver once, renames the folder to its version and
// makes current point to it, or staged while the driver is in use. It never writes to existing folders, so the
// installed driver can be loaded until the last step, which is atomic.
func (in *Installer) place(ctx context.Context, driver *verified, packageSum string) (*Installed, error) {
	release, err := in.exclusive()
	if err != nil {
		return nil, err
	}
	defer release()
	home := filepath.Join(in.Dir, driver.parsed.ID)
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, storage("create the driver's folder", err)
	}
	defer files.Remove(home) // fails, as intended, unless nothing was installed
	staging, err := os.MkdirTemp(home, ".staging-*")
	if err != nil {
		return nil, storage("create a staging folder", err)
	}
	defer files.RemoveAll(staging)
	if err := writeFolder(staging, driver.contents, packageSum); err != nil {
		return nil, storage("unpack the driver", err)
	}
	if err := in.tryOut(ctx, driver); err != nil {
		return nil, err
	}
	folder, err := rename(home, staging, driver)
	if err != nil {
		return nil, storage("put the driver into its folder", err)
	}
	previous, _ := readPointer(home, currentName)
	waits := in.waits(driver.parsed.ID, folder)
	if err := point(home, folder, waits); err != nil {
		return nil, storage("switch to the driver", err)
	}
	prune(home, folder, previous)
	return &Installed{
		Manifest: driver.parsed, WASM: driver.wasm, Key: driver.key,
		Folder: filepath.Join(home, folder), Package: packageSum, Size: driver.size(), Waits: waits,
	}, nil
}

// waits reports whether the version in the folder must wait: the driver is in use, and a different, intact version is
// installed.
func (in *Installer) waits(id, folder string) bool {
	if in.Busy == nil || !in.Busy(id) {
		return false
	}
	installed, err := in.Load(id)
	return err == nil && filepath.Base(installed.Folder) != folder
}

// point makes current refer to the folder, or staged if it waits. It drops a version that waited before.
func point(home, folder string, waits bool) error {
	if waits {
		return profile.Replace(filepath.Join(home, stagedName), []byte(folder))
	}
	if err := profile.Replace(filepath.Join(home, currentName), []byte(folder)); err != nil {
		return err
	}
	return dropStaged(home)
}

func dropStaged(home string) error {
	if err := files.Remove(filepath.Join(home, stagedName)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func writeFolder(folder string, files *contents, packageSum string) error {
	texts := map[string][]byte{
		manifestName: files.manifest, wasmName: files.wasm, signatureName: files.signature, packageName: []byte(packageSum),
	}
	if len(files.completion) > 0 {
		texts[completionName] = files.completion
	}
	for name, text := range texts {
		file, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		if err := writeSynced(file, text); err != nil {
			return err
		}
	}
	return nil
}

// rename renames the staging folder to <version>, or to <version>+<hash> if there is another build of that version, and
// returns the name. An existing folder with identical files is reused.
func rename(home, staging string, driver *verified) (string, error) {
	plain := driver.parsed.Version
	marked := plain + "+" + sum(driver.signature)[:8]
	for _, name := range []string{plain, marked} {
		target := filepath.Join(home, name)
		if _, err := os.Lstat(target); errors.Is(err, fs.ErrNotExist) {
			return name, files.Rename(staging, target)
		}
		if holds(target, driver.contents) {
			return name, nil
		}
	}
	// Both exist with different files. The marked one was changed, since its name is derived from its files.
	target := filepath.Join(home, marked)
	if err := files.RemoveAll(target); err != nil {
		return "", err
	}
	return marked, files.Rename(staging, target)
}

func holds(folder string, files *contents) bool {
	there, err := readFolder(folder, signatureName, manifestName, wasmName, completionName)
	return err == nil && string(there.manifest) == string(files.manifest) && string(there.wasm) == string(files.wasm) &&
		string(there.completion) == string(files.completion) && string(there.signature) == string(files.signature)
}

// prune removes all folders except keep. Whatever it cannot remove is left for the next time.
func prune(home string, keep ...string) {
	entries, err := os.ReadDir(home)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if entry.IsDir() && !slices.Contains(keep, entry.Name()) {
			files.RemoveAll(filepath.Join(home, entry.Name()))
		}
	}
}
