package api

import (
	"context"

	"quarry/drivers/driver"
)

// SavePicker opens the system's dialog for saving a file, with a suggested path; it returns "" if the dialog was
// cancelled. The dialog asks for confirmation before it returns an existing file.
type SavePicker func(title, path string) (string, error)

// PickSaveRequest asks for a dialog for saving a file. Path is the suggestion.
type PickSaveRequest struct {
	Call  string `json:"call"`
	Title string `json:"title"`
	Path  string `json:"path"`
}

// PickSave lets the user choose where to save a file in the system's dialog.
func (a *App) PickSave(q PickSaveRequest) (PickedFile, error) {
	return call(a.calls, q.Call, func(context.Context) (PickedFile, error) {
		if a.save == nil {
			return PickedFile{}, &driver.Error{Kind: driver.Unsupported, Message: "File dialogs are not available. Type the path."}
		}
		path, err := a.save(q.Title, q.Path)
		return PickedFile{Path: path}, err
	})
}
