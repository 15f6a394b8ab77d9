package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// defaultStall is how long a download may go without data before it fails.
const defaultStall = 30 * time.Second

// stalled is the error of a body without data for the limit.
type stalled struct{ limit time.Duration }

func (s stalled) Error() string { return fmt.Sprintf("no data arrived for %s", seconds(s.limit)) }

// badStatus is the error of a response whose status is not 200.
type badStatus struct {
	code int
	text string
}

func (b badStatus) Error() string { return "the server returned " + b.text }

// missing reports whether err says that there is nothing at the location.
func missing(err error) bool {
	var status badStatus
	if errors.As(err, &status) {
		return status.code == http.StatusNotFound || status.code == http.StatusGone
	}
	return errors.Is(err, fs.ErrNotExist)
}

// unreached reports whether err means that a request got no response at all.
func unreached(err error) bool {
	var byURL *url.Error
	return errors.As(err, &byURL)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%g s", d.Seconds()) }

// fetcher reads locations. Its zero value uses the system's certificates, the environment's proxy and defaultStall.
type fetcher struct {
	transport http.RoundTripper
	stall     time.Duration
	after     func(time.Duration, func()) (stop func() bool) // time.AfterFunc if nil; tests set their own
}

// open opens the file at l. Its errors do not contain the address. A body without data for the stall limit fails; the
// download as a whole has no time limit.
func (f fetcher) open(ctx context.Context, l location) (io.ReadCloser, error) {
	if l.url == nil {
		file, err := os.Open(l.file)
		if err != nil {
			return nil, err
		}
		return file, nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	body, err := f.get(ctx, l)
	if err != nil {
		cancel(nil)
		return nil, err
	}
	return &guardedBody{fetcher: f, ctx: ctx, cancel: cancel, body: body}, nil
}

func (f fetcher) get(ctx context.Context, l location) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url.String(), nil)
	if err != nil {
		return nil, err
	}
	response, err := newHTTP(f.transport).Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		return nil, badStatus{response.StatusCode, response.Status}
	}
	return response.Body, nil
}

// read reads at most limit bytes from l.
func (f fetcher) read(ctx context.Context, l location, limit int64) ([]byte, error) {
	body, err := f.open(ctx, l)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	data, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, badIndex(fmt.Sprintf("larger than %d bytes", limit), nil)
	}
	return data, nil
}

// guardedBody is a response's body with a time limit for each read.
type guardedBody struct {
	fetcher
	ctx    context.Context
	cancel context.CancelCauseFunc // cancels the request
	body   io.ReadCloser
}

func (b *guardedBody) Read(p []byte) (int, error) {
	limit, after := b.stall, b.after
	if limit <= 0 {
		limit = defaultStall
	}
	if after == nil {
		after = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	stop := after(limit, func() { b.cancel(stalled{limit}) })
	n, err := b.body.Read(p)
	stop()
	var s stalled
	if err != nil && !errors.Is(err, io.EOF) && errors.As(context.Cause(b.ctx), &s) {
		err = s
	}
	return n, err
}

func (b *guardedBody) Close() error {
	err := b.body.Close()
	b.cancel(nil)
	return err
}

// newHTTP returns the client for registry requests. Without a transport it trusts the system's certificates and uses
// the environment's proxy. It follows redirects only from https to https.
func newHTTP(transport http.RoundTripper) *http.Client {
	if transport == nil {
		transport = transportWith(httpproxy.FromEnvironment())
	}
	return &http.Client{Transport: transport, CheckRedirect: checkRedirect}
}

// Through returns a transport that uses a proxy for every host but this computer, whatever the environment says.
func Through(proxy *url.URL) http.RoundTripper {
	return transportWith(&httpproxy.Config{HTTPProxy: proxy.String(), HTTPSProxy: proxy.String()})
}

func transportWith(proxies *httpproxy.Config) http.RoundTripper {
	proxy := proxies.ProxyFunc()
	return &http.Transport{
		Proxy:                 func(r *http.Request) (*url.URL, error) { return proxy(r.URL) },
		DialContext:           (&net.Dialer{Timeout: 15 * time.Second}).DialContext,
		TLSHandshakeTimeout:   15 * time.Second,
		ResponseHeaderTimeout: 30 * time.Second,
		DisableKeepAlives:     true,
	}
}

func checkRedirect(next *http.Request, via []*http.Request) error {
	switch {
	case len(via) > 5:
		return errors.New("more than five redirects")
	case via[len(via)-1].URL.Scheme != "https" || next.URL.Scheme != "https":
		return fmt.Errorf("it redirects to %s://%s, and Quarry follows only https", next.URL.Scheme, next.URL.Host)
	case next.URL.User != nil:
		return errors.New("it redirects to an address with a user name")
	}
	return nil
}
