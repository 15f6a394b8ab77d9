//go:build desktop

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/wailsapp/wails/v2/pkg/menu/keys"
)

// command has what the window's menu needs from an entry in the page's table of commands.
type command struct {
	Title string
	Short string // the title below a heading that says the rest
	Keys  string // on every system; the first one is shown: "Mod+R F5"
	Mac   string // on macOS, if they differ
	Other string
	Focus bool // the focused part of the page handles the keys

	LeavesFields bool // a focused text field handles the keys
}

// readCommands parses a table of commands and returns them by name.
func readCommands(table []byte) (map[string]command, error) {
	var sections map[string]map[string]command
	if err := json.Unmarshal(table, &sections); err != nil {
		return nil, fmt.Errorf("read the table of commands: %w", err)
	}
	all := map[string]command{}
	for _, section := range sections {
		for id, c := range section {
			all[id] = c
		}
	}
	return all, nil
}

// chords returns a command's keys on a system, in the table's notation.
func (c command) chords(mac bool) []string {
	chords := c.Keys
	if own := c.Mac; mac && own != "" {
		chords = own
	} else if own := c.Other; !mac && own != "" {
		chords = own
	}
	return strings.Fields(chords)
}

// shownKey returns the key shown beside a command's title, "" for none: "Ctrl+Shift+O".
func (c command) shownKey(mac bool) string {
	chords := c.chords(mac)
	if len(chords) == 0 {
		return ""
	}
	mod := "Ctrl"
	if mac {
		mod = "Cmd"
	}
	return strings.Replace(chords[0], "Mod", mod, 1)
}

// isPages reports whether the page must handle a command's keys itself, since their effect depends on the focus.
func (c command) isPages() bool { return c.Focus || c.LeavesFields }

// accelerator returns a command's key in the menu, nil for none. A key shared with another command is left to the page,
// which knows which of them is shown.
func accelerator(all map[string]command, id string, mac bool) (*keys.Accelerator, error) {
	chords := all[id].chords(mac)
	if len(chords) == 0 || all[id].isPages() {
		return nil, nil
	}
	for other, c := range all {
		if other != id && !c.isPages() && slices.Contains(c.chords(mac), chords[0]) {
			return nil, nil
		}
	}
	held := strings.NewReplacer("Mod+", "CmdOrCtrl+", "Cmd+", "CmdOrCtrl+", "Alt+", "OptionOrAlt+")
	chord := held.Replace(chords[0])
	if before, plus := strings.CutSuffix(chord, "++"); plus {
		chord = before + "+Plus"
	}
	return keys.Parse(chord)
}
