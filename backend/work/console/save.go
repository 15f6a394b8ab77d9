package console

import (
	"context"
	"errors"
	"io"

	"quarry/backend/connection/session"
	"quarry/backend/system/files"
	"quarry/drivers/driver"
)

const savedAtOnce = 1 << 20 // bytes

// CodeExists is the error code for a file that would be replaced.
const CodeExists = "exists"

// Save writes a whole response to a file, which has a temporary name until it is complete on disk. It replaces an
// existing file only if replace is true; otherwise the error code is CodeExists.
func (t *Consoles) Save(ctx context.Context, s *session.Session, response int64, path string, replace bool) error {
	end, err := t.begin(s.ID)
	if err != nil {
		return errNoResponse
	}
	defer end()
	file, err := files.Create(path, replace)
	if err != nil {
		return existing(path, err)
	}
	if err := t.copy(ctx, s, response, file); err != nil {
		file.Discard()
		return err
	}
	if err := file.Store(); err != nil {
		file.Discard()
		return err
	}
	err = existing(path, file.Finish())
	if hasCode(err, CodeExists) {
		file.Discard() // the response can be saved again
	}
	return err
}

// existing returns the error for an existing file with the code that makes the page ask the user.
func existing(path string, err error) error {
	var e *driver.Error
	if !errors.As(err, &e) || e.Kind != driver.Conflict {
		return err
	}
	return &driver.Error{Kind: driver.Refused, Code: CodeExists, Message: path + " already exists. It was not replaced."}
}

func hasCode(err error, code string) bool {
	var e *driver.Error
	return errors.As(err, &e) && e.Code == code
}

func (t *Consoles) copy(ctx context.Context, s *session.Session, response int64, file io.Writer) error {
	for from := int64(0); ; {
		part, size, err := t.Range(s, response, from, savedAtOnce)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if _, err := file.Write(part); err != nil {
			return files.Explain("Quarry could not write the file", err)
		}
		if from += int64(len(part)); from >= size {
			return nil
		}
	}
}
