//go:build !race

package plugin

import "time"

// defaultCallLimit is how much processor time one call into a driver may take.
const defaultCallLimit = 5 * time.Second
