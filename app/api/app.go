package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"quarry/drivers/driver"
)

// App is the application itself.
type App struct {
	calls    *Calls
	profile  string
	registry string
	files    FilePicker
	mu       sync.Mutex
}

// InfoRequest asks about the application.
type InfoRequest struct {
	Call string `json:"call"`
}

// Info tells about the application.
type Info struct {
	Version  string `json:"version"`
	Platform string `json:"platform"` // mac, windows or linux
	Theme    string `json:"theme"`    // light, dark or "" for the system's
	Registry string `json:"registry"`
}

// Info gives version, platform and theme.
func (a *App) Info(q InfoRequest) (Info, error) {
	return call(a.calls, q.Call, func(context.Context) (Info, error) {
		look, err := a.look()
		if err != nil {
			return Info{}, err
		}
		return Info{Version: Version, Platform: platform(), Theme: look.Theme, Registry: a.registry}, nil
	})
}

// ThemeRequest names a theme.
type ThemeRequest struct {
	Call  string `json:"call"`
	Theme string `json:"theme"`
}

// SetTheme keeps the theme for the next start.
func (a *App) SetTheme(q ThemeRequest) (Nothing, error) {
	return call(a.calls, q.Call, func(context.Context) (Nothing, error) {
		switch q.Theme {
		case "", "light", "dark":
			return Nothing{}, a.keepLook(appearance{Theme: q.Theme})
		}
		return Nothing{}, &driver.Error{Kind: driver.Invalid, Message: "There is no such theme."}
	})
}

// PickFileRequest asks for a file dialog.
type PickFileRequest struct {
	Call  string `json:"call"`
	Title string `json:"title"`
}

// PickedFile is the chosen file, "" where the dialog was cancelled.
type PickedFile struct {
	Path string `json:"path"`
}

// PickFile lets the user choose a file in the system's own dialog.
func (a *App) PickFile(q PickFileRequest) (PickedFile, error) {
	return call(a.calls, q.Call, func(context.Context) (PickedFile, error) {
		if a.files == nil {
			return PickedFile{}, &driver.Error{Kind: driver.Unsupported, Message: "There is no file dialog here. Type the path."}
		}
		path, err := a.files(q.Title)
		return PickedFile{Path: path}, err
	})
}

// appearance is the file of the profile that holds how the window looks.
type appearance struct {
	Theme string `json:"theme"`
}

func (a *App) look() (appearance, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var look appearance
	data, err := os.ReadFile(filepath.Join(a.profile, "appearance.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return look, nil
	}
	if err != nil {
		return look, fmt.Errorf("read the appearance: %w", err)
	}
	_ = json.Unmarshal(data, &look) // a broken file is the system's theme
	return look, nil
}

func (a *App) keepLook(look appearance) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	data, err := json.Marshal(look)
	if err != nil {
		return fmt.Errorf("keep the appearance: %w", err)
	}
	if err := os.MkdirAll(a.profile, 0o700); err != nil {
		return fmt.Errorf("keep the appearance: %w", err)
	}
	if err := os.WriteFile(filepath.Join(a.profile, "appearance.json"), data, 0o600); err != nil {
		return fmt.Errorf("keep the appearance: %w", err)
	}
	return nil
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
