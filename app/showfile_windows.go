//go:build desktop

package main

import (
	"os/exec"
	"syscall"
)

// showFile shows a file in its folder.
func showFile(path string) error {
	command := exec.Command("explorer.exe")
	command.SysProcAttr = &syscall.SysProcAttr{CmdLine: selectInExplorer(path)}
	return begin(command) // Explorer reports a failure even after it succeeded
}

// openInstaller opens an installer as if it was double-clicked.
func openInstaller(path string) error {
	return begin(exec.Command("rundll32.exe", "url.dll,FileProtocolHandler", path))
}
