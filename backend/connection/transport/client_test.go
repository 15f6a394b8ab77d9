package transport

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/http/httpproxy"

	"quarry/backend/connection/transport/certtest"
)

func portOfServer(t testing.TB, server *httptest.Server) int {
	t.Helper()
	u, err := url.Parse(server.URL)
	require.NoError(t, err)
	port, err := strconv.Atoi(u.Port())
	require.NoError(t, err)
	return port
}

func serve(t testing.TB, handler http.HandlerFunc) int {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return portOfServer(t, server)
}

func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// SPEC: CON-09, CON-10
func TestTheCredentialIsSentAsItsSchemeSays(t *testing.T) {
	rows := []struct {
		name, header, want string
		auth               Auth
	}{
		{"none", "Authorization", "", Auth{}},
		{"basic", "Authorization", "Basic ZWxhc3RpYzpwOmE=", Auth{Scheme: "basic", User: "elastic", Secret: "p:a"}},
		{"basic beyond ASCII is UTF-8", "Authorization", "Basic w7w6w7Y=", Auth{Scheme: "basic", User: "ü", Secret: "ö"}},
		{"an API key, verbatim", "Authorization", "ApiKey a+/b==", Auth{Scheme: "header", Header: "Authorization", Prefix: "ApiKey ", Secret: "a+/b=="}},
		{"a header of its own", "X-Search-Api-Key", "abc", Auth{Scheme: "header", Header: "X-SEARCH-API-KEY", Secret: "abc"}},
		{"an empty key is not sent", "X-Search-Api-Key", "", Auth{Scheme: "header", Header: "X-Search-Api-Key"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			server := newRawServer(t, always(rawOK))
			c := newClient(t, server.Port, func(o *Options) { o.Auth = row.auth })
			_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
			require.NoError(t, err)
			require.Equal(t, row.want, server.seen()[0].Header.Get(row.header))
		})
	}
}

func TestHeadersHaveTheirDefaultsUnlessGiven(t *testing.T) {
	rows := []struct {
		name string
		req  Request
		want map[string]string
	}{
		{"no body", Request{Method: "GET"}, map[string]string{"Accept": "application/json", "Content-Type": "", "User-Agent": "Quarry", "Content-Length": "", "Transfer-Encoding": "", "Cookie": ""}},
		{"a body", Request{Method: "POST", Body: []byte("{}")}, map[string]string{"Accept": "application/json", "Content-Type": "application/json", "Content-Length": "2"}},
		{"a GET with a body", Request{Method: "GET", Body: []byte("{}")}, map[string]string{"Content-Type": "application/json", "Content-Length": "2"}},
		{"a DELETE without one", Request{Method: "DELETE"}, map[string]string{"Content-Type": "", "Transfer-Encoding": ""}},
		{"given ones win", Request{Method: "POST", Body: []byte("{}\n"), Header: http.Header{"content-type": {"application/x-ndjson"}, "accept": {"text/plain"}}}, map[string]string{"Accept": "text/plain", "Content-Type": "application/x-ndjson"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			server := newRawServer(t, always(rawOK))
			row.req.Path = "/"
			_, err := newClient(t, server.Port, nil).Do(t.Context(), row.req)
			require.NoError(t, err)
			for name, value := range row.want {
				require.Equal(t, value, strings.Join(server.seen()[0].Header.Values(name), ","), name)
			}
			require.Equal(t, string(row.req.Body), server.seen()[0].Body)
		})
	}
}

func TestEveryStatusIsAnAnswer(t *testing.T) {
	for _, status := range []int{200, 201, 204, 304, 400, 401, 404, 409, 413, 429, 500, 503} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			port := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Warning", `299 x "y"`)
				w.WriteHeader(status)
				if status != 204 && status != 304 {
					_, _ = io.WriteString(w, "body")
				}
			})
			resp, err := newClient(t, port, nil).Do(t.Context(), Request{Method: "GET", Path: "/"})
			require.NoError(t, err)
			require.Equal(t, status, resp.Status)
			require.Equal(t, `299 x "y"`, resp.Header.Get("Warning"))
			require.True(t, resp.Sent)
		})
	}
}

func TestAPackedAnswerIsUnpacked(t *testing.T) {
	whole := strings.Repeat(`{"a":1}`, 1000)
	packed := zipped(t, whole)
	rows := []struct {
		name string
		body []byte
		want string
		kind Kind
	}{
		{"gzip", packed, whole, ""},
		{"an empty body that says gzip", nil, "", ""},
		{"no gzip at all", []byte("plain text that says gzip"), "", KindEngine},
		{"gzip cut short", packed[:len(packed)/2], "", KindConnect},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			port := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", "gzip")
				_, _ = w.Write(row.body)
			})
			resp, err := newClient(t, port, nil).Do(t.Context(), Request{Method: "GET", Path: "/"})
			if row.kind != "" {
				requireKind(t, err, row.kind)
				return
			}
			require.NoError(t, err)
			require.Equal(t, row.want, string(resp.Body))
		})
	}
	t.Run("asked for away from the loopback only", func(t *testing.T) {
		near, err := New(Options{Host: "localhost", Port: 1})
		require.NoError(t, err)
		far, err := New(Options{Host: "search.example", Port: 1})
		require.NoError(t, err)
		require.Equal(t, "identity", near.acceptEncoding)
		require.Equal(t, "gzip", far.acceptEncoding)
	})
}

func TestAnAnswerOverTheLimitIsAClearError(t *testing.T) {
	rows := []struct {
		name string
		size int
		gzip bool
		kind Kind
	}{
		{"just within", 1 << 20, false, ""},
		{"one byte more", 1<<20 + 1, false, KindUnsupported},
		{"small when packed", 8 << 20, true, KindUnsupported},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			body := []byte(strings.Repeat("x", row.size))
			if row.gzip {
				body = zipped(t, string(body))
			}
			port := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				if row.gzip {
					w.Header().Set("Content-Encoding", "gzip")
				}
				_, _ = w.Write(body)
			})
			c := newClient(t, port, func(o *Options) { o.MaxResponse = 1 << 20 })
			resp, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
			if row.kind == "" {
				require.NoError(t, err)
				require.Len(t, resp.Body, row.size)
				return
			}
			failure := requireKind(t, err, row.kind)
			require.Contains(t, failure.Message, "1 MB")
			require.True(t, failure.Sent)
		})
	}
}

func TestMemoryForABodyIsMadeAtOnceIfItsSizeIsExpected(t *testing.T) {
	text := strings.Repeat("quarry ", 100_000)
	port := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		for part := range strings.SplitSeq(text, " ") { // without Content-Length
			_, _ = io.WriteString(w, part)
			if part != "" {
				_, _ = io.WriteString(w, " ")
			}
		}
	})
	c := newClient(t, port, func(*Options) {})
	response, err := c.Do(t.Context(), Request{Method: "GET", Path: "/", Expect: 800_000})
	require.NoError(t, err)
	require.Equal(t, text, string(response.Body))
	require.GreaterOrEqual(t, cap(response.Body), 800_000)
	require.Less(t, cap(response.Body), 900_000)
	response, err = c.Do(t.Context(), Request{Method: "GET", Path: "/", Expect: 10})
	require.NoError(t, err)
	require.Equal(t, text, string(response.Body), "a larger one arrives whole")
}

func TestABodyIsReadIntoTheCallersMemoryIfItFits(t *testing.T) {
	text := strings.Repeat("quarry ", 1000)
	port := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) })
	c := newClient(t, port, func(*Options) {})
	for name, row := range map[string]struct {
		room   []byte
		within bool
	}{
		"large enough": {make([]byte, 10, 10_000), true},
		"too small":    {make([]byte, 10), false},
		"none":         {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			response, err := c.Do(t.Context(), Request{Method: "GET", Path: "/", Room: row.room})
			require.NoError(t, err)
			require.Equal(t, text, string(response.Body))
			require.Equal(t, row.within, len(row.room) > 0 && &row.room[0] == &response.Body[0])
		})
	}
}

func TestAStreamHasNoSizeLimitAndGivesTheBytesAsTheyCome(t *testing.T) {
	next := make(chan struct{})
	port := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "first")
		w.(http.Flusher).Flush()
		<-next
		_, _ = io.WriteString(w, "second")
	})
	c := newClient(t, port, func(o *Options) { o.MaxResponse = 4 })
	var events []Event
	c.Observe(func(e Event) { events = append(events, e) })
	resp, err := c.Stream(t.Context(), Request{Method: "GET", Path: "/x", Purpose: "export"})
	require.NoError(t, err)
	first := make([]byte, 5)
	_, err = io.ReadFull(resp.Body, first)
	require.NoError(t, err)
	require.Equal(t, "first", string(first))
	close(next)
	rest, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, "second", string(rest))
	require.Empty(t, events, "the exchange ends with Close")
	require.NoError(t, resp.Body.Close())
	require.NoError(t, resp.Body.Close())
	require.Len(t, events, 1)
	require.Equal(t, int64(11), events[0].Bytes)
	require.Equal(t, "export", events[0].Purpose)
}

// SPEC: CON-20
func TestATimeLimitEndsARequest(t *testing.T) {
	silent := newSilentListener(t, nil)
	hold := make(chan struct{})
	slow := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			w.WriteHeader(200)
			_, _ = io.WriteString(w, "begun")
			w.(http.Flusher).Flush()
		}
		<-hold
	})
	t.Cleanup(func() { close(hold) })
	t.Run("no response", func(t *testing.T) {
		c := newClient(t, slow, func(o *Options) { o.RequestTimeout = 20 * time.Millisecond })
		_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
		failure := requireKind(t, err, KindTimeout)
		require.True(t, failure.Sent)
		require.True(t, failure.Timeout())
		require.Contains(t, failure.Message, "20ms")
	})
	t.Run("half a response", func(t *testing.T) {
		c := newClient(t, slow, nil)
		_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/body", Timeout: 50 * time.Millisecond})
		failure := requireKind(t, err, KindTimeout)
		require.Equal(t, 200, failure.Status)
	})
	t.Run("a stream that stands still", func(t *testing.T) {
		c := newClient(t, slow, func(o *Options) { o.RequestTimeout = 50 * time.Millisecond })
		resp, err := c.Stream(t.Context(), Request{Method: "GET", Path: "/body"})
		require.NoError(t, err)
		_, err = io.ReadAll(resp.Body)
		requireKind(t, err, KindTimeout)
		require.NoError(t, resp.Body.Close())
	})
	t.Run("the caller's deadline", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		_, err := newClient(t, slow, nil).Do(ctx, Request{Method: "GET", Path: "/"})
		requireKind(t, err, KindTimeout)
	})
	t.Run("a TLS handshake without a response", func(t *testing.T) {
		c := newClient(t, silent, func(o *Options) { o.ConnectTimeout, o.TLS.Mode = 20*time.Millisecond, ModeRequired })
		_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
		failure := requireKind(t, err, KindConnect)
		require.True(t, failure.Timeout())
		require.False(t, failure.Sent)
		require.Contains(t, failure.Message, "within 20ms")
	})
}

// newSilentListener accepts connections, reports each to arrived and never responds.
func newSilentListener(t testing.TB, arrived chan<- struct{}) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			defer func() { _ = conn.Close() }()
			if arrived != nil {
				arrived <- struct{}{}
			}
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

// SPEC: CON-20
func TestCancellingEndsARequestAtEachMoment(t *testing.T) {
	hold := make(chan struct{})
	arrived := make(chan struct{}, 8)
	slow := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			_, _ = io.WriteString(w, "begun")
			w.(http.Flusher).Flush()
		}
		arrived <- struct{}{}
		<-hold
	})
	t.Cleanup(func() { close(hold) })
	rows := []struct {
		name, path string
		port       int
		tls        Mode
		wait       bool
		sent       bool
	}{
		{"before it begins", "/", slow, ModeDisabled, false, false},
		{"in the TLS handshake", "/", newSilentListener(t, arrived), ModeRequired, true, false},
		{"while the response is awaited", "/", slow, ModeDisabled, true, true},
		{"in the response's body", "/body", slow, ModeDisabled, true, true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			if row.wait {
				go func() { <-arrived; cancel() }()
			} else {
				cancel()
			}
			defer cancel()
			_, err := newClient(t, row.port, func(o *Options) { o.TLS.Mode = row.tls }).Do(ctx, Request{Method: "POST", Path: row.path, Body: []byte("{}")})
			failure := requireKind(t, err, KindCancelled)
			require.Equal(t, row.sent, failure.Sent)
			require.ErrorIs(t, err, context.Canceled)
		})
	}
}

func TestClosingEndsWhatIsUnderWayAndWhatComesLater(t *testing.T) {
	hold, arrived := make(chan struct{}), make(chan struct{})
	port := serve(t, func(http.ResponseWriter, *http.Request) { close(arrived); <-hold })
	t.Cleanup(func() { close(hold) })
	c := newClient(t, port, nil)
	go func() { <-arrived; c.Close() }()
	_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
	requireKind(t, err, KindCancelled)
	_, err = c.Do(t.Context(), Request{Method: "GET", Path: "/"})
	failure := requireKind(t, err, KindCancelled)
	require.False(t, failure.Sent)
}

func TestAClosedConnectionSendsNothing(t *testing.T) {
	var arrived atomic.Int32
	c := newClient(t, serve(t, func(http.ResponseWriter, *http.Request) { arrived.Add(1) }), nil)
	c.Close()
	for range 500 {
		_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
		requireKind(t, err, KindCancelled)
	}
	require.Zero(t, arrived.Load())
}

// SPEC: CON-17
func TestANetworkFailureKeepsItsShortCause(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	unused := free.Addr().(*net.TCPAddr).Port
	require.NoError(t, free.Close())
	rows := []struct {
		name, message string
		port          int
		sent          bool
		hint          string
	}{
		{"nothing listens", "connect to 127.0.0.1:" + strconv.Itoa(unused) + ": connection refused", unused, false, ""},
		{"the server hangs up", "the server closed the connection without responding", newRawServer(t, always("")).Port, true, plainHint},
		{"the server speaks something else", "the server's response is not HTTP", newRawServer(t, always("\x15\x03\x01\x00\x02\x02\x16 secret-banner\r\n\r\n")).Port, true, plainHint},
		{"headers without a colon", "the server's response is not HTTP", newRawServer(t, always("HTTP/1.1 200 OK\r\nsecret-banner\r\n\r\n")).Port, true, plainHint},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := newClient(t, row.port, nil).Do(t.Context(), Request{Method: "POST", Path: "/a", Body: []byte("secret-body")})
			failure := requireKind(t, err, KindConnect)
			require.Equal(t, row.message, failure.Message)
			require.Equal(t, row.sent, failure.Sent)
			require.Equal(t, row.hint, failure.Hint)
			for cause := err; cause != nil; cause = errors.Unwrap(cause) {
				require.NotContains(t, cause.Error(), "secret-")
			}
		})
	}
	t.Run("the response ends too early", func(t *testing.T) {
		server := newRawServer(t, always("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\nhalf"))
		_, err := newClient(t, server.Port, nil).Do(t.Context(), Request{Method: "GET", Path: "/"})
		failure := requireKind(t, err, KindConnect)
		require.Equal(t, "the response was cut short", failure.Message)
		require.Equal(t, "The response was cut short.", failure.Sentence())
		require.Equal(t, damagedHint, failure.Hint)
		require.Equal(t, 200, failure.Status)
	})
}

// SPEC: CON-17
func TestAHostThatIsNotKnownIsNamed(t *testing.T) {
	d := &dialer{}
	failure := d.connectFailure("search.example:9200", &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "search.example", IsNotFound: true}})
	require.Equal(t, "cannot resolve the host name search.example", failure.text)
	require.Equal(t, "Check Host.", failure.hint)
}

// SPEC: CON-17
func TestAServerThatHasAnsweredInHTTPIsNotSaidToSpeakAnotherProtocol(t *testing.T) {
	server := newRawServer(t, func(n int, _ wireRequest) string {
		if n == 1 {
			return rawOK
		}
		return "HTTP/1.1 200 OK\r\nContent-Ty\r\n\r\n" // as a head that is cut reads
	})
	c := newClient(t, server.Port, nil)
	_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
	require.NoError(t, err)
	_, err = c.Do(t.Context(), Request{Method: "GET", Path: "/"})
	require.Equal(t, "The response was cut short.", requireKind(t, err, KindConnect).Sentence())
}

func TestATimeLimitIsNamedInSeconds(t *testing.T) {
	require.Equal(t, []string{"1 s", "60 s", "90 s", "50ms"}, []string{
		seconds(time.Second), seconds(time.Minute), seconds(90 * time.Second), seconds(50 * time.Millisecond),
	})
}

// SPEC: CON-17
func TestHTTPSIsNotSuggestedOnceTheServerHasAnsweredInPlainHTTP(t *testing.T) {
	server := newRawServer(t, func(n int, _ wireRequest) string {
		if n == 2 {
			return rawOK
		}
		return "" // closed without a response
	})
	c := newClient(t, server.Port, nil)
	ask := func() string {
		_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
		if err == nil {
			return "worked"
		}
		return requireKind(t, err, KindConnect).Hint
	}
	require.Equal(t, plainHint, ask())
	require.Equal(t, "worked", ask())
	require.Equal(t, endedHint, ask())
}

func TestNothingIsSentTwiceOverADeadConnection(t *testing.T) {
	for _, row := range []struct {
		name string
		req  Request
	}{
		{"a write with a body", Request{Method: "POST", Path: "/", Body: []byte("{}")}},
		{"a write without one", Request{Method: "DELETE", Path: "/a"}},
		{"a POST without one", Request{Method: "POST", Path: "/a"}},
		{"a read", Request{Method: "GET", Path: "/_search/scroll"}},
		{"a read with a body", Request{Method: "GET", Path: "/", Body: []byte("{}")}},
		{"a look at the head", Request{Method: "HEAD", Path: "/"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			server := newRawServer(t, func(n int, _ wireRequest) string {
				if n == 1 {
					return rawOK
				}
				return "" // read, then closed without a response
			})
			c := newClient(t, server.Port, nil)
			_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/warm"})
			require.NoError(t, err)
			_, err = c.Do(t.Context(), row.req)
			failure := requireKind(t, err, KindConnect)
			require.True(t, failure.Sent)
			require.Len(t, server.seen(), 2, "the warm-up and the request, once")
		})
	}
}

func TestAKeptConnectionIsUsedAgain(t *testing.T) {
	peers := map[string]bool{}
	port := serve(t, func(w http.ResponseWriter, r *http.Request) {
		peers[r.RemoteAddr] = true
		_, _ = io.WriteString(w, "{}")
	})
	c := newClient(t, port, nil)
	for range 5 {
		_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
		require.NoError(t, err)
	}
	require.Len(t, peers, 1)
}

// SPEC: CON-23
func TestAProxyOfTheEnvironmentIsIgnored(t *testing.T) {
	proxy := newRawServer(t, always(rawOK))
	address := "http://127.0.0.1:" + strconv.Itoa(proxy.Port)
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"} {
		t.Setenv(name, address)
	}
	t.Setenv("NO_PROXY", "")
	t.Setenv("no_proxy", "")
	// An address that leads to this computer and that no proxy rule treats as loopback.
	const here = "0.0.0.0"
	proxied, err := httpproxy.FromEnvironment().ProxyFunc()(&url.URL{Scheme: "https", Host: here + ":9200"})
	require.NoError(t, err)
	require.Equal(t, address, proxied.String(), "the environment has a proxy for it")
	own := certtest.Issue(t, nil, "own", certtest.ForLoopback)
	rows := []struct {
		mode Mode
		port int
	}{
		{ModeDisabled, serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) })},
		{ModeRequired, serveTLS(t, certtest.Config(own))},
	}
	for _, row := range rows {
		t.Run(string(row.mode), func(t *testing.T) {
			c := newClient(t, row.port, func(o *Options) { o.Host, o.TLS.Mode = here, row.mode })
			_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
			require.NoError(t, err)
			require.Empty(t, proxy.seen())
		})
	}
}

func TestTheObserverSeesEachRequestWithoutTheCredentialAndTheAnswer(t *testing.T) {
	port := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); _, _ = io.WriteString(w, "12345") })
	c := newClient(t, port, nil)
	begin := time.Now()
	var events []Event
	c.Observe(func(e Event) { events = append(events, e) })
	_, err := c.Do(t.Context(), Request{Method: "GET", Path: "/a", Query: "q=1", Body: []byte("{}"), Purpose: "page"})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.Do(ctx, Request{Method: "POST", Path: "/b"})
	requireKind(t, err, KindCancelled)
	c.Observe(nil)
	_, err = c.Do(t.Context(), Request{Method: "GET", Path: "/c"})
	require.NoError(t, err)
	require.Len(t, events, 2)
	for i := range events {
		if runtime.GOOS != "windows" { // whose clock may not move during a request
			require.Positive(t, events[i].Duration)
		}
		require.False(t, events[i].Started.Before(begin))
		events[i].Duration, events[i].Started = 0, time.Time{}
	}
	require.Equal(t, []Event{
		{Method: "GET", Path: "/a", Query: "q=1", Body: []byte("{}"), ContentType: "application/json", Purpose: "page", Status: 404, Bytes: 5},
		{Method: "POST", Path: "/b", Kind: KindCancelled},
	}, events)
}

func TestALargeBodyOfUnknownSizeArrivesWholeHoweverItIsCut(t *testing.T) {
	text := make([]byte, 3*firstBuffer+4321)
	for n := range text {
		text[n] = byte(n / 7)
	}
	sizes := []int{len(text), firstBuffer, firstBuffer + 1, firstBuffer - 1, 2 * firstBuffer, 3 * firstBuffer, 5, 0, len(text)}
	next := make(chan int, len(sizes))
	port := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		size := <-next
		_, _ = w.Write(text[:size/2])
		w.(http.Flusher).Flush() // the response has no length
		_, _ = w.Write(text[size/2 : size])
	})
	c := newClient(t, port, nil)
	var before []byte
	for _, size := range sizes {
		next <- size
		response, err := c.Do(t.Context(), Request{Method: "GET", Path: "/"})
		require.NoError(t, err)
		require.Truef(t, bytes.Equal(text[:size], response.Body), "%d bytes", size)
		if before == nil {
			before = response.Body
		}
		require.True(t, bytes.Equal(text, before), "a later body is not read over an earlier one")
	}
}
