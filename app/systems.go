//go:build desktop

package main

import (
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/options/mac"

	"quarry/app/api"
	"quarry/app/icon"
)

// macOptions returns the options for macOS, where Tab reaches every control.
func macOptions() *mac.Options {
	return &mac.Options{
		Preferences: &mac.Preferences{TabFocusesLinks: mac.Enabled},
		About:       &mac.AboutInfo{Title: "Quarry " + api.Version, Icon: icon.PNG},
	}
}

// linuxOptions returns the options for Linux.
func linuxOptions() *linux.Options {
	return &linux.Options{Icon: icon.PNG, ProgramName: "Quarry", WebviewGpuPolicy: linux.WebviewGpuPolicyNever}
}
