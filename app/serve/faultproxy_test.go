package main

import (
	"bytes"
	"context"
	"encoding/json"
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
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// exchange is one request that passes through a fault proxy.
type exchange struct {
	q      *http.Request
	w      http.ResponseWriter
	body   []byte
	status int
	header http.Header
	answer []byte // of the node, nil before it receives the request
}

// fault is what a fault proxy does to one exchange. It returns false if it does not apply.
type fault struct {
	name string
	do   func(p *faultProxy, x *exchange) bool
}

// faultProxy is a proxy between the application and a real node. It does to its exchanges what networks, gateways and
// nodes in trouble do, and records which snapshots are open.
type faultProxy struct {
	t       *testing.T
	node    string
	address string // its own, host and port
	client  *http.Client

	mu     sync.Mutex
	random *rand.Rand
	rate   float64 // share of the exchanges that a fault happens to
	script func(x *exchange) *fault
	parts  int               // responses that were made partial
	open   map[string]string // the keep-alive of each open snapshot, by its id
	log    []string
}

// newFaultProxy starts a proxy in front of the node.
func newFaultProxy(t *testing.T, node string, random *rand.Rand) *faultProxy {
	t.Helper()
	p := &faultProxy{
		t: t, node: node, random: random, open: map[string]string{},
		client: &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 16}},
	}
	server := httptest.NewServer(p)
	p.address = server.Listener.Addr().String()
	t.Cleanup(func() {
		server.Close()
		for id := range p.open {
			p.closeSnapshot(id)
		}
		p.client.CloseIdleConnections()
	})
	return p
}

// hostPort returns the proxy's host and port.
func (p *faultProxy) hostPort() (host, port string) {
	host, port, err := net.SplitHostPort(p.address)
	require.NoError(p.t, err)
	return host, port
}

// at sets the share of exchanges that a fault happens to, from 0 to 1.
func (p *faultProxy) at(rate float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rate, p.script = rate, nil
}

// scripted makes a function choose the fault of each exchange, nil for none.
func (p *faultProxy) scripted(script func(x *exchange) *fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rate, p.script = 0, script
}

// partials returns how many responses were made partial so far.
func (p *faultProxy) partials() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.parts
}

// draw returns a number from 0 to n-1.
func (p *faultProxy) draw(n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.random.IntN(n)
}

// note adds an entry to the log.
func (p *faultProxy) note(x *exchange, what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log = append(p.log, fmt.Sprintf("%s %s %.160s -> %d %s", x.q.Method, x.q.URL.RequestURI(), longID.ReplaceAll(x.body, []byte("ID")), x.status, what))
}

// longID matches a snapshot's id, which means nothing to a reader.
var longID = regexp.MustCompile(`[\w+/=-]{60,}`)

// tail returns the end of the log.
func (p *faultProxy) tail(n int) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.log[max(0, len(p.log)-n):], "\n")
}

// choose returns the fault for an exchange, nil for none.
func (p *faultProxy) choose(x *exchange) *fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.script != nil:
		return p.script(x)
	case p.random.Float64() >= p.rate:
		return nil
	}
	return &faults[p.random.IntN(len(faults))]
}

// ServeHTTP implements [http.Handler].
func (p *faultProxy) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // the client has gone
	}
	x := &exchange{q: q, w: w, body: body}
	if f := p.choose(x); f != nil {
		if f.do(p, x) {
			p.note(x, "("+f.name+")")
			return
		}
	}
	if p.ask(q.Context(), x) {
		p.note(x, "")
		x.reply(x.answer)
		return
	}
	p.note(x, "(the client left)")
	panic(http.ErrAbortHandler)
}

// ask sends the request to the node unless it was already sent, and reports whether the node responded.
func (p *faultProxy) ask(ctx context.Context, x *exchange) bool {
	if x.answer != nil {
		return true
	}
	r, err := http.NewRequestWithContext(ctx, x.q.Method, p.node+x.q.URL.RequestURI(), bytes.NewReader(x.body))
	if err != nil {
		return false
	}
	for _, name := range []string{"Content-Type", "Accept", "Authorization"} {
		if value := x.q.Header.Get(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	answer, err := p.client.Do(r)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return false
	}
	x.status, x.header, x.answer = answer.StatusCode, answer.Header, text
	p.remember(x)
	return true
}

// reply responds to the client with a body and the node's headers.
func (x *exchange) reply(body []byte) {
	for _, name := range []string{"Content-Type", "Warning", "X-Elastic-Product"} {
		for _, value := range x.header.Values(name) {
			x.w.Header().Add(name, value)
		}
	}
	x.w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	x.w.WriteHeader(x.status)
	_, _ = x.w.Write(body) // a client that has gone needs no response
}

// remember records which snapshots are open and how long the node keeps each.
func (p *faultProxy) remember(x *exchange) {
	p.mu.Lock()
	defer p.mu.Unlock()
	id, keep := snapshotOf(x.body)
	var answer struct {
		ID     string
		Scroll string `json:"_scroll_id"`
	}
	_ = json.Unmarshal(x.answer, &answer) // a response of another shape opened nothing
	switch query := x.q.URL.Query(); {
	case x.q.Method == http.MethodDelete:
		delete(p.open, id)
	case x.status >= http.StatusMultipleChoices:
	case strings.HasSuffix(x.q.URL.Path, "/_pit"):
		p.open[answer.ID] = query.Get("keep_alive")
	case query.Has("scroll"):
		p.open[answer.Scroll] = query.Get("scroll")
	case id != "" && keep != "":
		if _, known := p.open[id]; known {
			p.open[id] = keep
		}
	}
}

// snapshotOf returns the snapshot that a request's body names, and how long it is to be kept.
func snapshotOf(body []byte) (id, keep string) {
	var named struct {
		ID       string `json:"id"`
		ScrollID string `json:"scroll_id"`
		Scroll   string `json:"scroll"`
		Pit      struct {
			ID   string `json:"id"`
			Keep string `json:"keep_alive"`
		} `json:"pit"`
	}
	if json.Unmarshal(body, &named) != nil {
		return "", ""
	}
	switch {
	case named.Pit.ID != "":
		return named.Pit.ID, named.Pit.Keep
	case named.ScrollID != "":
		return named.ScrollID, named.Scroll
	}
	return named.ID, ""
}

// left returns the keep-alives of the snapshots that are open.
func (p *faultProxy) left() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := make([]string, 0, len(p.open))
	for _, keep := range p.open {
		list = append(list, keep)
	}
	return list
}

// long counts the snapshots that are open and kept alive for more than a minute.
func (p *faultProxy) long() int {
	n := 0
	for _, keep := range p.left() {
		if d, err := time.ParseDuration(keep); err != nil || d > time.Minute {
			n++
		}
	}
	return n
}

// closeSnapshot closes a snapshot on the node itself.
func (p *faultProxy) closeSnapshot(id string) {
	for path, name := range map[string]string{"/_pit": "id", "/_search/scroll": "scroll_id"} {
		body, _ := json.Marshal(object{name: id}) // a string can always be encoded
		r, err := http.NewRequestWithContext(context.Background(), http.MethodDelete, p.node+path, bytes.NewReader(body))
		if err != nil {
			return
		}
		r.Header.Set("Content-Type", "application/json")
		if answer, err := p.client.Do(r); err == nil {
			_ = answer.Body.Close() // one of the two routes does not know the id
		}
	}
}

// faults are the faults that happen at random.
var faults = []fault{
	{"asked late", func(p *faultProxy, x *exchange) bool {
		p.wait(x, 1+p.draw(40))
		return false
	}},
	{"answered late", func(p *faultProxy, x *exchange) bool {
		if !p.ask(context.WithoutCancel(x.q.Context()), x) {
			return false
		}
		p.wait(x, 1+p.draw(60))
		x.reply(x.answer)
		return true
	}},
	dropped,
	{"dropped after it was asked", func(p *faultProxy, x *exchange) bool {
		p.ask(context.WithoutCancel(x.q.Context()), x)
		p.note(x, "(dropped after it was asked)")
		panic(http.ErrAbortHandler)
	}},
	{"cut", func(p *faultProxy, x *exchange) bool {
		if !p.ask(context.WithoutCancel(x.q.Context()), x) {
			return false
		}
		p.note(x, "(cut)")
		x.w.Header().Set("Content-Type", "application/json")
		x.w.Header().Set("Content-Length", fmt.Sprint(len(x.answer)))
		x.w.WriteHeader(x.status)
		_, _ = x.w.Write(x.answer[:p.draw(max(1, len(x.answer)))])
		panic(http.ErrAbortHandler)
	}},
	{"refused for now", func(_ *faultProxy, x *exchange) bool {
		x.w.Header().Set("Retry-After", "1")
		return x.instead(http.StatusTooManyRequests, "application/json",
			`{"error":{"root_cause":[{"type":"es_rejected_execution_exception","reason":"rejected execution"}],"type":"es_rejected_execution_exception","reason":"rejected execution"},"status":429}`)
	}},
	{"not ready", func(_ *faultProxy, x *exchange) bool {
		return x.instead(http.StatusServiceUnavailable, "application/json",
			`{"error":{"root_cause":[],"type":"search_phase_execution_exception","reason":"all shards failed","phase":"query","grouped":true,"failed_shards":[]},"status":503}`)
	}},
	{"a gateway's page", func(_ *faultProxy, x *exchange) bool {
		return x.instead(http.StatusBadGateway, "text/html", "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>")
	}},
	ranOut, shardGone,
	{"its snapshot has ended", func(p *faultProxy, x *exchange) bool {
		if id, _ := snapshotOf(x.body); id != "" {
			p.closeSnapshot(id)
			p.mu.Lock()
			delete(p.open, id)
			p.mu.Unlock()
		}
		return false
	}},
}

// dropped is a request that never reaches the node.
var dropped = fault{"dropped before it was asked", func(p *faultProxy, x *exchange) bool {
	p.note(x, "(dropped before it was asked)")
	panic(http.ErrAbortHandler)
}}

// ranOut is the response to a search that timed out with half of its hits, or half of its count.
var ranOut = fault{"ran out of time", partly(func(m parts) {
	if m["timed_out"] != nil {
		m["timed_out"] = json.RawMessage("true")
	}
})}

// shardGone is a response without the hits of one shard.
var shardGone = fault{"a shard did not respond", partly(func(m parts) {
	if m["_shards"] != nil {
		m["_shards"] = json.RawMessage(`{"total":3,"successful":2,"skipped":0,"failed":1,"failures":[{"shard":1,"index":"faults","node":"n1",` +
			`"reason":{"type":"node_disconnected_exception","reason":"[n1][127.0.0.1:9300] disconnected"}}]}`)
	}
})}

// wait delays an exchange by some milliseconds, or until the client has gone.
func (p *faultProxy) wait(x *exchange, millis int) {
	select {
	case <-time.After(time.Duration(millis) * time.Millisecond):
	case <-x.q.Context().Done():
	}
}

// instead responds instead of the node.
func (x *exchange) instead(status int, kind, body string) bool {
	x.status = status
	x.header = http.Header{"Content-Type": {kind}}
	x.reply([]byte(body))
	return true
}

// parts are the members of a JSON object, each with its original text.
type parts map[string]json.RawMessage

func partsOf(text []byte) parts {
	var m parts
	if json.Unmarshal(text, &m) != nil {
		return nil
	}
	return m
}

func (m parts) text() []byte {
	text, _ := json.Marshal(m) // what was decoded can be encoded
	return text
}

// partly makes responses with hits or a count partial; mark adds to each what the node would report about it. It cannot
// add what the request's filter_path excludes from the response.
func partly(mark func(m parts)) func(p *faultProxy, x *exchange) bool {
	return func(p *faultProxy, x *exchange) bool {
		if !p.ask(x.q.Context(), x) || x.status != http.StatusOK {
			return false
		}
		m := partsOf(x.answer)
		if !m.alter(mark) {
			return false
		}
		p.mu.Lock()
		p.parts++
		p.mu.Unlock()
		x.reply(m.text())
		return true
	}
}

// alter removes half of the contents of a response; it reports whether there were any.
func (m parts) alter(mark func(m parts)) bool {
	var answers []json.RawMessage
	if json.Unmarshal(m["responses"], &answers) == nil && len(answers) > 0 { // of a multi search
		one := partsOf(answers[len(answers)/2])
		altered := one.alter(mark)
		answers[len(answers)/2] = one.text()
		m["responses"], _ = json.Marshal(answers) // what was decoded can be encoded
		return altered
	}
	altered := m.halve("count")
	if hits := partsOf(m["hits"]); hits != nil {
		if total := partsOf(hits["total"]); total.halve("value") {
			hits["total"], altered = total.text(), true
		}
		var list []json.RawMessage
		if json.Unmarshal(hits["hits"], &list) == nil && len(list) > 0 {
			hits["hits"], _ = json.Marshal(list[:len(list)/2])
			altered = true
		}
		m["hits"] = hits.text()
	}
	if altered {
		mark(m)
	}
	return altered
}

// halve halves a number, if there is one.
func (m parts) halve(name string) bool {
	var n int
	if m == nil || json.Unmarshal(m[name], &n) != nil || n == 0 {
		return false
	}
	m[name] = json.RawMessage(fmt.Sprint(n / 2))
	return true
}

// has reports whether the query or the body of an exchange contains a text.
func (x *exchange) has(text string) bool {
	query, err := url.QueryUnescape(x.q.URL.RawQuery)
	return err == nil && strings.Contains(query+" "+string(x.body), text)
}
