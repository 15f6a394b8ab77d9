package main

import (
	"errors"
	"path/filepath"

	"quarry/backend/profile"
)

// The window's size in px at its first start, and its minimum size.
const (
	firstWidth, firstHeight = 1280, 800
	minWidth, minHeight     = 900, 600
)

const placeVersion = 1

// errNewerPlace means that the window's place was saved by a newer version of Quarry.
var errNewerPlace = errors.New("the window's place was saved by a newer version of Quarry")

// place is where the window was when it was closed, in px of its screen. The zero value means the place at the first
// start.
type place struct {
	Version   int  `json:"version"`
	Left      int  `json:"left"`
	Top       int  `json:"top"`
	Width     int  `json:"width"`
	Height    int  `json:"height"`
	Maximised bool `json:"maximised,omitempty"`
}

// placeIn returns the file in a profile folder that stores the window's place.
func placeIn(folder string) *profile.Document[place] {
	return profile.NewDocument[place](filepath.Join(folder, "window.json"), "the window's place", placeVersion, errNewerPlace, profile.Disposable)
}

// size returns the width and height for opening the window.
func (p *place) size() (width, height int) {
	if p.Width < minWidth || p.Height < minHeight {
		return firstWidth, firstHeight
	}
	return p.Width, p.Height
}

// moveTo records where the window is. A maximised window keeps its unmaximised size and place.
func (p *place) moveTo(left, top, width, height int, maximised bool) {
	p.Version, p.Maximised = placeVersion, maximised
	if !maximised {
		p.Left, p.Top, p.Width, p.Height = left, top, width, height
	}
}

// screen is a screen in px of the system's desktop, whose origin is the main screen's: positions to the left of it or
// above have negative coordinates. Windows are moved relative to from, such as the corner that the task bar leaves
// free.
type screen struct {
	left, top, width, height int
	fromLeft, fromTop        int
}

// shadow is how far the system draws a window's frame beyond its visible edges, in px.
const shadow = 10

// on reports whether the window's title bar would be on a screen, so that it can be grabbed.
func (p *place) on(s screen) bool {
	left, top := p.Left-s.left, p.Top-s.top
	return p.Width > 0 && left >= -shadow && top >= -shadow && left <= s.width-minWidth/2 && top <= s.height-minHeight/2
}

// restore returns where to move a window that is at left and top, relative to its screen, so that it is at its place;
// ok is false if the place is on none of the screens.
func (p *place) restore(screens []screen, left, top int) (toLeft, toTop int, ok bool) {
	toLeft, toTop = p.Left, p.Top
	for _, s := range screens {
		ok = ok || p.on(s)
		if left >= s.left && left < s.left+s.width && top >= s.top && top < s.top+s.height {
			toLeft, toTop = p.Left-s.fromLeft, p.Top-s.fromTop
		}
	}
	return toLeft, toTop, ok
}
