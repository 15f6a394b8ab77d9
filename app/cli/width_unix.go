//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// widthOf returns the number of columns in a terminal, 0 if unknown; false if the file is not a terminal.
func widthOf(f *os.File) (int, bool) {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, false
	}
	return int(size.Col), true
}
