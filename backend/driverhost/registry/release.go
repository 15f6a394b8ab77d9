package registry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"time"

	"quarry/backend/driverhost/manifest"
	"quarry/backend/system/files"
)

// Release is a version of the application that an index offers.
type Release struct {
	Version    string    `json:"version"`    // semantic version
	Summary    string    `json:"summary"`    // what is new, in a sentence or two
	Installers []Package `json:"installers"` // one for each platform, os/arch
}

func (r *Release) check() error {
	if _, err := manifest.ParseVersion(r.Version); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for _, installer := range r.Installers {
		if err := installer.check(maxInstaller); err != nil {
			return fmt.Errorf("installer for %s: %w", installer.Platform, err)
		}
		if seen[installer.Platform] {
			return fmt.Errorf("two installers for %s", installer.Platform)
		}
		seen[installer.Platform] = true
	}
	return nil
}

// Installer returns the release's installer for this computer. Found is false if it has none, or if the release is not
// newer than the version that runs.
func (r *Release) Installer(running string) (installer Package, found bool) {
	if r == nil {
		return Package{}, false
	}
	offered, err := manifest.ParseVersion(r.Version)
	if err != nil {
		return Package{}, false
	}
	have, err := manifest.ParseVersion(running)
	if err != nil || offered.Compare(have) <= 0 {
		return Package{}, false
	}
	for _, installer := range r.Installers {
		if installer.Platform == runtime.GOOS+"/"+runtime.GOARCH {
			return installer, true
		}
	}
	return Package{}, false
}

// Downloader reads installers of the application. Its zero value uses the system's certificates and the environment's
// proxy.
type Downloader struct {
	Transport http.RoundTripper
	Stall     time.Duration // a download without data for this long fails; 0: 30 s
}

// Download writes the installer, under its own name, into the folder and checks it. A file that is there already and is
// the listed one is not downloaded again.
func (d Downloader) Download(ctx context.Context, installer Package, folder string, report func(Progress)) (file string, err error) {
	name, err := fileName(installer.URL)
	if err != nil {
		return "", err
	}
	file = filepath.Join(folder, name)
	if Verify(installer, file) == nil {
		return file, nil
	}
	temporary, _, err := fetcher{transport: d.Transport, stall: d.Stall}.save(ctx, "update", installer, folder, time.Now, report)
	if err != nil {
		return "", err
	}
	if err := files.Rename(temporary, file); err != nil {
		return "", errors.Join(storage("name the download", err), files.Remove(temporary))
	}
	return file, nil
}

// Verify checks that the file is the listed one.
func Verify(installer Package, file string) error {
	opened, err := os.Open(file)
	if err != nil {
		return storage("read the download", err)
	}
	defer opened.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, io.LimitReader(opened, installer.Size+1)); err != nil {
		return storage("read the download", err)
	}
	if hash := hex.EncodeToString(digest.Sum(nil)); hash != installer.SHA256 {
		return wrongHash(hash, installer.SHA256)
	}
	return nil
}

// fileName returns the last part of an address, which must be a plain file name.
func fileName(address string) (string, error) {
	at, err := locate(address)
	if err != nil {
		return "", err
	}
	name := filepath.Base(at.file)
	if at.url != nil {
		name = path.Base(at.url.Path)
	}
	if name != url.PathEscape(name) || name == "." || name == ".." || name[0] == '.' || name[0] == '-' {
		return "", badIndex(fmt.Sprintf("an installer is named %q", name), nil)
	}
	return name, nil
}
