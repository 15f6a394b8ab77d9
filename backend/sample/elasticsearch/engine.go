// Package elasticsearch is a small in-process server that behaves like an Elasticsearch node with the sample data, on
// the routes that a client uses, so that the application can be tried and tested without a cluster. All data is in
// memory. Every read sees a write at once, as on a node that has just refreshed its indices; an open point in time
// keeps showing the old data. Unsupported requests are refused with a sentence that says so.
//
// Decisions:
//   - Each connection gets its own engine. Engines share the data until one of them changes it, so changes end with their
//     connection and no other window sees them. A reset gives indices new uuids and a higher primary term, so an edit that
//     was staged before it is compared with the new data.
package elasticsearch

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"quarry/backend/sample"
)

// Options choose which engine to imitate.
type Options struct {
	Imitate string           // "8.16" (the default) or "7.17"
	Empty   bool             // a cluster without indices
	Seed    uint64           // 0 means sample.DefaultSeed
	Clock   func() time.Time // the clock by which points in time expire; nil for the system's
	Data    []sample.Index   // replaces the sample data; limited only by memory
}

// Engine is a sample engine. It is safe for concurrent use.
type Engine struct {
	release  release
	original []*index // as loaded
	points   *points
	began    time.Time
	epoch    atomic.Uint64 // an index from an earlier epoch is shared and must not be changed

	mu        sync.RWMutex // held by every request, exclusively by those that write
	indices   []*index     // sorted by name; the slice is replaced, never changed
	resets    int
	created   int
	cancelled int // which run of the reindex was cancelled
	room      int // maximum size of all sources in bytes
}

// New loads the sample data into an engine. It fails if the options name an unsupported version.
func New(o Options) (*Engine, error) {
	v, err := releaseOf(o.Imitate)
	if err != nil {
		return nil, err
	}
	data := o.Data
	if data == nil && !o.Empty {
		data = sample.Data(cmp.Or(o.Seed, sample.DefaultSeed))
	}
	e, err := newEngine(v, data)
	if err == nil && o.Clock != nil {
		e.points.clock = o.Clock
	}
	return e, err
}

func newEngine(v release, data []sample.Index) (*Engine, error) {
	var original []*index
	for _, x := range data {
		loaded, err := loadIndex(x, v)
		if err != nil {
			return nil, fmt.Errorf("load the sample index %s: %w", x.Name, err)
		}
		original = append(original, loaded)
	}
	sortIndices(original)
	return over(v, original), nil
}

// over returns an engine with indices that it shares with others: it only changes copies of them.
func over(v release, original []*index) *Engine {
	e := &Engine{release: v, original: original, indices: original, points: newPoints(time.Now), began: time.Now(), room: mostBytes}
	e.epoch.Store(1)
	return e
}

// Fork returns another engine with the original data. Writes to one are not visible in the other.
func (e *Engine) Fork() *Engine { return over(e.release, e.original) }

// Reset restores the original data. The indices get new uuids, since their sequence numbers start over, and points in
// time end, as they do when an index is deleted.
func (e *Engine) Reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.resets++
	e.indices = nil
	for _, x := range e.original {
		e.indices = append(e.indices, x.renewed(e.resets))
	}
	e.points.end()
}

// ServeHTTP responds to one request.
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	started := time.Now()
	q, fail := e.read(w, r)
	if fail == nil {
		q.started = started
		var a response
		if a, fail = e.dispatch(q); fail == nil {
			e.send(w, q, a)
			return
		}
	}
	e.send(w, q, fail.response())
}

// Start serves the engine on a loopback address such as "127.0.0.1:0". The returned function stops it and closes every
// connection.
func (e *Engine) Start(listen string) (url string, stop func() error, err error) {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return "", nil, fmt.Errorf("listen on %q: %w", listen, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", nil, fmt.Errorf("listen on %q: a sample engine listens on a loopback address only", listen)
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return "", nil, fmt.Errorf("listen on %q: %w", listen, err)
	}
	server := &http.Server{Handler: e, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(l) }() // ends with ErrServerClosed when stop is called
	return "http://" + l.Addr().String(), func() error { return shutdown(server) }, nil
}

func shutdown(s *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		return s.Close()
	}
	return nil
}

// release is what differs between the imitated versions.
type release struct {
	number, hash, date, lucene, wire, compatible, created string
	major                                                 int
}

func releaseOf(imitate string) (release, error) {
	switch imitate {
	case "", "8.16":
		return release{"8.16.3", "2eb78bceb86e182dc8f45ab76a704b1bfd352c9d", "2025-01-10T10:08:28.587559883Z", "9.12.0", "7.17.0", "7.0.0", "8518000", 8}, nil
	case "7.17":
		return release{"7.17.15", "0b8ecfb4378335f4689c4223d1f1115f16bef3ba", "2023-11-10T22:03:46.987399016Z", "8.11.1", "6.8.0", "6.0.0-beta1", "7171599", 7}, nil
	}
	return release{}, fmt.Errorf("version %q is not imitated: choose 8.16 or 7.17", imitate)
}

// contentType returns the content type of JSON responses.
func (v release) contentType() string {
	if v.major < 8 {
		return "application/json; charset=UTF-8"
	}
	return "application/json"
}

// typed reports whether hits and documents include "_type".
func (v release) typed() bool { return v.major < 8 }

// warning returns the value of a Warning header with a deprecation text.
func (v release) warning(text string) string {
	return fmt.Sprintf("299 Elasticsearch-%s-%s %q", v.number, v.hash, strings.ReplaceAll(text, `"`, `\"`))
}
