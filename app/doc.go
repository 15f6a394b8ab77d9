//go:build !desktop

// Command app is Quarry's window. Build it with the tag desktop, and on Linux also with webkit2_41: see the Makefile.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "quarry: this build has no window: use make build")
	os.Exit(1)
}
