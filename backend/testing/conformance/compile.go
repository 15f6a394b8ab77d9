package conformance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

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

// Build compiles the main package of a driver ("quarry/drivers/elasticsearch/wasm") to a module, as for a package.
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
	return os.ReadFile(file)
}
