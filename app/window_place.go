//go:build desktop

package main

import (
	"context"

	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"quarry/app/api"
)

// open reads where the window was last time, and no other file, so that nothing else delays the window. If that cannot
// be read, the window opens at its default place.
func (w *window) open(app *api.API) *place {
	w.places = placeIn(app.Profile)
	was, err := w.places.Read()
	if err != nil {
		w.log.Warn("the window's place could not be read", "error", err)
		return &place{}
	}
	return was
}

// state returns the window's initial state.
func (p *place) state() options.WindowStartState {
	if p.Maximised {
		return options.Maximised
	}
	return options.Normal
}

// putBack moves the window to where it was, if that is still on a screen.
func (w *window) putBack(ctx context.Context, was *place) {
	if was.Width == 0 || was.Maximised || w.placed { // asking for the screens delays the first frame
		return
	}
	all, err := screens(ctx)
	if err != nil {
		return
	}
	w.placed = true // the page can be reloaded
	left, top := runtime.WindowGetPosition(ctx)
	if left, top, ok := was.restore(all, left, top); ok {
		runtime.WindowSetPosition(ctx, left, top)
	}
}

// keepPlace saves where the window is.
func (w *window) keepPlace(ctx context.Context) {
	if w.places == nil || runtime.WindowIsMinimised(ctx) || runtime.WindowIsFullscreen(ctx) {
		return
	}
	maximised := runtime.WindowIsMaximised(ctx)
	width, height := runtime.WindowGetSize(ctx)
	left, top := runtime.WindowGetPosition(ctx)
	w.saving.do(func() {
		err := w.places.Change(func(p *place) bool {
			p.moveTo(left, top, width, height, maximised)
			return true
		})
		if err != nil {
			w.log.Warn("the window's place was not saved", "error", err)
		}
	})
}
