package api

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quarry/backend/driverhost/catalogue"
	"quarry/backend/driverhost/registry"
)

// DriverRequest names a driver.
type DriverRequest struct {
	Call   string `json:"call"`
	Driver string `json:"driver"`
}

// Install installs a driver and returns when it has finished.
func (p *Plugins) Install(q DriverRequest) (Nothing, error) {
	return call(p.calls, q.Call, func(ctx context.Context) (Nothing, error) {
		return Nothing{}, p.catalogue.Install(ctx, q.Driver)
	})
}

// InstallStep is one step of an installation.
type InstallStep struct {
	Title string `json:"title"`
	State string `json:"state"` // waiting, running, done or failed
}

// InstallProgress is the progress of an installation; sizes are in bytes.
type InstallProgress struct {
	Running bool          `json:"running"`
	Done    string        `json:"done"`
	Total   string        `json:"total"`
	Rate    string        `json:"rate"`
	Steps   []InstallStep `json:"steps"`
}

type installStep struct {
	step  registry.Step
	title string
}

var steps = []installStep{
	{registry.StepDownload, "Download"},
	{registry.StepCheck, "Check size and SHA-256"},
	{registry.StepSignature, "Check signature"},
	{registry.StepStart, "Unpack and start"},
}

// Progress returns the progress of a driver's last installation.
func (p *Plugins) Progress(q DriverRequest) (InstallProgress, error) {
	return call(p.calls, q.Call, func(context.Context) (InstallProgress, error) {
		at := p.catalogue.Progress(q.Driver)
		result := InstallProgress{
			Running: at.Running, Done: known(at.Done), Total: known(at.Total), Rate: known(at.Rate), Steps: []InstallStep{},
		}
		for i, s := range steps {
			result.Steps = append(result.Steps, InstallStep{s.title, stepState(i, at)})
		}
		return result, nil
	})
}

// stepState returns the state of the step at an index.
func stepState(place int, at catalogue.Progress) string {
	current := slices.IndexFunc(steps, func(s installStep) bool { return s.step == at.Step })
	switch {
	case place < current:
		return "done"
	case place > current:
		return "waiting"
	case at.Running:
		return "running"
	case at.Failed:
		return "failed"
	}
	return "done"
}

// FileRequest names a file.
type FileRequest struct {
	Call string `json:"call"`
	Path string `json:"path"`
}

// InstalledFile is what was installed from a file. If Waits is set, it will be used once the last connection has
// closed.
type InstalledFile struct {
	Driver  string `json:"driver"`
	Title   string `json:"title"`
	Version string `json:"version"`
	Waits   bool   `json:"waits"`
}

// InstallFile installs a driver package from disk.
func (p *Plugins) InstallFile(q FileRequest) (InstalledFile, error) {
	return call(p.calls, q.Call, func(ctx context.Context) (InstalledFile, error) {
		in, err := p.catalogue.InstallFile(ctx, q.Path)
		if err != nil {
			return InstalledFile{}, err
		}
		return InstalledFile{Driver: in.Manifest.ID, Title: in.Manifest.Title, Version: in.Manifest.Version, Waits: in.Waits}, nil
	})
}

// AddressRequest carries a registry's address, "" for the build's default.
type AddressRequest struct {
	Call    string `json:"call"`
	Address string `json:"address"`
}

// SetAddress changes the registry, after reading and verifying the new one.
func (p *Plugins) SetAddress(q AddressRequest) (Nothing, error) {
	return call(p.calls, q.Call, func(ctx context.Context) (Nothing, error) {
		return Nothing{}, p.catalogue.SetAddress(ctx, q.Address)
	})
}

// registryFailure converts an error of the registry; ok reports whether err is one.
func registryFailure(err error) (*Failure, bool) {
	var e *registry.Error
	if !errors.As(err, &e) {
		return nil, false
	}
	detail := e.Detail
	if e.Err != nil {
		detail = fmt.Sprintf("%s (%v)", detail, e.Err)
	}
	return &Failure{Kind: "registry", Message: e.Message, Code: string(e.Kind), Detail: detail}, true
}
