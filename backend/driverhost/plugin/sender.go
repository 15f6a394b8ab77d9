package plugin

import (
	"context"
	"errors"
	"io"
	"net/http"

	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// Client sends the requests of a connection: a *transport.Client, or one wrapped in a transport.Guarded.
type Client interface {
	Do(ctx context.Context, r transport.Request) (*transport.Response, error)
}

// FromTransport returns a RequestSender that sends through a connection's client.
func FromTransport(client Client) RequestSender { return httpSender{client} }

type httpSender struct{ client Client }

// Do implements [RequestSender].
func (s httpSender) Do(ctx context.Context, r *driver.Request) (*transport.Response, error) {
	return s.DoInto(ctx, r, nil)
}

// DoInto implements [Reader].
func (s httpSender) DoInto(ctx context.Context, r *driver.Request, room []byte) (*transport.Response, error) {
	request := ToTransport(r)
	request.Room = room
	response, err := s.client.Do(ctx, request)
	if err != nil {
		return nil, fromTransport(err, r)
	}
	return response, nil
}

// Stream implements [Streamer].
func (s httpSender) Stream(ctx context.Context, r *driver.Request) (*transport.StreamResponse, error) {
	client, ok := s.client.(transport.Sender)
	if !ok {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "This connection cannot stream."}
	}
	response, err := client.Stream(ctx, ToTransport(r))
	if err != nil {
		return nil, fromTransport(err, r)
	}
	response.Body = streamBody{response.Body, r}
	return response, nil
}

// streamBody returns a body's errors as *driver.Error.
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

// ToTransport converts a driver's request to the connection's form. Its body must be in one piece.
func ToTransport(r *driver.Request) transport.Request {
	return transport.Request{
		Method: r.Method, Path: r.Path, Query: r.Query, Header: header(r.Headers), Body: r.Body, Purpose: r.Purpose, Limit: r.Limit,
		Expect: r.Expect, Private: r.Private, RepeatIfBroken: r.RepeatIfBroken,
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
