//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// together makes the command the leader of a process group, which its own children join.
func together(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endTogether kills the command and its children.
func endTogether(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
