//go:build desktop

package main

import "os/exec"

// begin starts a program of the system and does not wait for its end.
func begin(command *exec.Cmd) error {
	if err := command.Start(); err != nil {
		return err
	}
	go func() { _ = command.Wait() }()
	return nil
}
