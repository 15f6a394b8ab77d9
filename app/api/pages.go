package api

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"quarry/drivers/driver"
)

// silence is how long a page can send nothing before it counts as gone, if several can be open at once. A visible page
// sends something every half minute, one in the background at least every minute.
const silence = 5 * time.Minute

// closing limits how long closing the connections of a page that is gone may take.
const closing = 5 * time.Second

// pages records which page of the webview or browser opened which connection, to close the connections of a page that
// was reloaded, crashed or was closed. A page is identified by the beginning of its call ids, up to the first dot,
// which it chooses at random when it loads. Calls without such a beginning belong to no page; what they open stays
// open.
type pages struct {
	one   bool // a new page replaces the previous one: a window shows one page at a time
	now   func() time.Time
	leave func(ctx context.Context, page string, sessions []string)

	mu       sync.Mutex
	open     map[string]*page
	replaced []string // most recent ones, oldest first
	leaving  sync.WaitGroup
}

type page struct {
	seen     time.Time
	sessions []string
}

// maxReplaced is how many replaced pages are remembered, since calls from them can still arrive.
const maxReplaced = 64

// newPages returns an empty table of pages. leave ends the calls and closes the connections of a page that is gone.
func newPages(one bool, leave func(ctx context.Context, page string, sessions []string)) *pages {
	return &pages{one: one, now: time.Now, leave: leave, open: make(map[string]*page)}
}

// pageOf returns the page of a call, "" for none.
func pageOf(call string) string {
	name, _, found := strings.Cut(call, ".")
	if !found {
		return ""
	}
	return name
}

var errReplaced = &driver.Error{Kind: driver.Cancelled, Message: "This page was replaced by another one."}

// saw records a sign of life from a page. It fails for a page that was replaced.
func (p *pages) saw(name string) error {
	if name == "" {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if at := p.open[name]; at != nil {
		at.seen = p.now()
		return nil
	}
	if slices.Contains(p.replaced, name) {
		return errReplaced
	}
	if p.one {
		for other := range p.open {
			p.replaced = append(p.replaced, other)
			p.end(other)
		}
		p.replaced = p.replaced[max(0, len(p.replaced)-maxReplaced):]
	}
	p.open[name] = &page{seen: p.now()}
	return nil
}

// any reports whether any page has made a call.
func (p *pages) any() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.open) > 0
}

// lives reports whether a page is open.
func (p *pages) lives(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open[name] != nil
}

// own records that a page opened a connection. It returns false if the page is gone and can no longer close it.
func (p *pages) own(name, session string) bool {
	if name == "" {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.open[name]
	if at == nil {
		return false
	}
	at.sessions = append(at.sessions, session)
	return true
}

// closed records that a connection was closed.
func (p *pages) closed(session string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range p.open {
		at.sessions = slices.DeleteFunc(at.sessions, func(other string) bool { return other == session })
	}
}

// bye ends a page that is being left.
func (p *pages) bye(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end(name)
}

// sweep ends pages that have been silent for too long.
func (p *pages) sweep() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, at := range p.open {
		if p.now().Sub(at.seen) > silence {
			p.end(name)
		}
	}
}

// end closes what a page had open, in the background. The lock is held.
func (p *pages) end(name string) {
	at := p.open[name]
	if at == nil {
		return
	}
	delete(p.open, name)
	p.leaving.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), closing)
		defer cancel()
		p.leave(ctx, name, at.sessions)
	})
}

// wait returns when the connections of all pages that are gone are closed, or ctx is done.
func (p *pages) wait(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.leaving.Wait()
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// watch calls sweep at intervals until ctx is done.
func (p *pages) watch(ctx context.Context) {
	ticker := time.NewTicker(silence / 5)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			p.sweep()
		}
	}
}
