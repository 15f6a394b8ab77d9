package plugin

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"quarry/backend/rows"
	"quarry/drivers/driver"
)

// Sink receives the documents of an operation that writes a file.
type Sink interface {
	// Row receives one row of an answer and the document in it: whole JSON values, valid until the call returns. doc is
	// the path of the document inside the row, "" if the row is the document.
	Row(row rows.Entry, doc string) error
}

const (
	maxLine    = 256 << 20 // bytes of one document in an answer that is read line by line
	lineBuffer = 1 << 20   // documents up to this size are read without being copied
)

// keep puts the documents of an answer on the shelf.
func keep(e *Exec, s *driver.Send, answer []byte, o *outcome) error {
	err := rows.Entries(answer, s.Keep.At, s.Keep.Doc, func(entry rows.Entry) error {
		var k driver.Kept
		var err error
		if k.Values, err = rows.Pick(entry.Text, s.Keep.Values); err != nil {
			return err
		}
		if entry.Document != nil {
			if k.Document, err = e.options.Shelf.Put(bytes.Clone(entry.Source), false); err != nil {
				return err
			}
			k.Hash, k.Rounded, k.Seen = rows.Hash(entry.Exact), rows.Rounded(entry.Document), seen(entry.Document, s.Keep.Look)
			k.Commented = !bytes.Equal(entry.Exact, entry.Document) || len(entry.Source) > len(entry.Exact)
		}
		o.reply.Kept = append(o.reply.Kept, k)
		return nil
	})
	if err != nil {
		return err
	}
	return pick(e, s, answer, o)
}

// lines writes the documents of an answer to the operation's file.
func lines(e *Exec, s *driver.Send, answer []byte, o *outcome) error {
	met, err := e.met(s, answer, o)
	if err != nil || !met {
		return err
	}
	var last []byte
	err = rows.Entries(answer, s.Lines.At, s.Lines.Doc, func(entry rows.Entry) error {
		if entry.Document == nil {
			return &driver.Error{Kind: driver.Engine, Code: driver.CodeNoDoc, Message: "A row of the response has no document.", Sent: true}
		}
		o.reply.Rows++
		last = entry.Text
		return e.write(s.Lines, entry)
	})
	if err != nil {
		return err
	}
	if last != nil && s.Lines.Last != "" {
		found, err := rows.Pick(last, []string{s.Lines.Last})
		if err != nil {
			return err
		}
		o.reply.Last = found[0]
	}
	return nil
}

// write writes one row to the operation's file.
func (e *Exec) write(plan *driver.LinesPlan, row rows.Entry) error {
	if plan.Added != "" {
		row.Document = rows.WithoutAdded(row.Document, plan.Added)
		if plan.Doc == "" {
			row.Text = row.Document
		}
	}
	return e.options.Sink.Row(row, plan.Doc)
}

// met takes the values of Send.Pick from an answer, and reports whether the answer meets the conditions for writing its
// documents.
func (e *Exec) met(s *driver.Send, answer []byte, o *outcome) (bool, error) {
	paths := slices.Clone(s.Pick)
	for _, must := range s.Lines.Must {
		paths = append(paths, must.Key)
	}
	if len(paths) == 0 {
		return true, nil
	}
	found, err := rows.Pick(answer, paths)
	if err != nil {
		return false, err
	}
	o.reply.Picked = found[:len(s.Pick)]
	for i, must := range s.Lines.Must {
		if found[len(s.Pick)+i] != must.Value {
			o.reply.Unmet = true
		}
	}
	return !o.reply.Unmet, nil
}

// stream sends a request whose answer is one document per line, and writes each to the operation's file as it arrives.
func (e *Exec) stream(ctx context.Context, r *driver.Request, plan *driver.LinesPlan) outcome {
	sender, ok := e.sender.(Streamer)
	if !ok {
		return failed(&driver.Error{Kind: driver.Unsupported, Message: "This connection cannot stream."})
	}
	answer, err := sender.Stream(ctx, r)
	if err != nil {
		return failed(contractError(ctx, err))
	}
	defer answer.Body.Close()
	o := outcome{reply: driver.Reply{Status: answer.Status, Headers: passed(answer.Headers)}}
	if answer.Status < 200 || answer.Status > 299 {
		o.reply.Body, err = io.ReadAll(io.LimitReader(answer.Body, maxRefusal))
		if err != nil {
			o.reply.Err = contractError(ctx, err)
		}
		return o
	}
	o.reply.Err = e.eachLine(ctx, answer.Body, plan, &o.reply)
	return o
}

// eachLine writes every line of a body. A line is written once it is complete, so that a truncated body leaves no part
// of a document; the last line may end with the body.
func (e *Exec) eachLine(ctx context.Context, body io.Reader, plan *driver.LinesPlan, reply *driver.Reply) *driver.Error {
	lines := bufio.NewReaderSize(body, lineBuffer)
	var begun []byte // the beginning of a line longer than the buffer
	for {
		part, err := lines.ReadSlice('\n')
		reply.Bytes += int64(len(part))
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && len(begun)+len(part) > maxLine:
			return &driver.Error{
				Kind: driver.Engine, Code: driver.CodeTooLarge, Sent: true,
				Message: fmt.Sprintf("Document %d of the response is larger than %d MB.", reply.Rows+1, maxLine>>20),
			}
		case errors.Is(err, bufio.ErrBufferFull):
			begun = append(begun, part...)
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return contractError(ctx, err)
		}
		if len(begun) > 0 {
			part = append(begun, part...)
			begun = begun[:0]
		}
		if failed := e.line(part, plan, reply); failed != nil || err != nil {
			return failed
		}
	}
}

// line writes one line, unless it is empty.
func (e *Exec) line(text []byte, plan *driver.LinesPlan, reply *driver.Reply) *driver.Error {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return nil
	}
	err := rows.Entries(text, "", "", func(entry rows.Entry) error { return e.write(plan, entry) })
	if err != nil {
		failed := *kernelError(err)
		failed.Detail = fmt.Sprintf("document %d of the response", reply.Rows+1)
		return &failed
	}
	reply.Rows++
	return nil
}
