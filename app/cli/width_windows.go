package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// widthOf returns the number of columns in a console; false if the file is not a console.
func widthOf(f *os.File) (int, bool) {
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info); err != nil {
		return 0, false
	}
	return int(info.Window.Right-info.Window.Left) + 1, true
}
