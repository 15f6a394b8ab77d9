//go:build desktop

package main

import (
	"context"
	"os"
	"os/signal"
	goruntime "runtime"
	"syscall"
	"time"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// quitEvent is the event that tells the page that the window is about to close.
const quitEvent = "quit"

// maxEnding is how long the process may take to end once its window may close: connections get half of it to release what
// they hold, and a system library that hangs must not keep the process.
const maxEnding = 2 * closing

// start lets the window ask its page before it closes. It does not delay the end of the user's session: the system
// kills applications that do.
func (w *window) start(ctx context.Context) {
	w.ctx = ctx
	w.quit.Follow(func() { runtime.EventsEmit(ctx, quitEvent) }, func() { runtime.Quit(ctx) })
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ended
		w.quit.Now()
	}()
}

// mayNotClose is called by the windowing library before it closes the window, for whatever reason: the close button, a
// key, the menu, the system.
func (w *window) mayNotClose(ctx context.Context) bool {
	if w.quit.Prevents() {
		return true
	}
	w.ending.Do(func() { time.AfterFunc(maxEnding, w.exit) })
	w.keepPlace(ctx)
	return false
}

// exit ends a process whose window was closed long ago. What people made is on disk before the window may close.
func (w *window) exit() {
	stacks := make([]byte, 1<<20)
	w.log.Error("Quarry did not end in time", "stacks", string(stacks[:goruntime.Stack(stacks, true)]))
	os.Exit(0)
}
