//go:build wasip1

// Command wasm is the driver for Typesense as a WebAssembly module.
package main

import (
	"quarry/drivers/driver"
	"quarry/drivers/typesense"
)

func init() { driver.Serve(typesense.New()) }

func main() {}
