package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// sharedCache is used if this process is root, whose home the node's user cannot enter.
const sharedCache = "/var/cache/quarry"

// cacheFolder returns the folder for downloads: QUARRY_CACHE, otherwise quarry in the user's cache folder. If the node
// runs as another user, that user must be able to enter every folder above it.
func cacheFolder() (string, error) {
	if named := os.Getenv("QUARRY_CACHE"); named != "" {
		absolute, err := filepath.Abs(named)
		if err != nil {
			return "", fmt.Errorf("QUARRY_CACHE: %w", err)
		}
		if blocked := barrier(absolute); switchesUser() && blocked != "" {
			return "", fmt.Errorf("QUARRY_CACHE: the node's user cannot enter %s", blocked)
		}
		return absolute, nil
	}
	base, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache folder: %w", err)
	}
	folder := filepath.Join(base, "quarry")
	if switchesUser() && barrier(folder) != "" {
		return sharedCache, nil
	}
	return folder, nil
}

// barrier returns the first folder from path upwards that others cannot enter, or "". A folder that does not exist yet
// is not a barrier: it is created with mode 755.
func barrier(path string) string {
	for folder := path; ; folder = filepath.Dir(folder) {
		if info, err := os.Stat(folder); err == nil && info.Mode().Perm()&0o001 == 0 {
			return folder
		}
		if folder == filepath.Dir(folder) {
			return ""
		}
	}
}

// makeReadable lets everyone read all files in folder, run executable ones, and enter all folders.
func makeReadable(folder string) error {
	return filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.Chmod(path, 0o755)
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o111 != 0 {
			return os.Chmod(path, 0o755)
		}
		return os.Chmod(path, 0o644)
	})
}
