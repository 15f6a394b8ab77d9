package plugin

import (
	"context"
	"errors"
	"net/http"

	"quarry/backend/transport"
	"quarry/drivers/driver"
)

// HTTP sends one request of a connection: a *transport.Client, or one behind a transport.Guarded.
type HTTP interface {
	Do(ctx context.Context, r transport.Request) (*transport.Response, error)
}

// FromTransport makes a connection's client the Sender of its driver.
func FromTransport(client HTTP) Sender { return httpSender{client} }

type httpSender struct{ client HTTP }

// Do implements [Sender].
func (s httpSender) Do(ctx context.Context, r *driver.Request) (*Answer, error) {
	answer, err := s.client.Do(ctx, transport.Request{
		Method: r.Method, Path: r.Path, Query: r.Query, Header: header(r.Headers), Body: r.Body, Purpose: r.Purpose, Limit: r.Limit,
	})
	if err != nil {
		return nil, fromTransport(err, r)
	}
	return &Answer{
		Status: answer.Status, Headers: answer.Header, Body: answer.Body, Bytes: int64(len(answer.Body)), Duration: answer.Duration,
	}, nil
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

// fromTransport gives a transport's error as the contract's. Both have the same kinds.
func fromTransport(err error, r *driver.Request) error {
	var e *transport.Error
	if !errors.As(err, &e) {
		return err
	}
	met := &driver.Error{
		Kind: driver.Kind(e.Kind), Message: e.Message, Hint: e.Hint, Op: r.Method + " " + r.Path, Status: e.Status, Sent: e.Sent,
	}
	if e.Large {
		met.Code = driver.CodeTooLarge
	}
	return met
}
