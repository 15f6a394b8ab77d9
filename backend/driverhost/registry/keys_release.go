//go:build !devkey

package registry

// developmentKeys is empty: a release build has no development key.
func developmentKeys() string { return "" }
