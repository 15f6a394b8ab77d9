// Command wasm is the fragile driver as a module.
package main

import (
	"quarry/backend/connection/session/sessiontest/fragile"
	"quarry/drivers/driver"
)

func init() { driver.Serve(fragile.Driver{}) }

func main() {}
