//go:build desktop && !windows

package main

import (
	"fmt"
	"os"
)

// showError prints why no window opened.
func showError(text string, _ bool) { fmt.Fprintln(os.Stderr, text) }
