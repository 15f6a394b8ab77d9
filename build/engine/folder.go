package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// layOut fills the node's folder: data, logs, tmp, repo and a config folder with the release's files and ours. With
// security on, it creates the superuser; with TLS, the certificates. Data from an earlier run is kept.
func layOut(s settings, o options) (access, error) {
	for _, name := range []string{"data", "logs", "tmp", "repo"} {
		if err := os.MkdirAll(filepath.Join(s.node, name), 0o755); err != nil {
			return access{}, fmt.Errorf("make the node's folder: %w", err)
		}
	}
	config := filepath.Join(s.node, "config")
	if err := copyConfig(filepath.Join(s.home, "config"), config); err != nil {
		return access{}, fmt.Errorf("copy the configuration: %w", err)
	}
	files := map[string]string{"elasticsearch.yml": s.yml(), "jvm.options": s.jvmOptions()}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(config, name), []byte(text), 0o644); err != nil {
			return access{}, fmt.Errorf("write the configuration: %w", err)
		}
	}
	given := access{url: s.url()}
	var err error
	if s.tls {
		if given.authority, err = writeCertificates(config, time.Now()); err != nil {
			return access{}, err
		}
	}
	if s.security {
		given.user = o.user
		if given.password, err = addSuperuser(config, o.user, o.passwordFile); err != nil {
			return access{}, err
		}
	}
	return given, giveAway(s.node)
}

// copyConfig copies the release's config folder, if it has one, over the node's.
func copyConfig(from, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if _, err := os.Stat(from); os.IsNotExist(err) {
		return os.Mkdir(to, 0o755)
	}
	return os.CopyFS(to, os.DirFS(from))
}
