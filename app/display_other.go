//go:build desktop && !linux

package main

// checkDisplay does nothing here: the system always has a display.
func checkDisplay() error { return nil }
