// Package elasticsearch is a small in-process server that serves the routes that a client uses, as an Elasticsearch
// node with the sample data would, so that the application can be tried and tested without a cluster. All data is in
// memory and read-only.
package elasticsearch

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"quarry/backend/sample"
)

// Options choose which engine a sample engine imitates.
type Options struct {
	Imitate string // "8.16" (the default) or "7.17"
	Empty   bool   // a cluster without indices
	Seed    uint64 // 0 means sample.DefaultSeed
}

// Engine is a sample engine. It is safe for concurrent use.
type Engine struct {
	release release
	indices []*index // by name
	points  *points
	began   time.Time
}

// New loads the sample data into an engine. It fails if the options name a version that is not imitated.
func New(o Options) (*Engine, error) {
	v, err := releaseOf(o.Imitate)
	if err != nil {
		return nil, err
	}
	if o.Empty {
		return newEngine(v, nil)
	}
	if o.Seed == 0 {
		o.Seed = sample.DefaultSeed
	}
	return newEngine(v, sample.Data(o.Seed))
}

func newEngine(v release, data []sample.Index) (*Engine, error) {
	e := &Engine{release: v, points: newPoints(time.Now), began: time.Now()}
	for _, x := range data {
		loaded, err := loadIndex(x, v)
		if err != nil {
			return nil, fmt.Errorf("load the sample index %s: %w", x.Name, err)
		}
		e.indices = append(e.indices, loaded)
	}
	sortIndices(e.indices)
	return e, nil
}

// ServeHTTP responds to one request.
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	started := time.Now()
	q, fail := e.read(w, r)
	if fail == nil {
		q.started = started
		var a answer
		if a, fail = e.dispatch(q); fail == nil {
			e.send(w, q, a)
			return
		}
	}
	e.send(w, q, fail.answer())
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
