package plugin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"quarry/backend/driverhost/plugin/internal/split"
	"quarry/drivers/driver"
)

// ErrModule is wrapped by the errors of [Runtime.Compile] for bytes that are not a driver.
var ErrModule = errors.New("not a driver module")

// Module is a compiled driver. It is safe for concurrent use.
type Module struct {
	runtime  *Runtime
	compiled wazero.CompiledModule
	pieces   *pieces                  // nil if the module was compiled as a whole
	checked  atomic.Pointer[instance] // the instance that was checked, until it is used
	closed   atomic.Bool
}

// signature is the type of an exported function.
type signature struct{ params, results []api.ValueType }

// exports are the functions that a driver exports to its host; see package driver.
var exports = map[string]signature{
	"abi":    {nil, []api.ValueType{api.ValueTypeI32}},
	"buffer": {[]api.ValueType{api.ValueTypeI32}, []api.ValueType{api.ValueTypeI64}},
	"call":   {[]api.ValueType{api.ValueTypeI32, api.ValueTypeI32, api.ValueTypeI32}, []api.ValueType{api.ValueTypeI64}},
}

// Compile compiles a driver's module and checks that it has this version's exports and imports nothing but WASI. The
// error wraps [ErrModule] if the bytes are not a driver that this host can run.
func (r *Runtime) Compile(ctx context.Context, wasm []byte) (*Module, error) {
	m := &Module{runtime: r}
	if parts, frame, err := split.Parse(wasm); err == nil {
		wasm, m.pieces = frame, newPieces(r.wasm, parts)
	}
	compiled, err := r.wasm.CompileModule(ctx, wasm)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModule, err)
	}
	m.compiled = compiled
	if err := m.check(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrModule, err), m.Close(ctx))
	}
	return m, nil
}

// Close frees the compiled code. Open instances continue.
func (m *Module) Close(ctx context.Context) error {
	m.closed.Store(true)
	if in := m.checked.Swap(nil); in != nil {
		in.close(ctx)
	}
	if m.pieces != nil {
		m.pieces.close(ctx)
	}
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
	imported := m.compiled.ImportedFunctions()
	if m.pieces != nil {
		imported = imported[:m.pieces.split.Imported()] // the last import is the function that loads others
	}
	for _, f := range imported {
		if module, name, _ := f.Import(); module != wasi_snapshot_preview1.ModuleName {
			return fmt.Errorf("it imports %s.%s", module, name)
		}
	}
	if len(m.compiled.ExportedMemories()) == 0 {
		return errors.New("it exports no memory")
	}
	return m.checkABI(ctx)
}

// checkABI starts an instance, since a function returns the version. The first Open takes that instance.
func (m *Module) checkABI(ctx context.Context) error {
	in, err := m.instantiate(ctx)
	if err != nil {
		return err
	}
	abi, crash := in.version(ctx)
	if crash != nil {
		return errors.New(crash.Message)
	}
	m.checked.Store(in)
	if abi != driver.ABI {
		return fmt.Errorf("it uses version %d of the calls between host and driver; this Quarry uses version %d", abi, driver.ABI)
	}
	return nil
}

// Open starts an instance. It costs about 18 ms and 5 MB, except for the first one, which Compile has already started.
func (m *Module) Open(ctx context.Context) (Runner, error) {
	if in := m.checked.Swap(nil); in != nil {
		return newGuest(in), nil
	}
	if m.closed.Load() { // another version can have the same frame, and still be compiled
		return nil, errors.New("start a driver: its code was freed")
	}
	in, err := m.instantiate(ctx)
	if err != nil {
		return nil, fmt.Errorf("start a driver: %w", err)
	}
	return newGuest(in), nil
}

// guestGC makes a driver's garbage collector run half as often as usual: in the interpreter, it takes a third of the
// time of planning a save of 500 rows. It costs 4 MB per connection.
const guestGC = "200"

// guestDebug makes a driver's garbage collector do its work at once. A module has a single thread, so a concurrent
// collection lasts until the call ends, and meanwhile write barriers more than double the time of planning a save.
const guestDebug = "gcstoptheworld=1"

// instantiate starts an instance without arguments or files, and with nothing in its environment but settings of Go's
// garbage collector. Clock and random numbers are the machine's deterministic ones: drivers use those passed with each
// operation.
func (m *Module) instantiate(ctx context.Context) (*instance, error) {
	stderr := &bounded{limit: stderrLimit}
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").WithStderr(stderr).
		WithEnv("GOGC", guestGC).WithEnv("GODEBUG", guestDebug)
	limit := m.runtime.options.StartLimit
	limited, cancel := withDeadline(context.WithoutCancel(ctx), limit, processorTime)
	defer cancel()
	var loads *loader
	if m.pieces != nil {
		loads = newLoader(m.pieces)
	}
	during, done := loads.during(limited)
	defer done()
	module, err := m.runtime.wasm.InstantiateModule(during, m.compiled, config)
	if err != nil {
		loads.end(1)
		return nil, errors.New(diagnose(err, stderr, 0, limit).Message)
	}
	return newInstance(module, loads, stderr, m.runtime.options), nil
}
