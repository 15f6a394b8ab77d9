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

// checkDisplay returns an error if the window cannot be shown: the windowing library would panic. It must run on the
// thread on which the library continues.
func checkDisplay() error {
	return display.Check(os.Getenv, func() bool {
		runtime.LockOSThread()
		return C.gtk_init_check(nil, nil) != 0
	})
}
