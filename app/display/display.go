// Package display checks whether a window can be shown, because otherwise a windowing library would end the process.
package display

import (
	"errors"
	"fmt"
)

// Check returns an error, worded as a sentence, if an X11 or Wayland system has no display for a window. get reads the
// environment and open tries to connect to the display.
func Check(get func(string) string, open func() bool) error {
	name := get("WAYLAND_DISPLAY")
	if name == "" {
		name = get("DISPLAY")
	}
	switch {
	case name == "":
		return errors.New("there is no display to show the window on: neither DISPLAY nor WAYLAND_DISPLAY is set")
	case !open():
		return fmt.Errorf("the display %s cannot be opened, so the window cannot be shown", name)
	}
	return nil
}
