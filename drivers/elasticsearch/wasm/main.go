//go:build wasip1

// Command wasm is the driver for Elasticsearch as a WebAssembly module.
package main

import (
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch"
)

func init() { driver.Serve(elasticsearch.New()) }

func main() {}
