//go:build !devkey

package registry

// developmentKeys is empty: a release build has no place for a development key.
func developmentKeys() string { return "" }
