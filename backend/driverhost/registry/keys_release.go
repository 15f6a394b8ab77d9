//go:build !devkey

package registry

// developmentKeys is empty: a release build trusts no development key.
func developmentKeys() string { return "" }
