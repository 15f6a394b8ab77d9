package transport

import (
	"context"
	"crypto/sha256"
	"sync"
)

// Permit allows the requests of one confirmed plan, each exactly once. A request that differs in its method, path,
// query or a single byte of its body is a different request. It is safe for concurrent use.
type Permit struct {
	under SafeMode
	mu    sync.Mutex
	left  map[permitted]int
}

type permitted struct {
	method, path, query string
	body                [sha256.Size]byte
}

func permittedOf(r Request) permitted {
	return permitted{r.Method, r.Path, r.Query, sha256.Sum256(r.Body)}
}

// NewPermit returns a permit for the requests, each as often as it is listed. It is valid while the connection's safe
// mode is no stricter than the one they were planned under.
func NewPermit(under SafeMode, requests ...Request) *Permit {
	p := &Permit{under: under, left: make(map[permitted]int, len(requests))}
	for _, r := range requests {
		p.left[permittedOf(r)]++
	}
	return p
}

// use removes a request from the permit and reports whether it was in it.
func (p *Permit) use(r Request) bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := permittedOf(r)
	if p.left[key] == 0 {
		return false
	}
	p.left[key]--
	return true
}

type permitKey struct{}

// WithPermit returns a context that allows the permit's writes.
func WithPermit(ctx context.Context, p *Permit) context.Context {
	return context.WithValue(ctx, permitKey{}, p)
}
