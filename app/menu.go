//go:build desktop

package main

import (
	goruntime "runtime"

	"github.com/wailsapp/wails/v2/pkg/menu"
	"github.com/wailsapp/wails/v2/pkg/menu/keys"
	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// menuOf gives the menu of the window. On macOS the edit menu must be there: without it copy and paste have no keys.
func menuOf(w *window) *menu.Menu {
	m := menu.NewMenu()
	if goruntime.GOOS == "darwin" {
		m.Append(menu.AppMenu())
		m.Append(menu.EditMenu())
		m.Append(menu.WindowMenu())
		return m
	}
	file := m.AddSubmenu("File")
	file.AddText("Quit", keys.CmdOrCtrl("q"), func(*menu.CallbackData) { runtime.Quit(w.ctx) })
	return m
}
