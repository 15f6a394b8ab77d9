//go:build desktop

package main

import (
	goruntime "runtime"

	"github.com/wailsapp/wails/v2/pkg/menu"
	"github.com/wailsapp/wails/v2/pkg/menu/keys"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"quarry/app/api"
)

// commandEvent is the event that says what was chosen in the menu: the command's name and, for paste, the text.
const commandEvent = "command"

// menuOf returns the menu of the window. A command that the page carries out goes there as an event; its keys are those
// that the page itself takes where there is no menu. The keys of the clipboard are left to the page: bound in a menu they
// would be lost to the fields and the grid.
//
// The windowing library cannot dim or tick an item once the menu is shown on Linux: the page says why a command has
// nothing to act on.
func menuOf(w *window) *menu.Menu {
	m := menu.NewMenu()
	mac := goruntime.GOOS == "darwin"
	if mac {
		m.Append(menu.AppMenu())
	}
	w.fileMenu(m.AddSubmenu("File"), mac)
	if mac {
		m.Append(menu.EditMenu()) // without it copy and paste have no keys there; it takes no item of ours
	} else {
		w.editMenu(m.AddSubmenu("Edit"))
	}
	w.viewMenu(m.AddSubmenu("View"), mac)
	w.databaseMenu(m.AddSubmenu("Database"))
	if mac {
		m.Append(menu.WindowMenu())
	} else {
		m.AddSubmenu("Help").AddText("About Quarry", nil, func(*menu.CallbackData) { w.about() })
	}
	return m
}

func (w *window) fileMenu(m *menu.Menu, mac bool) {
	m.AddText("New Connection…", keys.CmdOrCtrl("n"), w.command("new-connection"))
	m.AddText("New Connection from URL…", nil, w.command("new-from-url"))
	m.AddText("Open Connection…", nil, w.command("open-connection"))
	m.AddText("Open by Name…", keys.Combo("o", keys.CmdOrCtrlKey, keys.ShiftKey), w.command("open-by-name"))
	m.AddSeparator()
	m.AddText("Import Connections…", nil, w.command("import-connections"))
	m.AddText("Export Connections…", nil, w.command("export-connections"))
	m.AddSeparator()
	m.AddText("Close Tab", keys.CmdOrCtrl("w"), w.command("close-tab"))
	m.AddText("Reopen Tab", keys.Combo("t", keys.CmdOrCtrlKey, keys.ShiftKey), w.command("reopen-tab"))
	m.AddSeparator()
	m.AddText("Settings…", keys.CmdOrCtrl(","), w.command("settings"))
	if !mac {
		m.AddSeparator()
		m.AddText("Quit", keys.CmdOrCtrl("q"), func(*menu.CallbackData) { runtime.Quit(w.ctx) })
	}
}

func (w *window) editMenu(m *menu.Menu) {
	m.AddText("Cut", nil, w.command("cut"))
	m.AddText("Copy", nil, w.command("copy"))
	w.copyAsMenu(m.AddSubmenu("Copy As"))
	m.AddText("Paste", nil, func(*menu.CallbackData) { w.paste() })
	m.AddText("Select All", nil, w.command("select-all"))
	m.AddSeparator()
	m.AddText("Find…", keys.CmdOrCtrl("f"), w.command("find"))
}

func (w *window) copyAsMenu(m *menu.Menu) {
	m.AddText("TSV", nil, w.command("copy-as-tsv"))
	m.AddText("CSV", nil, w.command("copy-as-csv"))
	m.AddText("JSON", nil, w.command("copy-as-json"))
	m.AddText("Markdown", nil, w.command("copy-as-markdown"))
}

func (w *window) viewMenu(m *menu.Menu, mac bool) {
	sidebar, inspector, fullScreen := keys.CmdOrCtrl("b"), keys.OptionOrAlt("enter"), keys.Key("f11")
	view := keys.OptionOrAlt
	if mac {
		sidebar = keys.Combo("s", keys.ControlKey, keys.CmdOrCtrlKey)
		inspector = keys.CmdOrCtrl("i")
		fullScreen = keys.Combo("f", keys.ControlKey, keys.CmdOrCtrlKey)
		view = func(key string) *keys.Accelerator { return keys.Combo(key, keys.OptionOrAltKey, keys.CmdOrCtrlKey) }
	}
	m.AddText("Sidebar", sidebar, w.command("sidebar"))
	m.AddText("Inspector", inspector, w.command("inspector"))
	m.AddSeparator()
	m.AddText("Data", view("1"), w.command("view-data"))
	m.AddText("Structure", view("2"), w.command("view-structure"))
	m.AddText("JSON", view("3"), w.command("view-json"))
	m.AddSeparator()
	if mac {
		m.AddText("Find…", keys.CmdOrCtrl("f"), w.command("find"))
		w.copyAsMenu(m.AddSubmenu("Copy As"))
	}
	m.AddText("Find Column…", nil, w.command("find-column"))
	m.AddText("Hide Empty Columns", nil, w.command("empty-columns"))
	m.AddText("Fit Column Widths", nil, w.command("fit-widths"))
	m.AddSeparator()
	appearance := m.AddSubmenu("Appearance")
	appearance.AddText("System", nil, w.command("appearance-system"))
	appearance.AddText("Light", nil, w.command("appearance-light"))
	appearance.AddText("Dark", nil, w.command("appearance-dark"))
	m.AddText("Full Screen", fullScreen, func(*menu.CallbackData) { w.toggleFullScreen() })
}

func (w *window) databaseMenu(m *menu.Menu) {
	m.AddText("Refresh", keys.CmdOrCtrl("r"), w.command("refresh"))
	every := m.AddSubmenu("Refresh Every")
	every.AddText("5 s", nil, w.command("refresh-every-5"))
	every.AddText("10 s", nil, w.command("refresh-every-10"))
	every.AddText("30 s", nil, w.command("refresh-every-30"))
	every.AddText("Minute", nil, w.command("refresh-every-60"))
	every.AddSeparator()
	every.AddText("Off", nil, w.command("refresh-every-0"))
	m.AddSeparator()
	m.AddText("Request Log", keys.Combo("l", keys.CmdOrCtrlKey, keys.ShiftKey), w.command("request-log"))
	m.AddSeparator()
	m.AddText("Disconnect", nil, w.command("disconnect"))
}

// command returns what an item does whose command the page carries out.
func (w *window) command(name string) menu.Callback {
	return func(*menu.CallbackData) { runtime.EventsEmit(w.ctx, commandEvent, name, "") }
}

// paste sends the clipboard's text along, since a page cannot read the clipboard by itself.
func (w *window) paste() {
	text, err := runtime.ClipboardGetText(w.ctx)
	if err != nil {
		w.log.Warn("the clipboard could not be read", "error", err)
		return
	}
	runtime.EventsEmit(w.ctx, commandEvent, "paste", text)
}

func (w *window) toggleFullScreen() {
	if runtime.WindowIsFullscreen(w.ctx) {
		runtime.WindowUnfullscreen(w.ctx)
	} else {
		runtime.WindowFullscreen(w.ctx)
	}
}

func (w *window) about() {
	w.dialog.Lock()
	defer w.dialog.Unlock()
	_, err := runtime.MessageDialog(w.ctx, runtime.MessageDialogOptions{
		Type: runtime.InfoDialog, Title: "About Quarry", Message: "Quarry " + api.Version,
	})
	if err != nil {
		w.log.Warn("the dialog could not be shown", "error", err)
	}
}
