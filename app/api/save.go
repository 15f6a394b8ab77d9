package api

import (
	"context"

	"quarry/drivers/driver"
)

// SavePicker opens the system's dialog for choosing a file to write, with a suggestion; "" is a dialog that was cancelled.
// It asks before it returns a file that is there.
type SavePicker func(title, path string) (string, error)

// PickSaveRequest asks for a dialog that chooses a file to write. Path is the suggestion.
type PickSaveRequest struct {
	Call  string `json:"call"`
	Title string `json:"title"`
	Path  string `json:"path"`
}

// PickSave lets the user choose a file to write in the system's own dialog.
func (a *App) PickSave(q PickSaveRequest) (PickedFile, error) {
	return call(a.calls, q.Call, func(context.Context) (PickedFile, error) {
		if a.save == nil {
			return PickedFile{}, &driver.Error{Kind: driver.Unsupported, Message: "File dialogs are not available. Type the path."}
		}
		path, err := a.save(q.Title, q.Path)
		return PickedFile{Path: path}, err
	})
}
