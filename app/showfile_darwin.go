//go:build desktop

package main

import "os/exec"

// showFile shows a file in its folder.
func showFile(path string) error {
	command := exec.Command("open", "-R", path)
	if err := command.Start(); err != nil {
		return err
	}
	go func() { _ = command.Wait() }()
	return nil
}
