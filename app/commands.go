//go:build desktop

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/wailsapp/wails/v2/pkg/menu/keys"
)

// command is what the window's menu takes from an entry of the page's table of commands.
type command struct {
	Title string
	Short string // the title below a heading that says the rest of it
	Keys  string // on every system, the first one is shown: "Mod+R F5"
	Mac   string // on macOS, where they are others
	Other string
	Focus bool // what has the focus in the page takes the keys

	LeavesFields bool // a text field with the focus keeps the keys
}

// readCommands returns the commands of a table by their names.
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

// chords returns the keys of a command on a system, as the table writes them.
func (c command) chords(mac bool) []string {
	chords := c.Keys
	if own := c.Mac; mac && own != "" {
		chords = own
	} else if own := c.Other; !mac && own != "" {
		chords = own
	}
	return strings.Fields(chords)
}

// isPages reports whether the page must take the keys of a command itself, since what they do depends on where the focus is.
func (c command) isPages() bool { return c.Focus || c.LeavesFields }

// accelerator returns the key of a command in the menu, nil where it has none there. A key that another command has too
// is left to the page, which knows which of them is shown.
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
	return keys.Parse(held.Replace(chords[0]))
}
