package api

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"quarry/backend/driverhost/catalogue"
	"quarry/backend/driverhost/registry"
	"quarry/backend/system/files"
	"quarry/drivers/driver"
)

// Updates offers newer versions of the application from the registry's signed index. It downloads one only if the user
// asks for it, checks it, and hands it to the system, which installs it.
type Updates struct {
	calls     *Calls
	catalogue *catalogue.Catalogue
	folder    string // where downloads go
	program   string // the file that runs
	managed   string // why the organisation's policy lets Quarry offer no update, "" if it does
	open      FileOpener

	mu         sync.Mutex
	downloaded string // the file of the last download, "" for none
	digest     string // its SHA-256, as the index lists it
	progress   registry.Progress
}

// FileOpener hands an installer to the system.
type FileOpener func(path string) error

// program returns the file that runs, "" if that is unknown.
func program() string {
	file, err := os.Executable()
	if err != nil {
		return ""
	}
	return file
}

// UpdateRequest asks for a newer version; Refresh reads the registry again.
type UpdateRequest struct {
	Call    string `json:"call"`
	Refresh bool   `json:"refresh"`
}

// UpdateInfo is a newer version, if there is one.
type UpdateInfo struct {
	Managed    string `json:"managed"`    // why Quarry does not update itself, "" if it does
	Version    string `json:"version"`    // the newer version, "" for none
	Summary    string `json:"summary"`    // what is new
	Size       string `json:"size"`       // bytes of the installer
	Checked    string `json:"checked"`    // RFC 3339, "" if the registry was not read since the start
	Downloaded string `json:"downloaded"` // the installer's file, "" until it is there
}

// Check returns the newer version that the registry offers.
func (u *Updates) Check(q UpdateRequest) (UpdateInfo, error) {
	return call(u.calls, q.Call, func(ctx context.Context) (UpdateInfo, error) { return u.check(ctx, q.Refresh) })
}

func (u *Updates) check(ctx context.Context, refresh bool) (UpdateInfo, error) {
	if why := u.whyManaged(); why != "" {
		return UpdateInfo{Managed: why}, nil
	}
	update, err := u.catalogue.Update(ctx, refresh)
	if err != nil {
		return UpdateInfo{}, err
	}
	var info UpdateInfo
	if !update.Checked.IsZero() {
		info.Checked = update.Checked.Format(time.RFC3339)
	}
	if update.Release != nil {
		info.Version, info.Summary = update.Release.Version, update.Release.Summary
		info.Size, info.Downloaded = strconv.FormatInt(update.Installer.Size, 10), u.fileOf(update.Installer)
	}
	return info, nil
}

// whyManaged returns why the installation is not the user's to update, "" if it is.
func (u *Updates) whyManaged() string {
	if u.managed != "" {
		return u.managed
	}
	probe, err := os.CreateTemp(filepath.Dir(u.program), ".quarry-*")
	if err != nil {
		return "Whoever installed Quarry on this computer updates it: you cannot write to its folder."
	}
	probe.Close()
	files.Remove(probe.Name())
	return ""
}

// fileOf returns the downloaded file of the installer, "" if it is not downloaded.
func (u *Updates) fileOf(installer registry.Package) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.digest != installer.SHA256 {
		return ""
	}
	return u.downloaded
}

var errNoUpdate = &driver.Error{Kind: driver.NotFound, Message: "The registry offers no newer version of Quarry for this computer."}

// UpdateCall is a call about the newer version.
type UpdateCall struct {
	Call string `json:"call"`
}

// Download downloads the installer of the newer version and checks it.
func (u *Updates) Download(q UpdateCall) (UpdateInfo, error) {
	return call(u.calls, q.Call, func(ctx context.Context) (UpdateInfo, error) {
		update, err := u.find(ctx)
		if err != nil {
			return UpdateInfo{}, err
		}
		file, err := u.catalogue.Download(ctx, update, u.folder, u.report)
		if err != nil {
			return UpdateInfo{}, err
		}
		u.mu.Lock()
		u.downloaded, u.digest = file, update.Installer.SHA256
		u.mu.Unlock()
		return u.check(ctx, false)
	})
}

func (u *Updates) find(ctx context.Context) (catalogue.Update, error) {
	if why := u.whyManaged(); why != "" {
		return catalogue.Update{}, &driver.Error{Kind: driver.Unsupported, Message: why}
	}
	update, err := u.catalogue.Update(ctx, false)
	if err == nil && update.Release == nil {
		err = errNoUpdate
	}
	return update, err
}

func (u *Updates) report(p registry.Progress) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.progress = p
}

// UpdateProgress is how far a download has come, in bytes.
type UpdateProgress struct {
	Done  string `json:"done"`
	Total string `json:"total"`
}

// Progress returns how far the download has come.
func (u *Updates) Progress(q UpdateCall) (UpdateProgress, error) {
	return call(u.calls, q.Call, func(context.Context) (UpdateProgress, error) {
		u.mu.Lock()
		defer u.mu.Unlock()
		return UpdateProgress{Done: strconv.FormatInt(u.progress.Done, 10), Total: strconv.FormatInt(u.progress.Total, 10)}, nil
	})
}

// Open checks the downloaded installer once more and hands it to the system.
func (u *Updates) Open(q UpdateCall) (Nothing, error) {
	return call(u.calls, q.Call, func(ctx context.Context) (Nothing, error) {
		update, err := u.find(ctx)
		if err != nil {
			return Nothing{}, err
		}
		file := u.fileOf(update.Installer)
		if err := registry.Verify(update.Installer, file); err != nil {
			return Nothing{}, err
		}
		if u.open == nil {
			return Nothing{}, &driver.Error{Kind: driver.Unsupported, Message: "Quarry cannot open files here.", Hint: "The installer is " + file + "."}
		}
		if err := u.open(file); err != nil {
			return Nothing{}, &driver.Error{Kind: driver.Unsupported, Message: "The installer could not be opened.", Hint: "It is " + file + ".", Detail: err.Error()}
		}
		return Nothing{}, nil
	})
}
