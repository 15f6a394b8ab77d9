package plugin

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"quarry/drivers/driver"
)

// ErrModule is wrapped by the errors of [Runtime.Compile] for bytes that are not a driver.
var ErrModule = errors.New("not a driver module")

// Module is a compiled driver. It is safe for concurrent use.
type Module struct {
	runtime  *Runtime
	compiled wazero.CompiledModule
}

// signature is the type of an exported function.
type signature struct{ params, results []api.ValueType }

// exports are the functions that a driver exports to its host, see package driver.
var exports = map[string]signature{
	"abi":    {nil, []api.ValueType{api.ValueTypeI32}},
	"buffer": {[]api.ValueType{api.ValueTypeI32}, []api.ValueType{api.ValueTypeI64}},
	"call":   {[]api.ValueType{api.ValueTypeI32, api.ValueTypeI32, api.ValueTypeI32}, []api.ValueType{api.ValueTypeI64}},
}

// Compile compiles a driver's module and checks that it has the exports of this version and imports nothing but WASI. The
// error wraps [ErrModule] if the bytes are not a driver that this host can run.
func (r *Runtime) Compile(ctx context.Context, wasm []byte) (*Module, error) {
	compiled, err := r.wasm.CompileModule(ctx, wasm)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModule, err)
	}
	m := &Module{runtime: r, compiled: compiled}
	if err := m.check(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrModule, err), compiled.Close(ctx))
	}
	return m, nil
}

// Close frees the compiled code. Open instances continue.
func (m *Module) Close(ctx context.Context) error {
	if err := m.compiled.Close(ctx); err != nil {
		return fmt.Errorf("close a driver module: %w", err)
	}
	return nil
}

func (m *Module) check(ctx context.Context) error {
	functions := m.compiled.ExportedFunctions()
	for name, want := range exports {
		f := functions[name]
		if f == nil {
			return fmt.Errorf("it does not export %s", name)
		}
		if !slices.Equal(f.ParamTypes(), want.params) || !slices.Equal(f.ResultTypes(), want.results) {
			return fmt.Errorf("its export %s has the wrong type", name)
		}
	}
	for _, f := range m.compiled.ImportedFunctions() {
		if module, name, _ := f.Import(); module != wasi_snapshot_preview1.ModuleName {
			return fmt.Errorf("it imports %s.%s", module, name)
		}
	}
	if len(m.compiled.ExportedMemories()) == 0 {
		return errors.New("it exports no memory")
	}
	return m.checkABI(ctx)
}

// checkABI starts the module once, since its version is the result of a function.
func (m *Module) checkABI(ctx context.Context) error {
	in, err := m.instantiate(ctx)
	if err != nil {
		return err
	}
	defer in.close(ctx)
	abi, crash := in.version(ctx)
	if crash != nil {
		return errors.New(crash.Message)
	}
	if abi != driver.ABI {
		return fmt.Errorf("it uses version %d of the calls between host and driver; this Quarry uses version %d", abi, driver.ABI)
	}
	return nil
}

// Open starts an instance. It costs about 10 ms and 6 MB.
func (m *Module) Open(ctx context.Context) (Runner, error) {
	in, err := m.instantiate(ctx)
	if err != nil {
		return nil, fmt.Errorf("start a driver: %w", err)
	}
	return newGuest(in), nil
}

// guestGC has the garbage collector of a driver run half as often as usual: in the interpreter, it takes a third of the time
// of planning a save of 500 rows. It costs 4 MB per connection.
const guestGC = "200"

// instantiate starts an instance without arguments or files, and with nothing in its environment but a setting of Go's
// garbage collector. Clock and random numbers are the machine's
// deterministic ones: drivers use those that are passed with each operation.
func (m *Module) instantiate(ctx context.Context) (*instance, error) {
	stderr := &bounded{limit: stderrLimit}
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").WithStderr(stderr).WithEnv("GOGC", guestGC)
	limit := m.runtime.options.StartLimit
	limited, cancel := withDeadline(context.WithoutCancel(ctx), limit, processorTime)
	defer cancel()
	module, err := m.runtime.wasm.InstantiateModule(limited, m.compiled, config)
	if err != nil {
		return nil, errors.New(diagnose(err, stderr, 0, limit).Message)
	}
	return newInstance(module, stderr, m.runtime.options), nil
}
