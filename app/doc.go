//go:build !desktop

// Command app is Quarry's window. It is built with the tag desktop, and on Linux with webkit2_41 too: see the Makefile.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "quarry: this build has no window: use make build")
	os.Exit(1)
}
