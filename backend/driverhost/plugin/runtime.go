// Package plugin loads drivers and runs their operations.
//
// A driver is a WebAssembly module without input and output. One [Runtime] compiles modules, each connection has its
// own instance, and a [Supervisor] keeps that instance running. An operation requests one step after another, an
// [Executor] runs them, and the operation is resumed with the replies until it ends. A natively linked driver
// ([Native]) follows the same rules and takes byte-identical steps.
//
// A call into a driver does not run under the caller's context, which would close the module when it ends, but under
// its own deadline. After a trap, a missed deadline or any other error of the machine, the state of an instance is
// undefined: it is closed and replaced.
//
// Decisions:
//   - Drivers are interpreted, never compiled to machine code: wazero cannot stop compiled code, and a hardened macOS
//     would have to allow memory that is both writable and executable.
//   - A driver's functions are compiled to interpreter operations when they are first called, since all of them together
//     would take more memory than everything else. wazero compiles only whole modules, so internal/split takes the
//     driver's module apart (pieces.go). A module that cannot be taken apart is compiled as a whole.
//   - A call is stopped after a limit of processor time that the application gets, and a larger one on the clock, so that
//     a busy machine does not make a long call fail. The deadline ends every loaded piece.
//   - An instance is started for its supervisor, not for the call that needs it: a cancelled call returns at once, and
//     the next one gets the instance.
//   - A driver's garbage collector runs less often than usual (guestGC), since planning mostly produces garbage, and does
//     its work at once (guestDebug).
//   - A shelf spills what is above its memory budget to temporary files that only the user can read (profile.Scratch).
//     What may carry a credential stays in memory. Leftovers of a killed process are removed after the next start.
//   - A driver has no clock: the host waits for as long as the driver asks (driver.Send.After), visibly and until it is
//     cancelled.
package plugin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"quarry/backend/driverhost/plugin/internal/split"
)

const (
	memoryPages  = 1024     // in units of 64 KiB: 64 MiB per instance
	staleMemory  = 16 << 20 // linear memory never shrinks: an idle instance with more is replaced
	maxLive      = 256      // running operations in one instance
	maxSteps     = 100_000  // per operation, to stop a driver that never stops requesting steps
	maxCleanups  = 8        // steps that an operation may take after it was cancelled
	cleanupLimit = 10 * time.Second
	slowCall     = 250 * time.Millisecond
)

// Options configure a Runtime. A zero field means the default.
type Options struct {
	Logger       *slog.Logger  // receives a warning for every slow call; nothing is logged by default
	CallLimit    time.Duration // processor time for one call into a driver: 5 s, or 30 s in a build with the race detector
	StartLimit   time.Duration // for starting an instance: four times the default for a call
	SlowCall     time.Duration // calls that take this long are logged: 250 ms
	CleanupLimit time.Duration // for the clean-up of one operation: 10 s
	MaxSteps     int           // per operation: 100,000
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.CallLimit <= 0 {
		o.CallLimit = defaultCallLimit
	}
	if o.StartLimit <= 0 {
		o.StartLimit = 4 * defaultCallLimit
	}
	if o.SlowCall <= 0 {
		o.SlowCall = slowCall
	}
	if o.CleanupLimit <= 0 {
		o.CleanupLimit = cleanupLimit
	}
	if o.MaxSteps <= 0 {
		o.MaxSteps = maxSteps
	}
	return o
}

// Runtime is the machine that runs drivers. It is safe for concurrent use.
type Runtime struct {
	wasm    wazero.Runtime
	options Options
}

// NewRuntime returns a Runtime. It interprets modules: compiled code cannot be interrupted at every point and needs
// entitlements on some systems.
func NewRuntime(ctx context.Context, options Options) (*Runtime, error) {
	config := wazero.NewRuntimeConfigInterpreter().WithCloseOnContextDone(true).WithMemoryLimitPages(memoryPages)
	wasm := wazero.NewRuntimeWithConfig(ctx, config)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, wasm); err != nil {
		return nil, errors.Join(fmt.Errorf("instantiate wasi: %w", err), wasm.Close(ctx))
	}
	loads := wasm.NewHostModuleBuilder(split.HostModule).NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(load), []api.ValueType{api.ValueTypeI32}, nil).Export(split.HostFunction)
	if _, err := loads.Instantiate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("instantiate the loading of functions: %w", err), wasm.Close(ctx))
	}
	return &Runtime{wasm: wasm, options: options.withDefaults()}, nil
}

// Close ends every instance and frees every module.
func (r *Runtime) Close(ctx context.Context) error {
	if err := r.wasm.Close(ctx); err != nil {
		return fmt.Errorf("close the driver runtime: %w", err)
	}
	return nil
}
