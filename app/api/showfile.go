package api

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"quarry/backend/work/export"
	"quarry/drivers/driver"
)

// FileShower shows a file in its folder, in the system's file manager.
type FileShower func(path string) error

var (
	errNoShower = &driver.Error{Kind: driver.Unsupported, Message: "Quarry cannot open folders here."}
	errNoFile   = &driver.Error{Kind: driver.NotFound, Message: "The file is no longer in this folder.", Hint: "It may have been moved, renamed or deleted since the export ended."}
	errNotDone  = &driver.Error{Kind: driver.Invalid, Message: "This export has no file yet."}
)

// ShowFile shows the file of a complete export in its folder.
func (e *Exports) ShowFile(q ExportName) (Nothing, error) {
	return call(e.calls, q.Call, func(context.Context) (Nothing, error) {
		p, err := e.exports.Progress(q.ID)
		switch {
		case err != nil:
			return Nothing{}, err
		case p.State != export.Done:
			return Nothing{}, errNotDone
		case e.show == nil:
			return Nothing{}, errNoShower
		}
		if _, err := os.Lstat(p.Path); errors.Is(err, fs.ErrNotExist) {
			return Nothing{}, errNoFile
		}
		if err := e.show(p.Path); err != nil {
			return Nothing{}, &driver.Error{Kind: driver.Unsupported, Message: "No file manager could be opened.", Hint: "The file is in " + filepath.Dir(p.Path) + ".", Detail: err.Error()}
		}
		return Nothing{}, nil
	})
}
