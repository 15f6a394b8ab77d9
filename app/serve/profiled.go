//go:build profiled

package main

import (
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof" // registers on the default handler, which nothing else serves
	"os"
)

// In a build with the tag "profiled", for measuring load, the Go runtime's profiles are served on the unix socket in
// QUARRY_PROFILES.
func init() {
	listener, err := net.Listen("unix", os.Getenv("QUARRY_PROFILES"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve: profiles:", err)
		os.Exit(1)
	}
	go func() { _ = http.Serve(listener, nil) }() // ends with the process
}
