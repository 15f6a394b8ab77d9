//go:build !wasip1

// Command wasm is the driver for Elasticsearch as a WebAssembly module: it is built with GOOS=wasip1 GOARCH=wasm.
// Elsewhere it does nothing.
package main

func main() {}
