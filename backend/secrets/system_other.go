//go:build !linux

package secrets

// storeReady always succeeds: the other systems have a built-in credential store.
func storeReady() error { return nil }

func isMissing(error) bool { return false }
