package transport

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// exchange is one request in flight and its response.
type exchange struct {
	client   *Client
	request  Request
	http     *http.Request
	ctx      context.Context
	cancel   context.CancelCauseFunc
	unlink   func() bool
	limit    time.Duration
	timer    *time.Timer
	started  time.Time
	sent     atomic.Bool
	answered atomic.Bool
	reused   atomic.Bool // the connection had already carried another request, or waited for one
	bytes    int64
}

func (c *Client) newExchange(parent context.Context, req Request) *exchange {
	x := &exchange{client: c, request: req, limit: c.requestTimeout, started: time.Now()}
	if req.Timeout > 0 {
		x.limit = req.Timeout
	}
	x.ctx, x.cancel = context.WithCancelCause(parent)
	x.unlink = context.AfterFunc(c.life, func() { x.cancel(errClosed) })
	if c.life.Err() != nil { // AfterFunc runs in its own goroutine, perhaps after the request was sent
		x.cancel(errClosed)
	}
	x.timer = time.AfterFunc(x.limit, func() { x.cancel(errTooSlow) })
	return x
}

// trace records whether the connection was reused, when the whole head was written (from then on the engine may have
// the request), and when the first byte of a response arrived.
func (x *exchange) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GotConn:              func(info httptrace.GotConnInfo) { x.reused.Store(info.Reused || info.WasIdle) },
		WroteHeaders:         func() { x.sent.Store(true) },
		GotFirstResponseByte: func() { x.answered.Store(true) },
	}
}

func (x *exchange) roundTrip() (*http.Response, error) {
	if x.ctx.Err() != nil {
		return nil, context.Cause(x.ctx)
	}
	resp, err := x.client.http.RoundTrip(x.http)
	if err != nil {
		return nil, err
	}
	x.client.worked.Store(true)
	if err := x.checkRedirect(resp); err != nil {
		_ = resp.Body.Close()
		return nil, err
	}
	return resp, nil
}

func (x *exchange) release() {
	x.timer.Stop()
	x.unlink()
	x.cancel(context.Canceled)
}

// finish reports the outcome to the observer and returns err as an *Error.
func (x *exchange) finish(status int, err error) error {
	event := Event{
		Started: x.started, Method: x.request.Method, Path: x.request.Path, Query: x.request.Query, Body: x.request.Body,
		ContentType: x.http.Header.Get("Content-Type"), Purpose: x.request.Purpose, Private: x.request.Private,
		Status: status, Bytes: x.bytes, Duration: time.Since(x.started),
	}
	var failure *Error
	if err != nil {
		failure = x.classify(status, err)
		event.Kind, event.Status = failure.Kind, failure.Status
	}
	x.client.notify(event)
	if failure == nil {
		return nil
	}
	return failure
}
