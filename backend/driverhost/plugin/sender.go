package plugin

import (
	"context"
	"errors"
	"io"
	"net/http"

	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// HTTP sends requests of a connection: a *transport.Client, or one behind a transport.Guarded.
type HTTP interface {
	Do(ctx context.Context, r transport.Request) (*transport.Response, error)
}

// FromTransport returns a Sender that sends through a connection's client.
func FromTransport(client HTTP) Sender { return httpSender{client} }

type httpSender struct{ client HTTP }

// Do implements [Sender].
func (s httpSender) Do(ctx context.Context, r *driver.Request) (*Answer, error) {
	return s.DoInto(ctx, r, nil)
}

// DoInto implements [Reader].
func (s httpSender) DoInto(ctx context.Context, r *driver.Request, room []byte) (*Answer, error) {
	request := ToTransport(r)
	request.Room = room
	answer, err := s.client.Do(ctx, request)
	if err != nil {
		return nil, fromTransport(err, r)
	}
	return &Answer{
		Status: answer.Status, Headers: answer.Header, Body: answer.Body, Bytes: int64(len(answer.Body)), Duration: answer.Duration,
	}, nil
}

// Stream implements [Streamer].
func (s httpSender) Stream(ctx context.Context, r *driver.Request) (*StreamAnswer, error) {
	client, ok := s.client.(transport.Sender)
	if !ok {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "This connection cannot stream."}
	}
	answer, err := client.Stream(ctx, ToTransport(r))
	if err != nil {
		return nil, fromTransport(err, r)
	}
	return &StreamAnswer{Status: answer.Status, Headers: answer.Header, Body: streamBody{answer.Body, r}}, nil
}

// streamBody returns errors of a body as *driver.Error.
type streamBody struct {
	io.ReadCloser
	request *driver.Request
}

// Read implements io.Reader.
func (b streamBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, fromTransport(err, b.request)
}

// ToTransport returns a driver's request as the connection sends it. Its body must be in one piece.
func ToTransport(r *driver.Request) transport.Request {
	return transport.Request{
		Method: r.Method, Path: r.Path, Query: r.Query, Header: header(r.Headers), Body: r.Body, Purpose: r.Purpose, Limit: r.Limit,
		Expect: r.Expect, Private: r.Private, Repeatable: r.Repeatable,
	}
}

func header(headers []driver.Header) http.Header {
	if len(headers) == 0 {
		return nil
	}
	h := make(http.Header, len(headers))
	for _, each := range headers {
		h.Add(each.Name, each.Value)
	}
	return h
}

// fromTransport converts a transport error to the contract's. Both have the same kinds.
func fromTransport(err error, r *driver.Request) error {
	var e *transport.Error
	if !errors.As(err, &e) {
		return err
	}
	met := &driver.Error{
		Kind: driver.Kind(e.Kind), Message: e.Sentence(), Hint: e.Hint, Op: r.Method + " " + r.Path, Status: e.Status, Sent: e.Sent,
	}
	if e.Large {
		met.Code = driver.CodeTooLarge
	}
	return met
}
