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
	if err := command.Start(); err != nil {
		return err
	}
	go func() { _ = command.Wait() }() // Explorer reports a failure even after it succeeded
	return nil
}
