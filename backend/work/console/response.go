package console

import (
	"context"

	"quarry/backend/connection/session"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// Response is the rows of an answer, to be read from the first to the last. The answer stays on the shelf until it is
// closed, also when its tab is closed or runs other requests meanwhile.
type Response struct {
	table *rows.Table
	doc   string
	close func()
}

// Response returns the rows of an answer.
func (t *Consoles) Response(s *session.Session, answer int64) (*Response, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := t.find(s.ID, answer)
	if k == nil {
		return nil, errNoAnswer
	}
	k.readers++
	return &Response{k.table, k.table.Doc(), func() { t.leave(s, answer, k) }}, nil
}

// leave ends reading an answer.
func (t *Consoles) leave(s *session.Session, answer int64, k *kept) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.readers--; k.readers == 0 && k.gone {
		s.Shelf().Release(answer)
	}
}

// Close ends reading the answer.
func (r *Response) Close() { r.close() }

var (
	errCut  = &driver.Error{Kind: driver.Engine, Message: "The response ended before all of its rows had arrived, so Quarry cannot export them.", Hint: "Send the request again."}
	errNone = &driver.Error{Kind: driver.Unsupported, Message: "This response has no rows that can be exported."}
)

// Count reads the answer to its end and returns how many rows it has. It fails for an answer that ends too early.
func (r *Response) Count(ctx context.Context) (int64, error) {
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

// Each calls f with every row and the document in it, in their order, once they were counted.
func (r *Response) Each(ctx context.Context, f func(rows.Entry) error) error {
	return r.table.Each(func(row []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return rows.Entries(row, "", r.doc, f)
	})
}

// Columns returns the columns that a grid shows of the rows, once they were counted.
func (r *Response) Columns() []rows.Column { return r.table.Columns() }

// Doc returns the member of a row that is its document, "" if it is the row.
func (r *Response) Doc() string { return r.doc }

// Cells returns a page block of rows, a JSON array, with the columns that a grid shows.
func (r *Response) Cells(array []byte) ([]byte, error) { return r.table.Encode(array) }
