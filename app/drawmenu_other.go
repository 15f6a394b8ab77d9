//go:build desktop && !linux

package main

import (
	goruntime "runtime"
	"strings"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// drawMenu updates the state of the items in the menu bar and, on Windows, the keys that the page handles itself. macOS
// shows no key that the menu does not handle.
func (w *window) drawMenu() {
	for at, line := range w.bar.lines() {
		item := w.bar.items[w.bar.order[at]]
		if goruntime.GOOS == "windows" && item.Accelerator == nil && line.key != "" && !strings.Contains(line.title, "\t") {
			item.Label = line.title + "\t" + line.key
		}
	}
	runtime.MenuUpdateApplicationMenu(w.ctx)
}
