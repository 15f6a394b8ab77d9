//go:build desktop

// Command app is Quarry's window.
package main

import (
	"flag"
	"fmt"
	"log/slog"
	"os"

	"quarry/app/api"
)

func main() {
	profile := flag.String("profile", "", "folder of settings, connections and drivers (default: the user's)")
	registry := flag.String("registry", "", "driver registry: a file or a URL of an index.json")
	secrets := flag.String("secrets", "system", "where secrets are kept: system or memory")
	flag.Parse()
	w := &window{log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	app, err := api.New(api.Config{
		Profile: *profile, Registry: *registry, Secrets: *secrets,
		Log: w.log, Files: w.pickFile, Save: w.pickSave, Show: showFile, Theme: drawTheme, Window: true,
	})
	if err == nil {
		err = w.run(app)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "quarry:", err)
		os.Exit(1)
	}
}
