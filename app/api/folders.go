package api

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"quarry/backend/profile"
)

// folders are where the application keeps the user's files. On Windows, profile can follow the user from computer to
// computer and is copied at each logon, so large files, and those that belong to this computer, are in local. Elsewhere
// both are the same.
type folders struct {
	profile, local string
}

// findFolders returns the user's folders, or the given one for everything.
func findFolders(given string) (folders, error) {
	return findFoldersOn(runtime.GOOS, given, os.UserConfigDir, os.UserCacheDir)
}

func findFoldersOn(system, given string, config, cache func() (string, error)) (folders, error) {
	if given != "" {
		folder, err := filepath.Abs(given)
		return folders{folder, folder}, err
	}
	base, err := config()
	if err != nil {
		return folders{}, fmt.Errorf("find the folder for settings: %w", err)
	}
	found := folders{filepath.Join(base, "Quarry"), filepath.Join(base, "Quarry")}
	if system == "windows" {
		if base, err = cache(); err != nil { // %LocalAppData%
			return folders{}, fmt.Errorf("find the folder for the data of this computer: %w", err)
		}
		found.local = filepath.Join(base, "Quarry")
	}
	return found, nil
}

// of returns the folder of a file that belongs to this computer. It moves a file that an earlier version kept in the
// profile.
func (f folders) of(name string) string { return profile.Bring(f.profile, f.local, name) }
