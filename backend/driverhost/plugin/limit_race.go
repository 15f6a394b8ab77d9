//go:build race

package plugin

import "time"

// defaultCallLimit is how much processor time one call into a driver may take; the race detector makes the interpreter
// many times slower.
const defaultCallLimit = 30 * time.Second
