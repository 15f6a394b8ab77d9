//go:build desktop && !linux

package main

// reloadCrashed does nothing here: the system's webview reloads a crashed page itself.
func reloadCrashed() {}
