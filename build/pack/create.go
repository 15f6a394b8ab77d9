package main

import (
	"bytes"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"text/template"

	"quarry/drivers/driver"
)

//go:embed skeleton/*.tmpl
var skeleton embed.FS

// places says where each file of the skeleton goes; ID is the driver's id.
var places = map[string]string{
	"README.md":      "README.md",
	"go.mod":         "go.mod",
	"go.work":        "go.work",
	"manifest.json":  "drivers/ID/manifest.json",
	"driver.go":      "drivers/ID/driver.go",
	"driver_test.go": "drivers/ID/driver_test.go",
	"server.go":      "server/server.go",
	"serve.go":       "serve/main.go",
	"main.go":        "drivers/ID/wasm/main.go",
}

// packageName is the pattern of an id that can also name a Go package.
var packageName = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// draft is what the skeleton's files are filled in with.
type draft struct {
	ID, Title, Badge string
	Protocol         int
	Go               string // version of Go, "1.26.0"
	Quarry           string // root of this checkout
	Module           string // root of the new module
}

// create writes a Go module with a driver that works: its engine is a server of JSON lines, which is part of its test. A
// workspace file makes it find Quarry's packages in this checkout.
func create(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("pack new", flag.ContinueOnError)
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: go run ./build/pack new [--module folder] name")
		flags.PrintDefaults()
	}
	module := flags.String("module", "", "folder to write, which must not exist; empty: beside this checkout, under the driver's name")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return errors.New("pack new: give the driver's name, in lower-case letters and digits: go run ./build/pack new papers")
	}
	d := draft{ID: flags.Arg(0), Protocol: driver.Protocol, Go: goVersion()}
	if !packageName.MatchString(d.ID) {
		return fmt.Errorf("%q cannot name a driver and its Go package: use lower-case letters and digits, a letter first", d.ID)
	}
	d.Title = strings.ToUpper(d.ID[:1]) + d.ID[1:]
	d.Badge = strings.ToUpper(d.ID[:min(2, len(d.ID))])
	var err error
	if d.Quarry, err = filepath.Abs("."); err != nil {
		return fmt.Errorf("find this checkout: %w", err)
	}
	if *module == "" {
		*module = filepath.Join("..", d.ID)
	}
	if d.Module, err = filepath.Abs(*module); err != nil {
		return fmt.Errorf("find the folder to write: %w", err)
	}
	if _, err := os.Lstat(d.Module); err == nil {
		return fmt.Errorf("%s exists already: nothing was written", d.Module)
	}
	if err := d.write(); err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s: a driver that works. Test it: cd %s && go test ./...\n", d.Module, d.Module)
	return nil
}

// goVersion returns the version of Go without the experiments that it was built with.
func goVersion() string {
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), " ")
	return version
}

func (d *draft) write() error {
	all, err := template.New("").Delims("<<", ">>").ParseFS(skeleton, "skeleton/*.tmpl")
	if err != nil {
		return fmt.Errorf("read the skeleton: %w", err)
	}
	for name, place := range places {
		var text bytes.Buffer
		if err := all.ExecuteTemplate(&text, name+".tmpl", d); err != nil {
			return fmt.Errorf("fill in %s: %w", name, err)
		}
		file := filepath.Join(d.Module, filepath.FromSlash(path.Clean(strings.ReplaceAll(place, "ID", d.ID))))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return fmt.Errorf("make a folder for %s: %w", name, err)
		}
		if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}
