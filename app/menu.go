//go:build desktop

package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/wailsapp/wails/v2/pkg/menu"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"quarry/frontend"
)

// commandEvent is the event that reports a menu choice: the command's name and, for paste, the text.
const commandEvent = "command"

// menuOf returns the window's menu, with the titles and keys from the page's table of commands. A command that the page
// runs is sent to it as an event. Keys whose effect depends on the focus, such as those of the clipboard, are left to
// the page: bound in a menu, they would not reach the fields and the grid.
//
// The page reports which commands nothing can run, and dimCommands dims their items. A command that just has nothing to
// act on at the moment stays enabled, and the page says why.
func (w *window) menuOf(mac bool) (*menu.Menu, error) {
	all, err := readCommands(frontend.Commands)
	if err != nil {
		return nil, err
	}
	m := menu.NewMenu()
	bar := &menuBar{window: w, mac: mac, commands: all, items: map[string]*menu.MenuItem{}}
	w.bar = bar
	if mac {
		m.Append(menu.AppMenu())
	}
	bar.file(m.AddSubmenu("File"))
	if mac {
		m.Append(menu.EditMenu()) // without it, copy and paste have no keys there; none of our items can be added to it
	} else {
		bar.edit(m.AddSubmenu("Edit"))
	}
	bar.view(m.AddSubmenu("View"))
	bar.database(m.AddSubmenu("Database"))
	bar.console(m.AddSubmenu("Console"))
	if mac {
		m.Append(menu.WindowMenu())
	}
	bar.help(m.AddSubmenu("Help"))
	return m, bar.err
}

// menuBar builds the menus; err is the error for the first item that could not be made.
type menuBar struct {
	window   *window
	mac      bool
	commands map[string]command
	items    map[string]*menu.MenuItem // menu items by command
	order    []string                  // commands in menu order
	err      error
}

func (b *menuBar) file(m *menu.Menu) {
	b.add(m, "connection.new", "connection.fromURL", "connection.list", "console.new", "object.openByName", "",
		"connection.import", "connection.exportAll", "object.export", "", "tab.close", "tab.reopen", "", "app.settings")
	if !b.mac {
		m.AddSeparator()
		b.item(m, "app.quit", func(*menu.CallbackData) { runtime.Quit(b.window.ctx) })
	}
}

func (b *menuBar) edit(m *menu.Menu) {
	b.add(m, "edit.undo", "edit.redo", "", "edit.cut", "edit.copy")
	b.copyAs(m)
	b.item(m, "edit.paste", func(*menu.CallbackData) { b.window.paste() })
	b.add(m, "edit.selectAll", "")
	b.rows(m)
	b.add(m, "find")
}

// steps adds the undo and redo of edits on macOS, where those of the Edit menu belong to the system and only work in
// fields.
func (b *menuBar) steps(m *menu.Menu) {
	first := len(m.Items)
	b.add(m, "edit.undo", "edit.redo")
	for _, item := range m.Items[first:] {
		item.Label += " Edit"
	}
	m.AddSeparator()
}

// rows adds the commands that change rows: to the Edit menu, or on macOS, where the system makes the Edit menu, to
// Database.
func (b *menuBar) rows(m *menu.Menu) {
	b.add(m, "row.add", "row.duplicate", "cell.setNull", "cell.removeField", "cells.fill", "row.delete", "")
}

func (b *menuBar) copyAs(m *menu.Menu) {
	b.shortItems(m.AddSubmenu("Copy As"), "copyAs.tsv", "copyAs.csv", "copyAs.json", "copyAs.markdown", "copyAs.bulk", "copyAs.curl")
}

func (b *menuBar) view(m *menu.Menu) {
	b.add(m, "sidebar.toggle", "inspector.toggle", "filter.show", "filter.only", "filter.exclude", "",
		"view.data", "view.structure", "view.json", "")
	if b.mac {
		b.add(m, "find")
		b.copyAs(m)
	}
	b.add(m, "columns.find", "columns.hideEmpty", "columns.fit", "column.statistics", "rows.newest", "")
	b.shortItems(m.AddSubmenu("Sort Sidebar By"), "sidebar.byName", "sidebar.byDocuments", "sidebar.bySize")
	b.add(m, "sidebar.also", "object.favourite", "")
	b.shortItems(m.AddSubmenu("Appearance"), "appearance.system", "appearance.light", "appearance.dark")
	b.add(m, "text.larger", "text.smaller", "text.usual", "")
	b.item(m, "app.fullScreen", func(*menu.CallbackData) { b.window.toggleFullScreen() })
}

func (b *menuBar) database(m *menu.Menu) {
	b.add(m, "changes.save", "changes.preview", "changes.discard", "changes.undoSave", "")
	if b.mac {
		b.steps(m)
		b.rows(m)
	}
	b.add(m, "refresh")
	b.shortItems(m.AddSubmenu("Refresh Every"), "refresh.every5", "refresh.every10", "refresh.every30",
		"refresh.every60", "", "refresh.off")
	b.add(m, "", "keys.open", "dashboard.open", "requests.toggle")
	b.add(m.AddSubmenu("Maintenance"), "object.empty", "object.delete", "", "sample.reset")
	b.add(m, "", "connection.disconnect")
}

func (b *menuBar) console(m *menu.Menu) {
	b.add(m, "console.run", "console.runAll", "console.profile", "console.stop", "console.format", "console.copyCurl",
		"console.docs", "console.history", "console.save", "console.saved")
}

func (b *menuBar) help(m *menu.Menu) {
	b.add(m, "app.shortcuts")
	if !b.mac { // on macOS the application menu has it
		b.add(m, "app.about")
	}
}

// add adds commands that the page runs; an empty name adds a separator.
func (b *menuBar) add(m *menu.Menu, ids ...string) {
	for _, id := range ids {
		if id == "" {
			m.AddSeparator()
		} else {
			b.item(m, id, b.window.command(id))
		}
	}
}

// shortItems adds items with their short titles, for use below a heading.
func (b *menuBar) shortItems(m *menu.Menu, ids ...string) {
	b.add(m, ids...)
	for i, id := range ids {
		if id != "" {
			m.Items[i].Label = b.commands[id].Short
		}
	}
}

func (b *menuBar) item(m *menu.Menu, id string, run menu.Callback) {
	c, known := b.commands[id]
	key, err := accelerator(b.commands, id, b.mac)
	if !known {
		err = errors.New("no such command")
	}
	if err != nil && b.err == nil {
		b.err = fmt.Errorf("make the menu's item %s: %w", id, err)
	}
	b.items[id] = m.AddText(c.Title, key, run)
	b.order = append(b.order, id)
}

// command returns the callback for an item whose command the page runs.
func (w *window) command(name string) menu.Callback {
	return func(*menu.CallbackData) { runtime.EventsEmit(w.ctx, commandEvent, name, "") }
}

// paste sends the clipboard's text along, since a page cannot read the clipboard itself.
func (w *window) paste() {
	text, err := runtime.ClipboardGetText(w.ctx)
	if err != nil {
		w.log.Warn("the clipboard could not be read", "error", err)
		return
	}
	runtime.EventsEmit(w.ctx, commandEvent, "edit.paste", text)
}

func (w *window) toggleFullScreen() {
	if runtime.WindowIsFullscreen(w.ctx) {
		runtime.WindowUnfullscreen(w.ctx)
	} else {
		runtime.WindowFullscreen(w.ctx)
	}
}

// dimCommands dims the items of commands that nothing can run, and enables the others.
func (w *window) dimCommands(missing []string) {
	w.bar.dim(missing)
	w.drawMenu()
}

func (b *menuBar) dim(missing []string) {
	for id, item := range b.items {
		item.Disabled = slices.Contains(missing, id)
	}
}

// menuLine is an item as the menu bar shows it.
type menuLine struct {
	title, key string
	enabled    bool
}

// lines returns the items from the first menu to the last, with keys in the page's notation, including those that the
// page handles itself.
func (b *menuBar) lines() []menuLine {
	lines := make([]menuLine, 0, len(b.order))
	for _, id := range b.order {
		item := b.items[id]
		lines = append(lines, menuLine{item.Label, b.commands[id].shownKey(b.mac), !item.Disabled})
	}
	return lines
}
