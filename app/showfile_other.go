//go:build desktop && !linux

package main

import (
	"os/exec"
	"runtime"
)

// showFile shows a file in its folder.
func showFile(path string) error {
	command := exec.Command("open", "-R", path)
	if runtime.GOOS == "windows" {
		command = exec.Command("explorer", "/select,"+path)
	}
	if err := command.Start(); err != nil {
		return err
	}
	go func() { _ = command.Wait() }() // Explorer reports a failure even after it succeeded
	return nil
}
