//go:build desktop

package main

import "os/exec"

// showFile shows a file in its folder.
func showFile(path string) error {
	return begin(exec.Command("open", "-R", path))
}

// openInstaller opens an installer as if it was double-clicked.
func openInstaller(path string) error { return begin(exec.Command("open", path)) }
