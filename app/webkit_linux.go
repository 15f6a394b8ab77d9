//go:build desktop && linux

package main

/*
#cgo linux pkg-config: glib-2.0
#include <glib.h>

static void quarry_remember_folders(void) {
	g_get_user_data_dir();
	g_get_user_cache_dir();
	g_get_system_data_dirs();
}
*/
import "C"

import (
	"fmt"
	"os"
	"path/filepath"
)

// keepWebKitIn makes the webview keep its data and its cache below a folder: WebKit asks GLib for the user's folders, and
// GLib remembers the environment of the first time. The user's own data, such as themes, is found as before. The
// environment itself stays, for the programs that are started later. Call it before anything that uses GLib.
func keepWebKitIn(folder string) error {
	data := os.Getenv("XDG_DATA_HOME")
	if data == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return err
		}
		data = filepath.Join(home, ".local", "share")
	}
	system := os.Getenv("XDG_DATA_DIRS")
	if system == "" {
		system = "/usr/local/share:/usr/share" // what the XDG Base Directory Specification says
	}
	for name, value := range map[string]string{
		"XDG_DATA_HOME":  filepath.Join(folder, "data"),
		"XDG_CACHE_HOME": filepath.Join(folder, "cache"),
		"XDG_DATA_DIRS":  data + ":" + system,
	} {
		was, set := os.LookupEnv(name)
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("choose the webview's folders: %w", err)
		}
		defer func() {
			if set {
				_ = os.Setenv(name, was)
			} else {
				_ = os.Unsetenv(name)
			}
		}()
	}
	C.quarry_remember_folders()
	return nil
}
