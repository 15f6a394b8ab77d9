package conformance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"quarry/backend/driverhost/plugin"
)

// Compile returns a function that creates instances of a driver's module, for Subject.Module. It compiles the module
// once.
func Compile(ctx context.Context, wasm []byte) (func(ctx context.Context) (plugin.Runner, error), error) {
	runtime, err := plugin.NewRuntime(ctx, plugin.Options{})
	if err != nil {
		return nil, fmt.Errorf("start a runtime for drivers: %w", err)
	}
	module, err := runtime.Compile(ctx, wasm)
	if err != nil {
		return nil, fmt.Errorf("compile a driver: %w", err)
	}
	return module.Open, nil
}

// heavy are packages that make a driver large and slow in an interpreter, or give access to something that a driver must
// not have.
var heavy = []string{"fmt", "os", "reflect", "encoding/json", "net", "net/http", "log", "regexp", "sort"}

// requireLight fails if a package of a driver imports a heavy one. list has a line for each package: its path and those of
// its imports.
func requireLight(list string) error {
	for line := range strings.Lines(list) {
		of, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, imported := range strings.Fields(imports) {
			if slices.Contains(heavy, imported) {
				return fmt.Errorf("%s imports %s, which makes a driver large and slow, or reaches out of it: "+
					"use strings, strconv, slices and the packages of quarry/drivers/driver", of, imported)
			}
		}
	}
	return nil
}

// Build compiles the main package of a driver ("quarry/drivers/elasticsearch/wasm") to a module, as for a package. It
// fails if the driver imports a package that drivers must not have, such as fmt.
func Build(ctx context.Context, mainPackage string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "driver")
	if err != nil {
		return nil, fmt.Errorf("make a folder to build in: %w", err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "driver.wasm")
	build := exec.CommandContext(ctx, "go", "build", "-buildmode=c-shared", "-trimpath", "-o", file, mainPackage)
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build %s: %w\n%s", mainPackage, err, out)
	}
	list := exec.CommandContext(ctx, "go", "list", "-deps", "-f", `{{if not .Standard}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, mainPackage)
	list.Env = build.Env
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list the imports of %s: %w", mainPackage, err)
	}
	if err := requireLight(string(out)); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}
