// Command sums writes what goes with the packages: the licences of everything in a release, its SBOMs (CycloneDX), and
// checksums.
//
//	go run ./build/dist/sums licences RELEASE          prints the licences
//	go run ./build/dist/sums write OUT RELEASE...      writes LICENSES.txt, sbom-*.cdx.json and SHA256SUMS
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// page is the folder of the page's sources.
const page = "frontend"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sums:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	switch {
	case len(arguments) == 2 && arguments[0] == "licences":
		text, err := licencesOf(arguments[1:])
		if err != nil {
			return err
		}
		_, err = os.Stdout.WriteString(text)
		return err
	case len(arguments) > 2 && arguments[0] == "write":
		return write(arguments[1], arguments[2:])
	}
	return errors.New("usage: sums licences RELEASE, or sums write OUT RELEASE [RELEASE]")
}

// write puts everything into the folder with the packages, the checksums last.
func write(out string, releases []string) error {
	text, err := licencesOf(releases)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "LICENSES.txt"), []byte(text), 0o644); err != nil {
		return err
	}
	programs, err := programsIn(releases)
	if err != nil {
		return err
	}
	version, err := versionOf("app/api/core.go")
	if err != nil {
		return err
	}
	if err := writeSBOMs(out, programs, page, version); err != nil {
		return err
	}
	list, err := sums(out)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, sumsName), []byte(list), 0o644)
}

func licencesOf(releases []string) (string, error) {
	programs, err := programsIn(releases)
	if err != nil {
		return "", err
	}
	works, err := worksIn(programs, page)
	if err != nil {
		return "", err
	}
	return licences(works)
}

func programsIn(releases []string) ([]string, error) {
	var all []string
	for _, release := range releases {
		programs, err := filepath.Glob(filepath.Join(release, "quarry*"))
		if err != nil || len(programs) == 0 {
			return nil, fmt.Errorf("no programs are in %s: make release", release)
		}
		all = append(all, programs...)
	}
	return all, nil
}

const sumsName = "SHA256SUMS"

// sums returns the checksums of a folder's files as sha256sum -c reads them.
func sums(folder string) (string, error) {
	entries, err := os.ReadDir(folder) // in the order of their names
	if err != nil {
		return "", err
	}
	var list strings.Builder
	for _, e := range entries {
		if !e.Type().IsRegular() || strings.HasPrefix(e.Name(), sumsName) {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(data), e.Name())
	}
	return list.String(), nil
}
