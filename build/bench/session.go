package main

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/driverhost/plugin"
	"quarry/backend/profile/connections"
	"quarry/backend/sample"
	"quarry/drivers/elasticsearch"
)

const engineID = "elasticsearch"

// oneDriver is a catalogue with one driver.
type oneDriver struct {
	manifest *manifest.Manifest
	open     func(context.Context) (plugin.Runner, error)
}

// Open implements session.Drivers.
func (d oneDriver) Open(context.Context, string) (*manifest.Manifest, *plugin.Supervisor, error) {
	return d.manifest, plugin.Supervise(d.open, plugin.SupervisorOptions{}), nil
}

// nativeDriver returns the driver linked into this program.
func nativeDriver() (oneDriver, error) {
	m, err := readManifest(engineID)
	return oneDriver{m, func(context.Context) (plugin.Runner, error) { return plugin.Native(elasticsearch.New()), nil }}, err
}

// moduleDriver returns the driver as shipped, in the virtual machine that the application uses.
func moduleDriver(ctx context.Context, folder string) (oneDriver, error) {
	return builtDriver(ctx, folder, engineID)
}

// builtDriver is moduleDriver for any driver.
func builtDriver(ctx context.Context, folder, id string) (oneDriver, error) {
	m, err := readManifest(id)
	if err != nil {
		return oneDriver{}, err
	}
	file := filepath.Join(folder, id+".wasm")
	environment := []string{"GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0"}
	if err := run(ctx, environment, "go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-o", file, "./drivers/"+id+"/wasm"); err != nil {
		return oneDriver{}, err
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return oneDriver{}, fmt.Errorf("read the driver: %w", err)
	}
	machine, err := plugin.NewRuntime(ctx, plugin.Options{})
	if err != nil {
		return oneDriver{}, err
	}
	module, err := machine.Compile(ctx, wasm)
	if err != nil {
		return oneDriver{}, err
	}
	return oneDriver{m, module.Open}, nil
}

func readManifest(id string) (*manifest.Manifest, error) {
	text, err := os.ReadFile(filepath.Join("drivers", id, "manifest.json"))
	if err != nil {
		return nil, fmt.Errorf("read the driver's manifest: %w", err)
	}
	return manifest.Parse(text)
}

// openView connects to the engine at an address and opens an index.
func openView(ctx context.Context, d oneDriver, address, index string) (*grid.View, func(), error) {
	s, leave, err := openSession(ctx, d, address)
	if err != nil {
		return nil, nil, err
	}
	view, err := grid.NewViews().Open(ctx, s, index)
	if err != nil {
		leave()
		return nil, nil, fmt.Errorf("open %s: %w", index, err)
	}
	return view, leave, nil
}

// openSession connects to the engine at an address without credentials.
func openSession(ctx context.Context, d oneDriver, address string) (*session.Session, func(), error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, nil, fmt.Errorf("connect to %s: %w", address, err)
	}
	sessions := session.New(d)
	s, err := sessions.Open(ctx, connections.Connection{
		Driver: engineID, Fields: map[string]string{"host": host, "port": port, "auth": "none", "ssl": "disabled"},
	}, func(context.Context, string) (string, error) { return "", nil })
	if err != nil {
		return nil, nil, fmt.Errorf("connect to %s: %w", address, err)
	}
	return s, func() { sessions.CloseAll(ctx) }, nil
}

// readFirst reads the first page of a view from the engine.
func readFirst(ctx context.Context, v *grid.View, to grid.Arrangement) (*grid.Page, error) {
	v.Drop(v.Generation())
	arranged, err := v.Arrange(ctx, to)
	if err != nil {
		return nil, err
	}
	return v.Page(ctx, arranged.Generation, 0)
}

// addressOf returns the host and port of an engine's URL.
func addressOf(engine string) (string, error) {
	u, err := url.Parse(engine)
	if err != nil {
		return "", fmt.Errorf("read the address of the engine: %w", err)
	}
	return u.Host, nil
}

// loaded creates an index on a real engine. It returns the engine, its address and the driver as shipped.
func (b *bench) loaded(ctx context.Context, index sample.Index, shards int) (*engine, string, oneDriver, error) {
	engine, err := b.real(ctx)
	if err != nil {
		return nil, "", oneDriver{}, err
	}
	engine.indices = append(engine.indices, index.Name)
	loader := sample.Loader{URL: engine.url, Replace: true, Shards: shards}
	if err := loader.Load(ctx, []sample.Index{index}); err != nil {
		return nil, "", oneDriver{}, err
	}
	address, err := addressOf(engine.url)
	if err != nil {
		return nil, "", oneDriver{}, err
	}
	module, err := moduleDriver(ctx, b.folder)
	return engine, address, module, err
}
