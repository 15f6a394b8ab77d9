//go:build desktop && !linux

package main

// systemFace returns "": the webview knows the system's font.
func systemFace() string { return "" }
