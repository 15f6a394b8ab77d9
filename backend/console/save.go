package console

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"quarry/backend/session"
	"quarry/drivers/driver"
)

const savedAtOnce = 1 << 20 // bytes

// CodeExists is the code of the error for a file that would have been replaced.
const CodeExists = "exists"

// Save writes a whole answer to a file, which has a temporary name until all of it is on the disk and can be read by its
// owner only. A file that is there is replaced only if that is wanted; otherwise the code of the error is CodeExists.
func (t *Consoles) Save(ctx context.Context, s *session.Session, answer int64, path string, replace bool) error {
	if !filepath.IsAbs(path) {
		return &driver.Error{Kind: driver.Invalid, Message: "Enter the whole path of the file."}
	}
	if _, err := os.Lstat(path); err == nil && !replace {
		return exists(path)
	}
	end, err := t.begin(s.ID)
	if err != nil {
		return errNoAnswer
	}
	defer end()
	file, err := os.CreateTemp(filepath.Dir(path), ".quarry-*")
	if err != nil {
		return unsaved(path, err)
	}
	defer func() { _ = os.Remove(file.Name()) }() // its name is the other one if it was saved
	err = t.copy(ctx, s, answer, file)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return unsaved(path, err)
	}
	if err := named(file.Name(), path, replace); err != nil {
		return unsaved(path, err)
	}
	return nil
}

// named gives a file its name. Unless replace is true, it replaces no file that was created meanwhile.
func named(from, to string, replace bool) error {
	if replace {
		return os.Rename(from, to)
	}
	err := os.Link(from, to)
	if err == nil {
		return nil
	}
	if _, there := os.Lstat(to); there == nil || errors.Is(err, fs.ErrExist) {
		return exists(to)
	}
	return os.Rename(from, to) // a file system without hard links
}

func exists(path string) error {
	return &driver.Error{Kind: driver.Refused, Code: CodeExists, Message: path + " exists. It was not replaced."}
}

func (t *Consoles) copy(ctx context.Context, s *session.Session, answer int64, file *os.File) error {
	for from := int64(0); ; {
		part, size, err := t.Range(s, answer, from, savedAtOnce)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if _, err := file.Write(part); err != nil {
			return err
		}
		if from += int64(len(part)); from >= size {
			return nil
		}
	}
}

// unsaved returns the error of a file that was not written, in the words of the system.
func unsaved(path string, err error) error {
	var known *driver.Error
	if errors.As(err, &known) || errors.Is(err, context.Canceled) {
		return err
	}
	var system *fs.PathError
	var renamed *os.LinkError
	if errors.As(err, &system) {
		err = system.Err
	} else if errors.As(err, &renamed) {
		err = renamed.Err
	}
	return &driver.Error{Kind: driver.Invalid, Message: fmt.Sprintf("%s could not be saved: %v.", path, err)}
}
