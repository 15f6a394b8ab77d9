// Command wasm is the hostile driver as a module.
package main

import (
	"quarry/backend/driverhost/plugin/internal/hostile"
	"quarry/drivers/driver"
)

func init() { driver.Serve(hostile.Driver{}) }

func main() {}
