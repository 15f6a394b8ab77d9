//go:build desktop

package main

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// showError shows why no window opened in a message box: the program has no console, and its output goes nowhere unless
// it is redirected.
func showError(text string, failed bool) {
	icon := uint32(windows.MB_ICONINFORMATION)
	if failed {
		icon = windows.MB_ICONERROR
		fmt.Fprintln(os.Stderr, text)
	}
	shown, err := windows.UTF16PtrFromString(text)
	if err != nil {
		return // a text with a NUL
	}
	title, _ := windows.UTF16PtrFromString("Quarry") // has no NUL
	_, _ = windows.MessageBox(0, shown, title, windows.MB_OK|windows.MB_SETFOREGROUND|icon)
}
