//go:build !unix

package main

import "os/exec"

// together does nothing: process groups are not supported here.
func together(*exec.Cmd) {}

// endTogether kills the command.
func endTogether(command *exec.Cmd) { _ = command.Process.Kill() }
