// Package faulttest is a proxy between the application and a real engine that imitates what networks, gateways and
// engines in trouble do to requests and responses. Its own test is a table of how the application reacts.
//
// How to use it:
//   - go test ./backend/testing/faulttest fails if testdata/faults.md or faults-typesense.md is no longer true; -update
//     rewrites them. It also exports a filtered set while it is being written to and imports it again, and cuts exports
//     at any byte.
//   - app/serve checks pages of the built application through this proxy, with a second program that shares nothing with
//     the drivers (truth_test.go). QUARRY_SEED, which a failure prints, repeats the random choices; QUARRY_FAULTS=2000
//     checks more pages.
package faulttest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Exchange is one request that passes through a proxy.
type Exchange struct {
	Request *http.Request
	Body    []byte
	Status  int
	Header  http.Header
	Answer  []byte // the node's response, nil before the node receives the request

	w http.ResponseWriter
}

// Fault is what a proxy does to one exchange. Do returns false if it does not apply: then the exchange continues
// normally.
type Fault struct {
	Name string
	Do   func(p *Proxy, x *Exchange) bool
}

// Proxy is a proxy between the application and a real node. It records open snapshots and counts writes. It is safe for
// concurrent use.
type Proxy struct {
	Address string // of the proxy, host and port

	node   string
	client *http.Client

	mu      sync.Mutex
	random  *rand.Rand
	rate    float64 // share of exchanges that get a fault
	script  func(x *Exchange) *Fault
	parts   int               // number of responses made partial
	open    map[string]string // keep-alive of each open snapshot, by id
	came    map[string]int    // number of times each write came, by method, path, query and body
	reached int               // number of writes that the node received completely
	log     []string
}

// New starts a proxy in front of the node that runs until the test ends. random chooses the faults of [Proxy.At] and
// may otherwise be nil.
func New(t interface{ Cleanup(f func()) }, node string, random *rand.Rand) *Proxy {
	p := &Proxy{
		node: node, random: random, open: map[string]string{}, came: map[string]int{},
		client: &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 16}},
	}
	server := httptest.NewServer(p)
	p.Address = server.Listener.Addr().String()
	t.Cleanup(func() {
		server.Close()
		for id := range p.open {
			p.closeSnapshot(id)
		}
		p.client.CloseIdleConnections()
	})
	return p
}

// At sets the share of exchanges that get a fault, from 0 to 1.
func (p *Proxy) At(rate float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rate, p.script = rate, nil
}

// Script makes a function choose the fault of each exchange, nil for none. It is not called concurrently.
func (p *Proxy) Script(script func(x *Exchange) *Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rate, p.script = 0, script
}

// Partials returns the number of responses made partial so far.
func (p *Proxy) Partials() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.parts
}

// Writes returns how often each write came since the last call, by its method, path, query and body, and how many
// writes in total the node received completely.
func (p *Proxy) Writes() (came map[string]int, reached int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	came, reached = p.came, p.reached
	p.came, p.reached = map[string]int{}, 0
	return came, reached
}

// Tail returns the end of the log.
func (p *Proxy) Tail(n int) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.log[max(0, len(p.log)-n):], "\n")
}

// draw returns a number from 0 to n-1.
func (p *Proxy) draw(n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.random.IntN(n)
}

// note adds an entry to the log.
func (p *Proxy) note(x *Exchange, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log = append(p.log, fmt.Sprintf("%s %s %.160s -> %d %s", x.Request.Method, x.Request.URL.RequestURI(), longID.ReplaceAll(x.Body, []byte("ID")), x.Status, what))
}

// longID matches a snapshot's id, which means nothing to a reader.
var longID = regexp.MustCompile(`[\w+/=-]{60,}`)

// choose counts a write and returns the fault for an exchange, nil for none.
func (p *Proxy) choose(x *Exchange) *Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	if x.Writes() {
		p.came[x.Request.Method+" "+x.Request.URL.RequestURI()+" "+string(x.Body)]++
	}
	switch {
	case p.script != nil:
		return p.script(x)
	case p.rate == 0 || p.random.Float64() >= p.rate:
		return nil
	}
	return &faults[p.random.IntN(len(faults))]
}

// ServeHTTP implements [http.Handler].
func (p *Proxy) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // the client is gone
	}
	x := &Exchange{Request: q, Body: body, w: w}
	if f := p.choose(x); f != nil {
		if f.Do(p, x) {
			p.note(x, "("+f.Name+")")
			return
		}
	}
	if p.ask(q.Context(), x) {
		p.note(x, "")
		x.reply(x.Answer)
		return
	}
	p.note(x, "(the client left)")
	panic(http.ErrAbortHandler)
}

// ask sends the request to the node unless it was already sent, and reports whether the node responded.
func (p *Proxy) ask(ctx context.Context, x *Exchange) bool {
	if x.Answer != nil {
		return true
	}
	r, err := p.onward(ctx, x)
	if err != nil {
		return false
	}
	if x.Writes() {
		p.mu.Lock()
		p.reached++
		p.mu.Unlock()
	}
	response, err := p.client.Do(r)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return false
	}
	x.Status, x.Header, x.Answer = response.StatusCode, response.Header, text
	p.remember(x)
	return true
}

// onward returns the request for the node.
func (p *Proxy) onward(ctx context.Context, x *Exchange) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, x.Request.Method, p.node+x.Request.URL.RequestURI(), bytes.NewReader(x.Body))
	if err != nil {
		return nil, err
	}
	r.Header = x.Request.Header.Clone()
	for _, name := range []string{"Connection", "Accept-Encoding"} { // each hop has its own
		r.Header.Del(name)
	}
	return r, nil
}

// begin sends the first n bytes of the request to the node, and returns when the node has given up on it.
func (p *Proxy) begin(x *Exchange, at func(size int) int) {
	r, err := p.onward(context.Background(), x)
	if err != nil {
		return
	}
	r.Close = true
	var sent bytes.Buffer
	_ = r.Write(&sent) // a buffer accepts everything
	n := at(sent.Len())
	if n >= sent.Len() {
		p.ask(context.WithoutCancel(x.Request.Context()), x)
		return
	}
	conn, err := net.Dial("tcp", r.URL.Host)
	if err != nil {
		return
	}
	defer conn.Close()
	if _, err := conn.Write(sent.Bytes()[:n]); err == nil {
		_ = conn.(*net.TCPConn).CloseWrite()
		_, _ = io.Copy(io.Discard, conn) // it ends when the node closes the connection
	}
}

// reply responds to the client with a body and the node's headers.
func (x *Exchange) reply(body []byte) { x.replyAs(body, len(body)) }

// replyAs responds with a body and a claimed length.
func (x *Exchange) replyAs(body []byte, length int) {
	for _, name := range []string{"Content-Type", "Warning", "X-Elastic-Product", "Retry-After", "Date"} {
		for _, value := range x.Header.Values(name) {
			x.w.Header().Add(name, value)
		}
	}
	x.w.Header().Set("Content-Length", fmt.Sprint(length))
	x.w.WriteHeader(x.Status)
	_, _ = x.w.Write(body) // a client that is gone needs no response
}

// raw returns the response as on the wire, and the length of its head.
func (x *Exchange) raw() (text []byte, head int) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", x.Status, http.StatusText(x.Status), x.Header.Get("Content-Type"), len(x.Answer))
	head = b.Len()
	b.Write(x.Answer)
	return b.Bytes(), head
}

// hangUp writes bytes to the client and ends its connection, with a reset if asked.
func (x *Exchange) hangUp(text []byte, reset bool) {
	conn, _, err := http.NewResponseController(x.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer conn.Close()
	_, _ = conn.Write(text) // a client that is gone needs no response
	if reset {
		_ = conn.(*net.TCPConn).SetLinger(0)
	}
}

// wait delays an exchange by some milliseconds, or until the client is gone.
func (x *Exchange) wait(millis int) {
	select {
	case <-time.After(time.Duration(millis) * time.Millisecond):
	case <-x.Request.Context().Done():
	}
}

// instead responds in place of the node.
func (x *Exchange) instead(status int, header http.Header, body string) bool {
	x.Status, x.Header = status, header
	x.reply([]byte(body))
	return true
}

// Writes reports whether the request changes documents, indices or settings.
func (x *Exchange) Writes() bool {
	path := x.Request.URL.Path
	switch x.Request.Method {
	case http.MethodGet, http.MethodHead:
		return false
	}
	for _, read := range []string{"/_search", "/_msearch", "/_mget", "/_count", "/_pit", "/_search/scroll", "/_field_caps", "/multi_search"} {
		if strings.HasSuffix(path, read) {
			return false
		}
	}
	return true
}

// Has reports whether the query or the body of an exchange contains a text.
func (x *Exchange) Has(text string) bool {
	query, err := url.QueryUnescape(x.Request.URL.RawQuery)
	return err == nil && strings.Contains(query+" "+string(x.Body), text)
}
