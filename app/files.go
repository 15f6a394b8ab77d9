//go:build desktop

package main

import (
	"path/filepath"
	"strings"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"quarry/app/api"
)

// pickFile lets the user choose a file; it returns "" if the dialog was cancelled.
func (w *window) pickFile(title string, filter api.FileFilter) (string, error) {
	w.dialog.Lock()
	defer w.dialog.Unlock()
	return runtime.OpenFileDialog(w.ctx, runtime.OpenDialogOptions{Title: title, Filters: shown(filter)})
}

// shown returns the filters of a dialog: the requested one, then one for all files, since extensions are unreliable.
func shown(filter api.FileFilter) []runtime.FileFilter {
	if len(filter.Patterns) == 0 {
		return nil
	}
	patterns := strings.Join(filter.Patterns, ";")
	name := filter.Name + " (" + strings.Join(filter.Patterns, ", ") + ")"
	return []runtime.FileFilter{{DisplayName: name, Pattern: patterns}, {DisplayName: "All files", Pattern: "*"}}
}

// pickSave lets the user choose a file to write; it returns "" if the dialog was cancelled.
func (w *window) pickSave(title, path string) (string, error) {
	w.dialog.Lock()
	defer w.dialog.Unlock()
	return runtime.SaveFileDialog(w.ctx, runtime.SaveDialogOptions{
		Title: title, DefaultDirectory: filepath.Dir(path), DefaultFilename: filepath.Base(path), CanCreateDirectories: true,
	})
}
