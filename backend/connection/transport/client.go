// Package transport sends the HTTP requests of one connection: TLS, credentials, limits, and the guard that keeps every
// request and the credential at the connection's own origin. It knows nothing about engines.
//
// Decisions:
//   - No write is sent without a permit, whatever the safe mode. Under Off the application itself confirms what the user
//     asked for; a driver still cannot write in an operation that reads.
//   - A second table in the manifest, writes, lists GET routes that write anyway, and takes precedence. Paths are also
//     matched after decoding, since a proxy may decode what it passes on.
//   - A path with a segment . or .., even after decoding once or twice, is never sent: a proxy that decodes it would turn
//     deleting a document into deleting its index.
//   - A read whose kept-alive connection broke before the response began is sent once more: after sleep this says nothing
//     about the server. The driver says which reads can be repeated (driver.Request.RepeatIfBroken); the guard clears the
//     mark on every write, and typed requests have none. After a timeout nothing is sent again, but the other idle
//     connections are closed.
//   - Engines are contacted over HTTP/1.1, whatever they offer.
//   - The connection's secret is removed from texts here, because only this package knows it. Extra request headers, whose
//     values are secrets, are added after the driver's own: no driver can read one, and none replaces a header that Quarry
//     or the driver sets.
//   - Encrypted keys (PBES2) are decrypted by our own code: the library does not support SHA-384 or SHA-512, does not
//     limit the work that a file demands, and panics on a broken file.
package transport

import (
	"context"
	"encoding/base64"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"golang.org/x/net/http/httpguts"

	"quarry/backend/connection/loopback"
)

const (
	idleConnections = 16
	idleTimeout     = 30 * time.Second // below the minute after which load balancers silently drop a connection
	maxHeader       = 1 << 20
	readBuffer      = 64 << 10 // to read a response in small chunks with few system calls
)

// Client sends the requests of one connection over kept-alive HTTP/1.1 connections. It uses no proxy from the
// environment, follows no redirect, stores no cookie and sends nothing twice, except for a repeatable request. It is
// safe for concurrent use. The credential and the extra headers are in closures, so that printing a Client cannot
// reveal them.
type Client struct {
	endpoint       endpoint
	dialer         *dialer
	http           *http.Transport
	credential     string // the name of the header that carries the credential, "" for none
	authorise      func(http.Header)
	addExtras      func(http.Header)
	redact         func(string) string
	userAgent      string
	acceptEncoding string
	requestTimeout time.Duration
	maxResponse    int64
	lastSize       atomic.Int64 // size of the last response that was read as a whole
	worked         atomic.Bool  // a response has arrived
	life           context.Context
	end            context.CancelCauseFunc
	observer       atomic.Pointer[func(Event)]
}

// New prepares a connection without opening it. If an option is unusable, the error is an *Error of kind invalid that
// names it.
func New(o Options) (*Client, error) {
	o = o.withDefaults()
	e, err := newEndpoint(o)
	if err != nil {
		return nil, err
	}
	credential, authorise, err := newCredential(o.Auth)
	if err != nil {
		return nil, err
	}
	var addExtras func(http.Header)
	if o.Headers, addExtras, err = newExtras(o.Headers, credential); err != nil {
		return nil, err
	}
	if !httpguts.ValidHeaderFieldValue(o.UserAgent) {
		return nil, invalid("the user agent contains a line break or a control character")
	}
	d, err := newDialer(e.host, o)
	if err != nil {
		return nil, err
	}
	c := &Client{
		endpoint: e, dialer: d, http: newTransport(d), credential: credential, authorise: authorise, addExtras: addExtras,
		redact: newRedactor(o.Auth, o.Headers), userAgent: o.UserAgent, acceptEncoding: "gzip", requestTimeout: o.RequestTimeout, maxResponse: o.MaxResponse,
	}
	if loopback.Is(e.host) {
		c.acceptEncoding = "identity" // on loopback, compression costs both sides more than it saves
	}
	c.life, c.end = context.WithCancelCause(context.Background())
	return c, nil
}

func newTransport(d *dialer) *http.Transport {
	return &http.Transport{
		Proxy: nil, DialContext: d.dial, DialTLSContext: d.dialTLS,
		DisableCompression: true, ForceAttemptHTTP2: false,
		MaxIdleConns: idleConnections, MaxIdleConnsPerHost: idleConnections, IdleConnTimeout: idleTimeout,
		MaxResponseHeaderBytes: maxHeader, ReadBufferSize: readBuffer,
	}
}

func newCredential(a Auth) (name string, authorise func(http.Header), err error) {
	var value string
	switch a.Scheme {
	case "":
		return "", func(http.Header) {}, nil
	case "basic":
		name, value = "Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(a.User+":"+a.Secret))
	case "header":
		if !httpguts.ValidHeaderFieldName(a.Header) {
			return "", nil, invalid("the credential header's name is not valid")
		}
		name, value = http.CanonicalHeaderKey(a.Header), a.Prefix+a.Secret
	default:
		return "", nil, invalid("unknown authentication scheme %q", a.Scheme)
	}
	if !httpguts.ValidHeaderFieldValue(value) {
		return "", nil, invalid("the credential contains a line break or a control character")
	}
	if a.Scheme == "header" && a.Secret == "" {
		return name, func(http.Header) {}, nil
	}
	return name, func(h http.Header) { h.Set(name, value) }, nil
}

// Origin returns the scheme, host and port that every request goes to: "https://search.example:9243".
func (c *Client) Origin() string { return c.endpoint.origin() }

// Host returns the host that requests go to: a name in ASCII, or an address without brackets.
func (c *Client) Host() string { return c.endpoint.host }

// Base returns Origin with the connection's path prefix, without a trailing slash: everything before a request's path.
func (c *Client) Base() string { return c.endpoint.origin() + c.endpoint.prefix }

// String returns Origin.
func (c *Client) String() string { return c.Origin() }

// GoString returns Origin.
func (c *Client) GoString() string { return c.Origin() }

// TLS returns what the most recent handshake revealed; nil before the first one and for plain HTTP.
func (c *Client) TLS() *TLSFacts { return c.dialer.facts() }

// Close cancels all requests in flight (kind cancelled) and closes the connections. Later requests fail the same way.
func (c *Client) Close() {
	c.end(errClosed)
	c.http.CloseIdleConnections()
}

// Do sends a request and reads the whole response. Every status is a response, not an error, except a redirect to
// another origin (kind refused). A body over the connection's limit is an error of kind unsupported. Cancelling ctx
// ends the request at once.
func (c *Client) Do(ctx context.Context, req Request) (*Response, error) {
	x, resp, err := c.send(ctx, req)
	if err != nil {
		return nil, err
	}
	defer x.release()
	body, err := x.readAll(resp)
	if err != nil {
		return nil, x.finish(resp.StatusCode, err)
	}
	_ = x.finish(resp.StatusCode, nil)
	return &Response{Status: resp.StatusCode, Header: resp.Header, Body: body, Sent: true, Duration: time.Since(x.started)}, nil
}

// Stream sends a request and returns the body as it arrives, without a size limit. The time limit applies to the head
// of the response and then to each wait for more of the body, not to the whole body. ctx applies to the body too.
func (c *Client) Stream(ctx context.Context, req Request) (*StreamResponse, error) {
	x, resp, err := c.send(ctx, req)
	if err != nil {
		return nil, err
	}
	x.timer.Stop()
	body, err := x.decoded(resp, x.wait(resp.Body))
	if err != nil {
		defer x.release()
		_ = resp.Body.Close()
		return nil, x.finish(resp.StatusCode, err)
	}
	stream := &streamBody{exchange: x, status: resp.StatusCode, from: body, wire: resp.Body}
	return &StreamResponse{Status: resp.StatusCode, Header: resp.Header, Body: stream, Sent: true, Duration: time.Since(x.started)}, nil
}

// send sends a request and waits for the head of its response. It repeats a repeatable request once if its connection
// had been idle and broke before the response began. The caller must release the exchange.
func (c *Client) send(ctx context.Context, req Request) (*exchange, *http.Response, error) {
	x, resp, again, err := c.attempt(ctx, req)
	if err != nil && again && req.RepeatIfBroken {
		x, resp, _, err = c.attempt(ctx, req)
	}
	return x, resp, err
}

// attempt sends a request once; again reports whether a failure says nothing about the current state of the server.
func (c *Client) attempt(ctx context.Context, req Request) (x *exchange, resp *http.Response, again bool, err error) {
	x, err = c.begin(ctx, req)
	if err != nil {
		return nil, nil, false, err
	}
	resp, err = x.roundTrip()
	if err != nil {
		defer x.release()
		again = x.broke(err) && !x.answered.Load()
		return nil, nil, again, x.finish(0, err)
	}
	return x, resp, false, nil
}

// begin checks a request and builds what to send. It adds the credential and the extra headers last, after comparing
// the address of the finished request with the connection's own.
func (c *Client) begin(ctx context.Context, req Request) (*exchange, error) {
	if err := Check(req.Method, req.Path, req.Query); err != nil {
		return nil, err
	}
	if err := checkHeader(req.Method, req.Path, req.Header, c.credential); err != nil {
		return nil, err
	}
	target, err := c.endpoint.target(req.Method, req.Path, req.Query)
	if err != nil {
		return nil, err
	}
	x := c.newExchange(ctx, req)
	x.http = (&http.Request{
		Method: req.Method, URL: c.endpoint.wireURL(target, req.Query), Header: c.header(req),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}).WithContext(httptrace.WithClientTrace(x.ctx, x.trace()))
	setBody(x.http, req.Body)
	c.authorise(x.http.Header)
	c.addExtras(x.http.Header)
	return x, nil
}
