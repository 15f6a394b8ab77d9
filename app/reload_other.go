//go:build desktop && !linux

package main

// reloadCrashed does nothing here: the system's webview starts a crashed page again by itself.
func reloadCrashed() {}
