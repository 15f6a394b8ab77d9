// Command sums writes what lies beside the packages: the licences of everything in a release, and checksums.
//
//	go run ./build/dist/sums RELEASE OUT
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sums:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) != 2 {
		return errors.New("usage: sums RELEASE OUT")
	}
	programs, err := filepath.Glob(filepath.Join(arguments[0], "quarry*"))
	if err != nil || len(programs) == 0 {
		return fmt.Errorf("no programs are in %s: make release", arguments[0])
	}
	works, err := worksIn(programs, "frontend")
	if err != nil {
		return err
	}
	text, err := licences(works)
	if err != nil {
		return err
	}
	out := arguments[1]
	if err := os.WriteFile(filepath.Join(out, "LICENSES.txt"), []byte(text), 0o644); err != nil {
		return err
	}
	list, err := sums(out)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, sumsName), []byte(list), 0o644)
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
