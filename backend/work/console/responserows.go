package console

import (
	"context"

	"quarry/backend/connection/session"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// ResponseRows reads the rows of a response from first to last. The response stays on the shelf until ResponseRows is
// closed, even if its tab closes or runs other requests before then.
type ResponseRows struct {
	table *rows.Table
	doc   string
	close func()
}

// ResponseRows returns the rows of a response.
func (t *Consoles) ResponseRows(s *session.Session, response int64) (*ResponseRows, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := t.find(s.ID, response)
	if k == nil {
		return nil, errNoResponse
	}
	k.readers++
	return &ResponseRows{k.table, k.table.Doc(), func() { t.leave(s, response, k) }}, nil
}

// leave ends reading a response.
func (t *Consoles) leave(s *session.Session, response int64, k *kept) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.readers--; k.readers == 0 && k.gone {
		s.Shelf().Release(response)
	}
}

// Close ends reading the response.
func (r *ResponseRows) Close() { r.close() }

var (
	errCut  = &driver.Error{Kind: driver.Engine, Message: "The response ended before all of its rows had arrived, so Quarry cannot export them.", Hint: "Send the request again."}
	errNone = &driver.Error{Kind: driver.Unsupported, Message: "This response has no rows that can be exported."}
)

// Count reads the response to its end and returns the number of rows. It fails for a response that is cut short.
func (r *ResponseRows) Count(ctx context.Context) (int64, error) {
	for {
		known, err := r.table.Advance(readAhead)
		if err == nil {
			err = ctx.Err()
		}
		switch {
		case err != nil || !known.Done:
		case r.table.None():
			err = errNone
		case r.table.Cut():
			err = errCut
		}
		if err != nil || known.Done {
			return int64(known.Rows), err
		}
	}
}

// Each calls f with every row and its document, in order. Call Count first.
func (r *ResponseRows) Each(ctx context.Context, f func(rows.Entry) error) error {
	return r.table.Each(func(row []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return rows.Entries(row, "", r.doc, f)
	})
}

// Columns returns the columns that a grid shows for the rows. Call Count first.
func (r *ResponseRows) Columns() []rows.Column { return r.table.Columns() }

// Doc returns the member of a row that is its document, "" if the row itself is.
func (r *ResponseRows) Doc() string { return r.doc }

// Cells converts rows, a JSON array, to a page block with the grid's columns.
func (r *ResponseRows) Cells(array []byte) ([]byte, error) { return r.table.Encode(array) }
