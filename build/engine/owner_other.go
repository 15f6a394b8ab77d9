//go:build !linux

package main

import "os/exec"

// switchesUser reports whether the node runs as another user.
func switchesUser() bool { return false }

// giveAway leaves the node's folder to the current user, who runs the node.
func giveAway(string) error { return nil }

// prepareProcess does nothing: the node runs as the current user.
func prepareProcess(*exec.Cmd) {}
