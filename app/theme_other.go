//go:build desktop && !linux

package main

// drawTheme does nothing here: the system draws the menus, and the webview its lists.
func drawTheme(string) {}
