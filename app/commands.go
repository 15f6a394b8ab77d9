//go:build desktop

package main

import (
	"encoding/json"
	"fmt"
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
	Focus bool // what has the focus in the page takes the keys: bound in a menu they would be lost to it
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

// accelerator returns the key of a command in the menu, nil where it has none there.
func (c command) accelerator(mac bool) (*keys.Accelerator, error) {
	chords := c.Keys
	if own := c.Mac; mac && own != "" {
		chords = own
	} else if own := c.Other; !mac && own != "" {
		chords = own
	}
	first, _, _ := strings.Cut(chords, " ")
	if first == "" || c.Focus {
		return nil, nil
	}
	held := strings.NewReplacer("Mod+", "CmdOrCtrl+", "Cmd+", "CmdOrCtrl+", "Alt+", "OptionOrAlt+")
	return keys.Parse(held.Replace(first))
}
