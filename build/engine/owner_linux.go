package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
)

// The kernel ends a child when the thread that started it ends (Pdeathsig), so the main goroutine, which starts the
// node, keeps the main thread.
func init() { runtime.LockOSThread() }

// switchesUser reports whether the node runs as another user: the engine refuses to run as root.
func switchesUser() bool { return os.Geteuid() == 0 }

// nodeUser is the user of the node when this process is root.
func nodeUser() (uid, gid int, err error) {
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return 0, 0, fmt.Errorf("find a user for the node: %w", err)
	}
	if uid, err = strconv.Atoi(nobody.Uid); err != nil {
		return 0, 0, fmt.Errorf("find a user for the node: %w", err)
	}
	if gid, err = strconv.Atoi(nobody.Gid); err != nil {
		return 0, 0, fmt.Errorf("find a user for the node: %w", err)
	}
	return uid, gid, nil
}

// giveAway makes the node's user the owner of everything in folder.
func giveAway(folder string) error {
	if !switchesUser() {
		return nil
	}
	uid, gid, err := nodeUser()
	if err != nil {
		return err
	}
	return filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, uid, gid)
	})
}

// prepareProcess makes the node run as its user and end when this process does, for whatever reason.
func prepareProcess(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if !switchesUser() {
		return
	}
	if uid, gid, err := nodeUser(); err == nil {
		command.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
}
