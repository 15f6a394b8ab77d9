package files

import (
	"errors"
	"io/fs"

	"quarry/backend/system/causes"
	"quarry/drivers/driver"
)

// Explain describes an error of the file system in Quarry's words. what names the failure, such as "Quarry could not
// write the file"; a *driver.Error is returned unchanged.
func Explain(what string, err error) *driver.Error {
	var known *driver.Error
	if errors.As(err, &known) {
		return known
	}
	e := &driver.Error{Kind: driver.Invalid, Message: what + ".", Detail: err.Error()}
	for _, r := range reasons {
		if r.applies(err) {
			e.Message, e.Hint = r.message, r.hint
			return e
		}
	}
	e.Message = what + ": " + causes.Of(err) + "."
	return e
}

const (
	badNameMessage = "A file cannot have this name."
	tooLongMessage = "The file name is too long."
	tooLongHint    = "Choose a shorter name."
)

// reason says why a file could not be written, and what the user can do.
type reason struct {
	applies       func(error) bool
	message, hint string
}

// reasons are those with a sentence of their own, specific ones first.
var reasons = []reason{
	{Full, "The disk is full.", "Free some space, or choose a folder on another disk."},
	{tooLong, tooLongMessage, tooLongHint},
	{badName, badNameMessage, "Choose another name."},
	{openElsewhere, "Another program has this file open.", "Close it there, or choose another name."},
	{readOnly, "This disk is read-only.", "Choose a folder on another disk."},
	{tooLarge, "The file is too large for this disk.", "Choose a folder on another disk, or compress the file."},
	{isPermission, "You do not have permission to write to this folder.", "Choose another folder."},
	{isMissing, "The folder does not exist.", "Choose another folder."},
}

func isPermission(err error) bool { return errors.Is(err, fs.ErrPermission) }
func isMissing(err error) bool    { return errors.Is(err, fs.ErrNotExist) }
