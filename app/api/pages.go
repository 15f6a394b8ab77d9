package api

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"quarry/drivers/driver"
)

// silence is how long a page may say nothing until it counts as gone, where several can be open at once. A page that is in
// sight says something every half minute, one in the background at least every minute.
const silence = 5 * time.Minute

// closing is how long the connections of a page that is gone may take to close.
const closing = 5 * time.Second

// pages knows which page of the webview or browser opened which connection, so that those of a page that was reloaded, has
// crashed or was closed are closed. A page is known by the beginning of its call ids, up to the first dot, which it chooses
// at random when it loads. Calls without such a beginning belong to no page, and what they open stays open.
type pages struct {
	one   bool // a page that is new replaces the one before: a window shows one page at a time
	now   func() time.Time
	leave func(ctx context.Context, page string, sessions []string)

	mu       sync.Mutex
	open     map[string]*page
	replaced []string // the last ones, oldest first
	leaving  sync.WaitGroup
}

type page struct {
	seen     time.Time
	sessions []string
}

// maxReplaced is how many pages are remembered after they were replaced: calls of theirs may still arrive.
const maxReplaced = 64

// newPages makes a table of pages. leave ends the calls and closes the connections of a page that is gone.
func newPages(one bool, leave func(ctx context.Context, page string, sessions []string)) *pages {
	return &pages{one: one, now: time.Now, leave: leave, open: make(map[string]*page)}
}

// pageOf is the page of a call, "" for none.
func pageOf(call string) string {
	name, _, found := strings.Cut(call, ".")
	if !found {
		return ""
	}
	return name
}

var errReplaced = &driver.Error{Kind: driver.Cancelled, Message: "This page was replaced by another one."}

// saw notes a sign of life of a page. It fails for a page that was replaced.
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

// any reports whether a page is there that has called anything.
func (p *pages) any() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.open) > 0
}

// own notes that a page opened a connection; false for a page that is gone, which can no longer close it.
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

// closed notes that a connection was closed.
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

// sweep ends the pages that have said nothing for too long.
func (p *pages) sweep() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, at := range p.open {
		if p.now().Sub(at.seen) > silence {
			p.end(name)
		}
	}
}

// end closes what a page had open, beside the caller, who holds the lock.
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

// wait returns when the connections of pages that are gone are closed, or when ctx is done.
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

// watch sweeps until ctx is done.
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
