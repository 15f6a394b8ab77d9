//go:build !unix

package main

import "os/exec"

// together does nothing: there are no groups of processes here.
func together(*exec.Cmd) {}

// endTogether ends the command.
func endTogether(command *exec.Cmd) { _ = command.Process.Kill() }
