//go:build desktop && !linux

package main

// keepWebKitIn does nothing: elsewhere the system or the webview's options decide.
func keepWebKitIn(string) error { return nil }
