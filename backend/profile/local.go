package profile

import (
	"os"
	"path/filepath"

	"quarry/backend/system/files"
)

// Bring returns which of two folders has a file or folder: local, after moving it there from former, the place in
// earlier versions. If it cannot be moved, for example from a folder on another disk, it stays in former and is used
// there. Nothing is ever replaced: if both folders have it, Bring returns local.
func Bring(former, local, name string) string {
	if former == local || isThere(local, name) || !isThere(former, name) {
		return local
	}
	err := os.MkdirAll(local, 0o700)
	if err == nil {
		err = files.Rename(filepath.Join(former, name), filepath.Join(local, name))
	}
	if err != nil && !isThere(local, name) { // another process may have moved it in the meantime
		return former
	}
	return local
}

func isThere(folder, name string) bool {
	_, err := os.Lstat(filepath.Join(folder, name))
	return err == nil
}
