//go:build desktop

package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// quitEvent is the event that tells the page that the window is about to close.
const quitEvent = "quit"

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
	w.keepPlace(ctx)
	return false
}
