//go:build desktop && linux

package main

import (
	"context"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/godbus/dbus/v5"
)

// showLimit is how long a file manager may take to respond.
const showLimit = 5 * time.Second

// showFile shows a file in its folder. The desktop's file manager selects it (File Manager D-Bus Interface); without
// one on the session bus, the desktop opens the folder in its own way.
func showFile(path string) error {
	err := selectFile(path)
	if err == nil {
		return nil
	}
	program, missing := exec.LookPath("xdg-open")
	if missing != nil {
		return errors.Join(err, missing)
	}
	if failed := begin(exec.Command(program, filepath.Dir(path))); failed != nil {
		return errors.Join(err, failed)
	}
	return nil
}

// selectFile asks the file manager on the session bus.
func selectFile(path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), showLimit)
	defer cancel()
	bus, err := dbus.Connect(busAddress(), dbus.WithContext(ctx))
	if err != nil {
		return err
	}
	defer bus.Close()
	file := url.URL{Scheme: "file", Path: path}
	manager := bus.Object("org.freedesktop.FileManager1", "/org/freedesktop/FileManager1")
	return manager.CallWithContext(ctx, "org.freedesktop.FileManager1.ShowItems", 0, []string{file.String()}, "").Err
}

// busAddress returns the address of the session bus. It starts no bus.
func busAddress() string {
	if address := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); address != "" && address != "autolaunch:" {
		return address
	}
	return "unix:path=" + filepath.Join("/run/user", strconv.Itoa(os.Getuid()), "bus")
}

// openInstaller shows the archive with the newer version: the system's packages are updated by the system.
func openInstaller(path string) error { return showFile(path) }
