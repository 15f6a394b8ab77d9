package plugin

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/tidwall/gjson"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// Sink receives the documents of an operation that writes a file.
type Sink interface {
	// Row receives one row of a response and its document: whole JSON values, valid until the call returns. doc is the
	// path of the document inside the row, "" if the row is the document.
	Row(row rows.Entry, doc string) error
}

const (
	maxLine    = 256 << 20 // maximum size of a document in a response that is read line by line
	lineBuffer = 1 << 20   // documents up to this size are read without copying
)

// keep puts a response's documents on the shelf. Those of a private response stay in memory.
func keep(e *Exec, s *driver.Send, response []byte, o *outcome) error {
	list, err := rows.ListSealed(response, s.Keep.At, s.Keep.Doc, s.Pick, s.Seal)
	if err != nil {
		return err
	}
	o.reply.Picked = list.Picked
	return list.Each(func(entry rows.Entry) error {
		var k driver.Kept
		var err error
		if k.Values, err = rows.Pick(entry.Text, s.Keep.Values); err != nil {
			return err
		}
		if k.Flaw = entry.Flaw; entry.Document != nil {
			if k.Document, err = e.options.Shelf.Put(bytes.Clone(entry.Source), s.Request.Private); err != nil {
				return err
			}
			k.Hash, k.Rounded, k.Seen = rows.Hash(entry.Exact), rows.Rounded(entry.Document), seen(entry.Document, s.Keep.Look)
			k.Commented = entry.Commented
		}
		o.reply.Kept = append(o.reply.Kept, k)
		return nil
	})
}

// lines writes a response's documents to the operation's file if the response meets the plan's conditions.
func lines(e *Exec, s *driver.Send, response []byte, o *outcome) error {
	paths := slices.Clone(s.Pick)
	for _, must := range s.Lines.Must {
		paths = append(paths, must.Key)
	}
	list, err := rows.ListSealed(response, s.Lines.At, s.Lines.Doc, paths, s.Seal)
	if err != nil {
		return err
	}
	o.reply.Picked = list.Picked[:len(s.Pick)]
	for i, must := range s.Lines.Must {
		o.reply.Unmet = o.reply.Unmet || list.Picked[len(s.Pick)+i] != must.Value
	}
	if o.reply.Unmet {
		return nil
	}
	err = list.Each(func(entry rows.Entry) error {
		if entry.Document == nil {
			return &driver.Error{Kind: driver.Engine, Code: driver.CodeNoDoc, Message: "A row of the response has no document.", Sent: true}
		}
		o.reply.Rows++
		return e.write(s.Lines, entry)
	})
	if err != nil || list.Len() == 0 || s.Lines.Last == "" {
		return err
	}
	found, err := rows.Pick(list.Entry(list.Len()-1).Text, []string{s.Lines.Last})
	if err == nil {
		o.reply.Last = found[0]
	}
	return err
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

// stream sends a request whose response has one document per line, and writes each line to the operation's file as it
// arrives.
func (e *Exec) stream(ctx context.Context, r *driver.Request, plan *driver.LinesPlan) outcome {
	sender, ok := e.sender.(Streamer)
	if !ok {
		return failed(&driver.Error{Kind: driver.Unsupported, Message: "This connection cannot stream."})
	}
	response, err := sender.Stream(ctx, r)
	if err != nil {
		return failed(contractError(ctx, err))
	}
	defer response.Body.Close()
	o := outcome{reply: driver.Reply{Status: response.Status, Headers: e.passed(response.Header)}}
	if response.Status < 200 || response.Status > 299 {
		o.reply.Body, err = io.ReadAll(io.LimitReader(response.Body, maxRefusal))
		if err != nil {
			o.reply.Err = contractError(ctx, err)
		}
		return o
	}
	o.reply.Err = e.eachLine(ctx, response.Body, plan, &o.reply)
	return o
}

// eachLine writes every line of a body. It writes a line only when it is complete, so that a truncated body leaves no
// partial document; the last line may end with the body.
func (e *Exec) eachLine(ctx context.Context, body io.Reader, plan *driver.LinesPlan, reply *driver.Reply) *driver.Error {
	lines := bufio.NewReaderSize(body, lineBuffer)
	var begun []byte // beginning of a line that is longer than the buffer
	number := 1      // of the line, counted from 1
	for ; ; number++ {
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
			number--
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return contractError(ctx, err)
		}
		if len(begun) > 0 {
			part = append(begun, part...)
			begun = begun[:0]
		}
		if failed := e.line(part, number, plan, reply); failed != nil || err != nil {
			return failed
		}
	}
}

// line writes one line, unless it is empty. number is its number in the response, from 1.
func (e *Exec) line(text []byte, number int, plan *driver.LinesPlan, reply *driver.Reply) *driver.Error {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return nil
	}
	err := rows.Entries(text, "", "", func(entry rows.Entry) error {
		if plan.Key != "" {
			if gjson.GetBytes(entry.Text, gjson.Escape(plan.Key)).Type != gjson.String {
				return &driver.Error{
					Kind: driver.Engine, Code: driver.CodeNoDoc, Sent: true,
					Message: fmt.Sprintf("Line %d of the response is not a document: it has no text in “%s”.", number, plan.Key),
				}
			}
		}
		return e.write(plan, entry)
	})
	if err != nil {
		failed := *kernelError(err)
		failed.Detail = fmt.Sprintf("document %d of the response", reply.Rows+1)
		return &failed
	}
	reply.Rows++
	return nil
}
