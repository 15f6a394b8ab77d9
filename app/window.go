//go:build desktop

package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	goruntime "runtime"
	"sync"
	"time"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"

	"quarry/app/api"
	"quarry/backend/profile"
	"quarry/frontend"
)

// softwareRendering is set to 1 if it is unset: without a graphics card, the other renderer needs four times the
// processor time per frame.
const softwareRendering = "WEBKIT_DISABLE_DMABUF_RENDERER"

// closing limits how long connections may take to release what they hold on their engines.
const closing = 5 * time.Second

// window is the application's only window.
type window struct {
	ctx    context.Context
	log    *slog.Logger
	dialog sync.Mutex // the system shows one dialog at a time
	places *profile.Document[place]
	saving gate
	placed bool // whether the window has been restored to its place
	quit   *api.Quit
	ending sync.Once // starts the time that the process has to end
	bar    *menuBar
}

// run opens the window and returns once it is closed.
func (w *window) run(app *api.API) error {
	go frontend.UnpackFirst() // while the window is created
	if os.Getenv(softwareRendering) == "" {
		if err := os.Setenv(softwareRendering, "1"); err != nil {
			return fmt.Errorf("choose the renderer: %w", err)
		}
	}
	if err := keepWebKitIn(filepath.Join(app.Local, "WebKit")); err != nil {
		return err
	}
	if err := checkDisplay(); err != nil {
		return err
	}
	bar, err := w.menuOf(goruntime.GOOS == "darwin")
	if err != nil {
		return err
	}
	if goruntime.GOOS == "windows" { // WebView2 makes its own folder inside this one
		if err := os.MkdirAll(app.Local, 0o700); err != nil {
			return fmt.Errorf("make the folder for the data of this computer: %w", err)
		}
	}
	w.quit = app.Quit
	was := w.open(app)
	width, height := was.size()
	defer w.saving.close()
	return unlessShown(wails.Run(&options.App{
		Title: "Quarry", Width: width, Height: height, MinWidth: minWidth, MinHeight: minHeight,
		WindowStartState: was.state(),
		BackgroundColour: options.NewRGB(0xF0, 0xF2, 0xF2),
		AssetServer:      &assetserver.Options{Assets: frontend.InFace(systemFace()), Handler: app.Data()},
		Bind:             app.Bound(),
		ErrorFormatter:   func(err error) any { return err.Error() },
		Menu:             bar,
		OnStartup:        w.start,
		OnBeforeClose:    w.mayNotClose,
		OnDomReady: func(ctx context.Context) {
			reloadCrashed()
			w.putBack(ctx, was)
		},
		OnShutdown: func(context.Context) {
			ctx, cancel := context.WithTimeout(context.Background(), closing)
			defer cancel()
			app.Close(ctx)
		},
		Mac:     macOptions(),
		Linux:   linuxOptions(),
		Windows: webview2(app.Local),
	}))
}
