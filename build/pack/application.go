package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"quarry/backend/driverhost/registry"
)

// newest is the file that --application names.
type newest struct {
	Version    string            `json:"version"`
	Summary    string            `json:"summary"`
	Installers map[string]string `json:"installers"` // a file's name by os/arch
}

// offered copies the installers into the registry's folder and returns the release to offer: without a new one that of
// the previous index.
func (o *options) offered(before previous) (*registry.Release, error) {
	if o.application == "" {
		return before.Application, nil
	}
	text, err := os.ReadFile(o.application)
	if err != nil {
		return nil, err
	}
	var given newest
	if err := json.Unmarshal(text, &given); err != nil {
		return nil, fmt.Errorf("read %s: %w", o.application, err)
	}
	release := &registry.Release{Version: given.Version, Summary: given.Summary}
	for _, platform := range slices.Sorted(maps.Keys(given.Installers)) {
		name := given.Installers[platform]
		if name != filepath.Base(name) {
			return nil, fmt.Errorf("%q is not a file beside %s", name, o.application)
		}
		data, err := os.ReadFile(filepath.Join(filepath.Dir(o.application), name))
		if err != nil {
			return nil, err
		}
		if _, err := writeIfChanged(filepath.Join(o.out, name), data); err != nil {
			return nil, err
		}
		hash := sha256.Sum256(data)
		release.Installers = append(release.Installers, registry.Package{Platform: platform, URL: name, Size: int64(len(data)), SHA256: hex.EncodeToString(hash[:])})
	}
	return release, nil
}
