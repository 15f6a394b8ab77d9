//go:build desktop

// Command app is Quarry's window.
package main

import (
	"log/slog"
	"os"

	"quarry/app/api"
)

func main() {
	s, err := readFlags(os.Args[1:])
	if err == nil {
		err = open(s)
	}
	if err != nil {
		os.Exit(report(err, showError))
	}
}

// open opens the window and returns once it is closed.
func open(s start) error {
	w := &window{log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	app, err := api.New(api.Config{
		Profile: s.profile, Registry: s.registry, Secrets: s.secrets,
		Log: w.log, Files: w.pickFile, Save: w.pickSave, Show: showFile, Install: openInstaller, Theme: drawTheme, Menu: w.dimCommands, Clipboard: (*clipboard)(w), Window: true,
	})
	if err != nil {
		return err
	}
	return w.run(app)
}
