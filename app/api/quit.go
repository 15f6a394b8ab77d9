package api

import (
	"context"
	"sync"
	"time"
)

// patience is how long a page may take to answer that the window is to close. One that hangs or has crashed has nothing to
// say, and must not keep the window open; one that is only busy should get the chance to save work.
const patience = 3 * time.Second

// Quit decides whether the window may close: the page knows what would be lost, and asks the user about it.
type Quit struct {
	pages *pages

	mu      sync.Mutex
	ask     func()
	close   func()
	may     bool        // it may close, whatever the page says
	waiting *time.Timer // for the answer of the page; nil while there is no question to it
}

func newQuit(calls *Calls) *Quit {
	nothing := func() {}
	return &Quit{pages: calls.pages, ask: nothing, close: nothing}
}

// Follow sets what a window does: ask tells its page that it is to close, which the page answers by [App.Quit] or
// [App.Stay], and close closes it. Neither is called while Prevents runs, which may hold the window's own thread.
func (q *Quit) Follow(ask, close func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ask, q.close = ask, close
}

// Prevents reports whether the window must stay open for now. It returns at once: the page is asked, and closes the window
// later if it may close. A page that does not answer is given up after a few seconds.
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

// Now closes the window without a question.
func (q *Quit) Now() {
	q.mu.Lock()
	q.answered()
	q.may = true
	end := q.close
	q.mu.Unlock()
	end()
}

// stay keeps the window open until it is to close again.
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

// Quit closes the window: nothing would be lost, or the user agreed to it.
func (a *App) Quit(q LifeRequest) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) {
		a.quit.Now()
		return Nothing{}, nil
	})
}

// Stay says that the page asks its user whether the window may close.
func (a *App) Stay(q LifeRequest) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) {
		a.quit.stay()
		return Nothing{}, nil
	})
}
