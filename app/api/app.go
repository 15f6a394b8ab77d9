package api

import (
	"cmp"
	"context"
	"runtime"

	"quarry/backend/profile/settings"
	"quarry/drivers/driver"
)

// App is the application itself.
type App struct {
	calls    *Calls
	settings *settings.Store
	files    FilePicker
	save     SavePicker
	theme    func(string)
	menu     func([]string)
	quit     *Quit
	copies   *secretCopies
}

// InfoRequest requests the application's description.
type InfoRequest struct {
	Call string `json:"call"`
}

// Info describes the application.
type Info struct {
	Version  string `json:"version"`
	Platform string `json:"platform"` // mac, windows or linux
	Theme    string `json:"theme"`    // light, dark or "" for the system's

	TextSize  int    `json:"textSize"`  // percent
	RowHeight string `json:"rowHeight"` // compact, normal or relaxed
}

// Info returns the version, the platform and the theme, and draws the window in that theme from then on.
func (a *App) Info(q InfoRequest) (Info, error) {
	return call(a.calls, q.Call, func(context.Context) (Info, error) {
		at, _ := a.settings.Get() // the settings sheet reports that they cannot be read
		a.draw(at.Theme)
		return Info{
			Version: Version, Platform: platform(), Theme: at.Theme,
			TextSize: cmp.Or(at.TextSize, usualTextSize), RowHeight: cmp.Or(at.RowHeight, usualRowHeight),
		}, nil
	})
}

// LifeRequest comes from a page, which is identified by the beginning of its call id.
type LifeRequest struct {
	Call string `json:"call"`
}

// Alive reports that the page is still open. It only matters if several pages can be open at once.
func (a *App) Alive(q LifeRequest) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) { return Nothing{}, nil })
}

// Leave reports that the page is being left, and closes what it had open.
func (a *App) Leave(q LifeRequest) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) {
		a.calls.pages.bye(pageOf(q.Call))
		return Nothing{}, nil
	})
}

// ThemeRequest names a theme.
type ThemeRequest struct {
	Call  string `json:"call"`
	Theme string `json:"theme"`
}

// SetTheme draws the window in a theme and saves it.
func (a *App) SetTheme(q ThemeRequest) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) {
		switch q.Theme {
		case "", "light", "dark":
			a.draw(q.Theme)
			return Nothing{}, a.settings.Change(func(at *settings.Settings) { at.Theme = q.Theme })
		}
		return Nothing{}, &driver.Error{Kind: driver.Invalid, Message: "Unknown theme."}
	})
}

// Text sizes in percent, and the height of the grid's rows.
const (
	usualTextSize    = 100
	smallestTextSize = 80
	largestTextSize  = 200
	usualRowHeight   = "compact"
)

// ReadingRequest says how large to draw the page.
type ReadingRequest struct {
	Call      string `json:"call"`
	TextSize  int    `json:"textSize"`  // percent
	RowHeight string `json:"rowHeight"` // compact, normal or relaxed
}

// SetReading saves how large the page is drawn.
func (a *App) SetReading(q ReadingRequest) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) {
		if q.TextSize < smallestTextSize || q.TextSize > largestTextSize {
			return Nothing{}, &driver.Error{Kind: driver.Invalid, Message: "Unknown text size."}
		}
		switch q.RowHeight {
		case usualRowHeight, "normal", "relaxed":
			return Nothing{}, a.settings.Change(func(at *settings.Settings) {
				at.TextSize, at.RowHeight = orDefault(q.TextSize, usualTextSize), orDefault(q.RowHeight, usualRowHeight)
			})
		}
		return Nothing{}, &driver.Error{Kind: driver.Invalid, Message: "Unknown row height."}
	})
}

// orDefault returns the zero value for a default, which is not saved.
func orDefault[V comparable](value, usual V) V {
	var none V
	if value == usual {
		return none
	}
	return value
}

// MissingCommands names the commands that nothing in the page can run now, such as those that need a connection.
type MissingCommands struct {
	Call string   `json:"call"`
	IDs  []string `json:"ids"`
}

// DimCommands dims commands in the menu bar and enables the others.
func (a *App) DimCommands(q MissingCommands) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) {
		if a.menu != nil {
			a.menu(q.IDs)
		}
		return Nothing{}, nil
	})
}

// draw draws the page's surroundings in its theme.
func (a *App) draw(theme string) {
	if a.theme != nil {
		a.theme(theme)
	}
}

func platform() string {
	switch runtime.GOOS {
	case "darwin":
		return "mac"
	case "windows":
		return "windows"
	}
	return "linux"
}
