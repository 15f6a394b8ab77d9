package plugin

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"quarry/backend/rows"
	"quarry/drivers/driver"
)

// Sink takes the documents of an operation that writes a file.
type Sink interface {
	// Document takes one document: one whole JSON value, valid until the call returns.
	Document(text []byte) error
}

// maxLine is how long one document of an answer that is read line by line can be, in bytes.
const maxLine = 256 << 20

// keep puts the documents of an answer on the shelf.
func keep(e *Exec, s *driver.Send, answer []byte, o *outcome) error {
	err := rows.Entries(answer, s.Keep.At, s.Keep.Doc, func(entry rows.Entry) error {
		var k driver.Kept
		var err error
		if k.Values, err = rows.Pick(entry.Text, s.Keep.Values); err != nil {
			return err
		}
		if entry.Document != nil {
			if k.Document, err = e.options.Shelf.Put(bytes.Clone(entry.Document), false); err != nil {
				return err
			}
			k.Hash, k.Rounded = rows.Hash(entry.Document), rows.Rounded(entry.Document)
		}
		o.reply.Kept = append(o.reply.Kept, k)
		return nil
	})
	if err != nil {
		return err
	}
	return pick(e, s, answer, o)
}

// lines writes the documents of an answer into the operation's file.
func lines(e *Exec, s *driver.Send, answer []byte, o *outcome) error {
	if err := pick(e, s, answer, o); err != nil {
		return err
	}
	var last []byte
	err := rows.Entries(answer, s.Lines.At, s.Lines.Doc, func(entry rows.Entry) error {
		if entry.Document == nil {
			return &driver.Error{Kind: driver.Engine, Message: "A row of the response has no document.", Sent: true}
		}
		o.reply.Rows++
		last = entry.Text
		return e.options.Sink.Document(entry.Document)
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

// stream sends a request whose answer is one document a line, and writes each into the operation's file as it comes.
func (e *Exec) stream(ctx context.Context, s *driver.Send) outcome {
	sender, ok := e.sender.(Streamer)
	if !ok {
		return failed(&driver.Error{Kind: driver.Unsupported, Message: "This connection cannot stream."})
	}
	answer, err := sender.Stream(ctx, &s.Request)
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
	if err := e.eachLine(answer.Body, &o.reply); err != nil {
		o.reply.Err = streamError(ctx, err)
	}
	return o
}

// streamError words what ended a stream before its end.
func streamError(ctx context.Context, err error) *driver.Error {
	var syntax *rows.SyntaxError
	if errors.As(err, &syntax) {
		return kernelError(err)
	}
	return contractError(ctx, err)
}

// eachLine writes every line of a body. A line is written when its end has come, so that a body that is cut leaves no part
// of a document.
func (e *Exec) eachLine(body io.Reader, reply *driver.Reply) error {
	scanner := bufio.NewScanner(body)
	scanner.Buffer(make([]byte, 0, 1<<20), maxLine)
	for scanner.Scan() {
		line := bytes.TrimSpace(scanner.Bytes())
		reply.Bytes += int64(len(scanner.Bytes())) + 1
		if len(line) == 0 {
			continue
		}
		if err := rows.Entries(line, "", "", func(entry rows.Entry) error { return e.options.Sink.Document(entry.Document) }); err != nil {
			return fmt.Errorf("document %d of the response: %w", reply.Rows+1, err)
		}
		reply.Rows++
	}
	if err := scanner.Err(); err != nil {
		return err
	}
	return nil
}
