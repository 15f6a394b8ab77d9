//go:build desktop && linux

package main

/*
#cgo linux pkg-config: gtk+-3.0
#include <gtk/gtk.h>
*/
import "C"

import (
	"os"
	"runtime"

	"quarry/app/display"
)

// checkDisplay fails where the window cannot be shown: the windowing library would panic. What it prepares on the way
// belongs to the thread, on which the library goes on.
func checkDisplay() error {
	return display.Check(os.Getenv, func() bool {
		runtime.LockOSThread()
		return C.gtk_init_check(nil, nil) != 0
	})
}
