package api

import (
	"context"

	"quarry/drivers/driver"
)

// FilePicker opens the system's dialog for choosing a file; it returns "" if the dialog was cancelled.
type FilePicker func(title string, filter FileFilter) (string, error)

// FileFilter selects which files of a folder a dialog shows.
type FileFilter struct {
	Name     string   // description, without the patterns
	Patterns []string // such as "*.pem"; none for all files
}

// filters are the dialog filters by kind of file. PEM files have many extensions.
var filters = map[string]FileFilter{
	"":            {},
	"package":     {Name: "Driver packages", Patterns: []string{"*.qdrv"}},
	"index":       {Name: "Registry indexes", Patterns: []string{"*.json"}},
	"certificate": {Name: "Certificates and keys", Patterns: []string{"*.pem", "*.crt", "*.cer", "*.cert", "*.ca-bundle", "*.key", "*.p12", "*.pfx"}},
}

// PickFileRequest requests a file dialog. Kind is package, index, certificate, or "" for any file.
type PickFileRequest struct {
	Call  string `json:"call"`
	Title string `json:"title"`
	Kind  string `json:"kind"`
}

// PickedFile is the chosen file, "" if the dialog was cancelled.
type PickedFile struct {
	Path string `json:"path"`
}

// PickFile lets the user choose a file in the system's dialog.
func (a *App) PickFile(q PickFileRequest) (PickedFile, error) {
	return call(a.calls, q.Call, func(context.Context) (PickedFile, error) {
		if a.files == nil {
			return PickedFile{}, &driver.Error{Kind: driver.Unsupported, Message: "File dialogs are not available. Type the path."}
		}
		filter, known := filters[q.Kind]
		if !known {
			return PickedFile{}, &driver.Error{Kind: driver.Invalid, Message: "Unknown kind of file."}
		}
		path, err := a.files(q.Title, filter)
		return PickedFile{Path: path}, err
	})
}
