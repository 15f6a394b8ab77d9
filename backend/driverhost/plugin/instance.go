package plugin

import (
	"context"
	"errors"
	"log/slog"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero/api"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

var (
	errOutside = errors.New("it returned an address outside its memory")
	errOutput  = errors.New("it returned bytes that are not a message")
)

// smallBuffer is the smallest input buffer to request from a driver.
const smallBuffer = 4 << 10

// instance is one running copy of a module. Its calls run one at a time; after the first failed call it is dead.
type instance struct {
	module  api.Module
	loads   *loader // nil if all functions are loaded from the start
	memory  api.Memory
	stderr  *bounded
	options Options

	mu      sync.Mutex              // held during a call and while its output is read
	exports map[string]api.Function // functions called so far: each keeps its stack for the next call
	buffer  struct{ at, size uint32 }
	dead    *Crash

	used atomic.Uint32 // size of linear memory after the last call, in bytes
}

func newInstance(module api.Module, loads *loader, stderr *bounded, options Options) *instance {
	in := &instance{module: module, loads: loads, memory: module.Memory(), stderr: stderr, options: options, exports: map[string]api.Function{}}
	in.used.Store(in.memory.Size())
	return in
}

// version returns the version of the calling interface.
func (in *instance) version(ctx context.Context) (uint64, *Crash) {
	in.mu.Lock()
	defer in.mu.Unlock()
	result, err := in.run(ctx, "abi")
	if err != nil {
		return 0, in.die(err)
	}
	return result, nil
}

// call makes one call of the driver's protocol. The returned crash is the instance's; own reports whether this call
// caused it.
func (in *instance) call(ctx context.Context, op string, kind driver.Call, id uint32, input []byte) (out *driver.Output, raw string, crash *Crash, own bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.dead != nil {
		return nil, "", in.dead, false
	}
	begun := time.Now()
	raw, err := in.exchange(ctx, kind, id, input)
	if took := time.Since(begun); took >= in.options.SlowCall {
		in.options.Logger.LogAttrs(ctx, slog.LevelWarn, "slow call into a driver",
			slog.String("operation", op), slog.Int("call", int(kind)), slog.Duration("took", took))
	}
	if err == nil {
		out, err = readOutput(raw)
	}
	if err != nil {
		return nil, "", in.die(err), true
	}
	in.used.Store(in.memory.Size())
	return out, raw, nil, false
}

// readOutput decodes the output of a call: one step or one end.
func readOutput(raw string) (*driver.Output, error) {
	out := &driver.Output{}
	if wire.Decode(raw, out) != nil || (out.Step == nil) == (out.End == nil) {
		return nil, errOutput
	}
	return out, nil
}

func (in *instance) exchange(ctx context.Context, kind driver.Call, id uint32, input []byte) (string, error) {
	if err := in.write(ctx, input); err != nil {
		return "", err
	}
	packed, err := in.run(ctx, "call", uint64(kind), uint64(id), uint64(len(input)))
	if err != nil {
		return "", err
	}
	view, ok := in.memory.Read(uint32(packed>>32), uint32(packed))
	if !ok {
		return "", errOutside
	}
	return string(view), nil
}

// write copies input into the driver's buffer. It requests a larger buffer only if the input no longer fits.
func (in *instance) write(ctx context.Context, input []byte) error {
	if size := uint32(len(input)); size > in.buffer.size {
		packed, err := in.run(ctx, "buffer", uint64(bufferFor(size)))
		if err != nil {
			return err
		}
		in.buffer.at, in.buffer.size = uint32(packed>>32), uint32(packed)
		if in.buffer.size < size {
			return errOutside
		}
	}
	if !in.memory.Write(in.buffer.at, input) {
		return errOutside
	}
	return nil
}

// bufferFor rounds size up to a power of two, so that growing inputs rarely need another buffer.
func bufferFor(size uint32) uint32 {
	if size <= smallBuffer {
		return smallBuffer
	}
	return 1 << bits.Len32(size-1)
}

// run calls an exported function under the deadline of one call. It uses only the values of the caller's context: the
// machine closes a module that is called under a cancelled context.
func (in *instance) run(ctx context.Context, export string, params ...uint64) (uint64, error) {
	limited, cancel := withDeadline(context.WithoutCancel(ctx), in.options.CallLimit, processorTime)
	defer cancel()
	in.stderr.reset()
	during, done := in.loads.during(limited)
	defer done()
	function := in.exports[export]
	if function == nil {
		function = in.module.ExportedFunction(export)
		in.exports[export] = function
	}
	results, err := function.Call(during, params...)
	if err != nil {
		return 0, err
	}
	return results[0], nil
}

// die ends the instance permanently. The lock is held.
func (in *instance) die(err error) *Crash {
	in.dead = diagnose(err, in.stderr, in.memory.Size(), in.options.CallLimit)
	in.close(context.Background())
	return in.dead
}

// close ends the instance, even during a call.
func (in *instance) close(ctx context.Context) {
	_ = in.module.CloseWithExitCode(context.WithoutCancel(ctx), 1)
	in.loads.end(1)
}
