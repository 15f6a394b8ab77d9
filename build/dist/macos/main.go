// Command macos helps to pack Quarry for macOS: "macos icns FILE" writes the icon, "macos check APP ARCHITECTURE VERSION"
// checks a bundle on any system.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "macos:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "icns":
		icon, err := makeIcon("app/icon")
		if err != nil {
			return err
		}
		return os.WriteFile(args[1], icon, 0o644)
	case len(args) == 4 && args[0] == "check":
		return checkBundle(args[1], args[2], args[3])
	}
	return fmt.Errorf("usage: macos icns FILE, or macos check APP ARCHITECTURE VERSION")
}
