package profile

import (
	"os"
	"path/filepath"

	"quarry/backend/system/files"
)

// Bring returns in which of two folders a file or folder is: local, to which it is moved from former, where earlier versions
// had it. One that cannot be moved, such as from a folder on another disk, stays in former and is used there. Nothing is ever
// replaced: what both folders have, local is asked for.
func Bring(former, local, name string) string {
	if former == local || isThere(local, name) || !isThere(former, name) {
		return local
	}
	err := os.MkdirAll(local, 0o700)
	if err == nil {
		err = files.Rename(filepath.Join(former, name), filepath.Join(local, name))
	}
	if err != nil && !isThere(local, name) { // another process may have moved it meanwhile
		return former
	}
	return local
}

func isThere(folder, name string) bool {
	_, err := os.Lstat(filepath.Join(folder, name))
	return err == nil
}
