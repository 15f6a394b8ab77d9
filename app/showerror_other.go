//go:build desktop && !windows

package main

import (
	"fmt"
	"os"
)

// showError prints why no window opened, and what was asked for to the standard output.
func showError(text string, failed bool) {
	to := os.Stdout
	if failed {
		to = os.Stderr
	}
	fmt.Fprintln(to, text)
}
