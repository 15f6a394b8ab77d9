package api

import (
	"context"
	"runtime"

	"quarry/backend/settings"
	"quarry/drivers/driver"
)

// App is the application itself.
type App struct {
	calls    *Calls
	settings *settings.Store
	files    FilePicker
	save     SavePicker
	theme    func(string)
	quit     *Quit
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
}

// Info returns the version, the platform and the theme, in which the window is drawn from then on.
func (a *App) Info(q InfoRequest) (Info, error) {
	return call(a.calls, q.Call, func(context.Context) (Info, error) {
		at, _ := a.settings.Get() // the settings sheet reports that they cannot be read
		a.draw(at.Theme)
		return Info{Version: Version, Platform: platform(), Theme: at.Theme}, nil
	})
}

// LifeRequest comes from a page, which is identified by the beginning of its call id.
type LifeRequest struct {
	Call string `json:"call"`
}

// Alive reports that the page is still open. It matters only if several pages can be open at once.
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

// draw draws what is around the page in the theme of the page.
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
