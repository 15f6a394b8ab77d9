//go:build !desktop

// Command emptywindow is a minimal Wails application whose start-up time is compared with the application's. It is
// built with the application's tags.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "emptywindow: this build has no window: it needs the tag desktop")
	os.Exit(1)
}
