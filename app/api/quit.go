package api

import (
	"context"
	"sync"
	"time"
)

// patience is how long a page may take to respond when the window is about to close. A page that hangs or has crashed
// must not keep the window open; one that is just busy should get the chance to save work.
const patience = 3 * time.Second

// Quit decides whether the window may close: the page knows what would be lost, and asks the user about it.
type Quit struct {
	pages *pages

	mu      sync.Mutex
	ask     func()
	close   func()
	before  func()      // runs before the application closes
	may     bool        // it may close, whatever the page says
	waiting *time.Timer // for the page's response; nil if none is pending
}

func newQuit(calls *Calls) *Quit {
	nothing := func() {}
	return &Quit{pages: calls.pages, ask: nothing, close: nothing, before: nothing}
}

// Follow sets what a window does: ask tells its page that the window is about to close, which the page answers with
// [App.Quit] or [App.Stay], and close closes it. Neither is called during Prevents, which may hold the window's own
// thread.
func (q *Quit) Follow(ask, close func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ask, q.close = ask, close
}

// Prevents reports whether the window must stay open for now. It returns at once: it asks the page, and the window
// closes later if the page agrees. After a few seconds without a response, it closes anyway.
func (q *Quit) Prevents() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.may || !q.pages.any() {
		q.may = true
		return false
	}
	if q.waiting == nil {
		q.waiting = time.AfterFunc(patience, q.Now)
		go q.ask()
	}
	return true
}

// Now closes the window without asking.
func (q *Quit) Now() {
	q.mu.Lock()
	q.answered()
	q.may = true
	before, end := q.before, q.close
	q.mu.Unlock()
	before()
	end()
}

// stay keeps the window open until the next attempt to close it.
func (q *Quit) stay() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.answered()
}

func (q *Quit) answered() {
	if q.waiting != nil {
		q.waiting.Stop()
		q.waiting = nil
	}
}

// Quit closes the window: nothing would be lost, or the user agreed.
func (a *App) Quit(q LifeRequest) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) {
		a.quit.Now()
		return Nothing{}, nil
	})
}

// Stay reports that the page is asking its user whether to close the window.
func (a *App) Stay(q LifeRequest) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) {
		a.quit.stay()
		return Nothing{}, nil
	})
}
