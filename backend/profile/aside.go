package profile

import (
	"fmt"
	"os"

	"quarry/backend/system/files"
)

// SetAside renames a file that cannot be read to <path>.broken-1, or the next free number, and returns the new path. It
// does not change the content, and replaces no other file.
func SetAside(path string) (string, error) {
	for n := 1; ; n++ {
		aside := fmt.Sprintf("%s.broken-%d", path, n)
		if _, err := os.Lstat(aside); err == nil {
			continue
		}
		if err := files.Rename(path, aside); err != nil {
			return "", err
		}
		return aside, nil
	}
}
