package console

import (
	"io"

	"quarry/backend/connection/session"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
)

// readAhead is how many bytes of a response are searched for rows at a time.
const readAhead = 16 << 20

// Rows returns a block of a response's rows, reading until it is complete, and how much is known about the rows. With a
// negative number it reads on and returns a block with only the columns.
func (t *Consoles) Rows(s *session.Session, response int64, number int) ([]byte, rows.Progress, error) {
	table := t.table(s.ID, response)
	if table == nil {
		return nil, rows.Progress{}, errNoResponse
	}
	if number < 0 {
		if p, err := table.Advance(readAhead); err != nil {
			return nil, p, err
		}
	}
	return table.Block(number)
}

// Around returns a response without its rows, once all rows have been read; nothing if it is too long to show.
func (t *Consoles) Around(s *session.Session, response int64) ([]byte, error) {
	table := t.table(s.ID, response)
	if table == nil {
		return nil, errNoResponse
	}
	return table.Around(), nil
}

// shelved is a response on the shelf.
type shelved struct {
	shelf  *plugin.Shelf
	number int64
}

// ReadAt implements [io.ReaderAt].
func (s shelved) ReadAt(to []byte, from int64) (int, error) {
	part, err := s.shelf.Range(s.number, from, len(to))
	n := copy(to, part)
	if err == nil && n < len(to) {
		err = io.EOF
	}
	return n, err
}
