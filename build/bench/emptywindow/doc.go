//go:build !desktop

// Command emptywindow is the least Wails application, with whose start that of the application is compared. It is built
// with the tags of the application.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "emptywindow: this build has no window: it needs the tag desktop")
	os.Exit(1)
}
