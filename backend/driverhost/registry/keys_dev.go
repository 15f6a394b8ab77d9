//go:build devkey

package registry

// developmentKey is the public key of a local registry, set with -ldflags "-X quarry/backend/driverhost/registry.developmentKey=...".
var developmentKey string

func developmentKeys() string { return developmentKey }
