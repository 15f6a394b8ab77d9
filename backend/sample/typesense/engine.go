// Package typesense is a small in-process server that behaves like a Typesense node, on the routes that a client uses,
// so that the application can be tried and tested without one. All data is in memory. What is recorded from real
// servers is replayed against it; testdata/differences.txt lists where it is known to differ.
//
// Decisions:
//   - Each connection gets its own engine. Engines share documents, which are never changed, so changes end with their
//     connection and no other window sees them.
//   - Responses are computed from the stored data alone. A request that a real server never answers, or that ends it,
//     gets status 599.
//   - Text is ranked and corrected in a simple way: the documents that are found are usually the same, their scores are
//     not.
package typesense

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"quarry/backend/sample"
)

// Options choose which server to imitate.
type Options struct {
	Imitate string           // "26.0", "29.0" (the default) or "30.0"
	Key     string           // the admin key; "" means DefaultKey
	Empty   bool             // a server without collections
	Seed    uint64           // of the sample data; 0 means sample.DefaultSeed
	Clock   func() time.Time // the clock by which keys expire; nil for the system's
	NewKey  func() string    // makes the value of a new key; nil for random values
}

// DefaultKey is the admin key of an engine for which no other was chosen.
const DefaultKey = "sample-key"

// Engine is a sample server. It is safe for concurrent use.
type Engine struct {
	release release
	key     string
	clock   func() time.Time
	newKey  func() string
	loading atomic.Bool
	stats   *stats
	began   time.Time

	original []*collection // as loaded

	mu          sync.RWMutex // held by every request, exclusively by those that write
	collections map[string]*collection
	created     int // collections ever
	aliases     []alias
	keys        []*key
	nextKey     int
	synonyms    *sets
	curations   *sets
	rules       []object // of analytics
}

// New loads the sample data into an engine. It fails if the options name an unsupported version.
func New(o Options) (*Engine, error) {
	v, err := releaseOf(o.Imitate)
	if err != nil {
		return nil, err
	}
	e := &Engine{release: v, key: o.Key, clock: o.Clock, newKey: o.NewKey, stats: newStats(), began: time.Now()}
	e.clear()
	if e.key == "" {
		e.key = DefaultKey
	}
	if e.clock == nil {
		e.clock = time.Now
	}
	if e.newKey == nil {
		e.newKey = randomKey
	}
	if o.Empty {
		return e, nil
	}
	return e, e.load(cmp.Or(o.Seed, sample.DefaultSeed))
}

func (e *Engine) clear() {
	e.collections, e.created, e.aliases, e.keys, e.rules = map[string]*collection{}, 0, nil, nil, nil
	e.synonyms, e.curations = synonymSets(), curationSets()
}

// Fork returns another engine with the original data. Writes to one are not visible in the other.
func (e *Engine) Fork() *Engine {
	other := &Engine{release: e.release, key: e.key, clock: e.clock, newKey: e.newKey, stats: newStats(), began: time.Now(), original: e.original}
	other.Reset()
	return other
}

// Reset restores the original data. Keys, aliases and sets that were made are gone.
func (e *Engine) Reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.clear()
	for _, c := range e.original {
		e.add(c.copy(e))
	}
}

// SetLoading makes the engine answer like a server that is still reading its data after a start, or ends that.
func (e *Engine) SetLoading(loading bool) { e.loading.Store(loading) }

func randomKey() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	value := make([]byte, 32)
	_, _ = rand.Read(value) // never fails
	for i, b := range value {
		value[i] = letters[int(b)%len(letters)]
	}
	return string(value)
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

// release is an imitated version.
type release struct {
	number string
	major  int
}

func releaseOf(imitate string) (release, error) {
	switch imitate {
	case "26.0":
		return release{"26.0", 26}, nil
	case "", "29.0":
		return release{"29.0", 29}, nil
	case "30.0":
		return release{"30.0", 30}, nil
	}
	return release{}, fmt.Errorf("version %q is not imitated: choose 26.0, 29.0 or 30.0", imitate)
}
