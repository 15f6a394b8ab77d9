// SPEC: PLG-07
package plugin

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestBytesThatAreNoDriverAreRefused(t *testing.T) {
	done := answering(&driver.Output{End: &driver.End{}})
	change := func(f func(r *rogue)) []byte {
		r := done
		f(&r)
		return r.module()
	}
	rows := []struct {
		name string
		wasm []byte
		want string
	}{
		{"nothing", nil, "invalid magic number"},
		{"no module", []byte("MZ not a module"), "invalid magic number"},
		{"a module that ends early", done.module()[:40], ""},
		{"no version", change(func(r *rogue) { r.without = "abi" }), "it does not export abi"},
		{"no buffer", change(func(r *rogue) { r.without = "buffer" }), "it does not export buffer"},
		{"no call", change(func(r *rogue) { r.without = "call" }), "it does not export call"},
		{"a call of another type", change(func(r *rogue) { r.narrow = true }), "its export call has another type"},
		{"another version", change(func(r *rogue) { r.abi = 9 }), "it speaks version 9 of the calls between host and driver, this is version 1"},
		{"an import that is not WASI", change(func(r *rogue) { r.imports = "env" }), "it imports env.f"},
		{"a WASI function that does not exist", change(func(r *rogue) { r.imports = "wasi_snapshot_preview1" }), "It stopped: "},
		{"no memory", change(func(r *rogue) { r.noMemory = true }), "it exports no memory"},
		{"a start that never ends", change(func(r *rogue) { r.loops = true }), "It did not answer for 1 s and was ended."},
	}
	r, err := NewRuntime(t.Context(), Options{StartLimit: 1e9})
	require.NoError(t, err)
	defer r.Close(t.Context())
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := r.Compile(t.Context(), row.wasm)
			require.ErrorIs(t, err, ErrModule)
			require.ErrorContains(t, err, row.want)
		})
	}
}

// TestAModuleThatBreaksTheProtocolIsEnded runs modules that were not built with the contract's runtime.
func TestAModuleThatBreaksTheProtocolIsEnded(t *testing.T) {
	step := driver.Step{Sends: []driver.Send{{Request: driver.Request{Method: "GET", Path: "/x"}, Verb: driver.Raw}}}
	rows := []struct {
		name  string
		rogue rogue
		want  string
	}{
		{"an answer outside its memory", rogue{abi: 1, at: 1 << 30, size: 8, buffer: 8192<<32 | 4096}, "It stopped: it answered with memory that is not its own"},
		{"an answer whose end lies outside", rogue{abi: 1, at: 1024, size: 1 << 31, buffer: 8192<<32 | 4096}, "It stopped: it answered with memory that is not its own"},
		{"no room for the input", rogue{abi: 1, buffer: 8192<<32 | 8}, "It stopped: it answered with memory that is not its own"},
		{"room outside its memory", rogue{abi: 1, buffer: 0xffffff00<<32 | 4096}, "It stopped: it answered with memory that is not its own"},
		{"no message", rogue{abi: 1, data: []byte("\xff\xff\xff"), at: 1024, size: 3, buffer: 8192<<32 | 4096}, "It stopped: it answered with bytes that are no message"},
		{"neither a step nor an end", rogue{abi: 1, at: 1024, buffer: 8192<<32 | 4096}, "It stopped: it answered with bytes that are no message"},
		{"both a step and an end", answering(&driver.Output{Step: &step, End: &driver.End{}}), "It stopped: it answered with bytes that are no message"},
		{"steps for ever, also when it is dropped", answering(&driver.Output{Step: &step}), "It stopped: it did not let an operation be ended"},
	}
	machine, err := NewRuntime(t.Context(), Options{})
	require.NoError(t, err)
	defer machine.Close(t.Context())
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			m, err := machine.Compile(t.Context(), row.rogue.module())
			require.NoError(t, err)
			r, err := m.Open(t.Context())
			require.NoError(t, err)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			exec := &recorder{before: func(_ context.Context, n int, _ *driver.Step) {
				if n == 3 {
					cancel()
				}
			}}
			_, err = r.Run(ctx, behave("one", exec))
			e := failure(t, err)
			require.Equal(t, driver.Crashed, e.Kind)
			require.Equal(t, row.want, e.Message)
			_, err = r.Run(t.Context(), behave("one", exec))
			require.True(t, failure(t, err).Retry)
			require.NoError(t, r.Close(t.Context()))
		})
	}
}

func TestAResultOfAnotherOperationIsNoAnswer(t *testing.T) {
	m, err := sharedModule()
	require.NoError(t, err)
	end := &driver.Output{End: &driver.End{Result: []byte("\x01\xff")}}
	odd, err := m.runtime.Compile(t.Context(), answering(end).module())
	require.NoError(t, err)
	r, err := odd.Open(t.Context())
	require.NoError(t, err)
	defer r.Close(t.Context())
	_, err = Run[driver.Description](t.Context(), r, Call{Op: driver.OpDescribe})
	require.Equal(t, driver.Crashed, failure(t, err).Kind)
}

func TestAModuleOutlivesItsCompiledCode(t *testing.T) {
	m, err := sharedModule()
	require.NoError(t, err)
	again, err := m.runtime.Compile(t.Context(), answering(&driver.Output{End: &driver.End{}}).module())
	require.NoError(t, err)
	r, err := again.Open(t.Context())
	require.NoError(t, err)
	require.NoError(t, again.Close(t.Context()))
	_, err = r.Run(t.Context(), Call{Op: "any"})
	require.NoError(t, err)
	require.NoError(t, r.Close(t.Context()))
}

func TestTheRoomForInputGrowsInPowersOfTwo(t *testing.T) {
	for size, want := range map[uint32]uint32{0: 4096, 4096: 4096, 4097: 8192, 8192: 8192, 1<<20 + 1: 1 << 21} {
		require.Equal(t, want, roomFor(size))
	}
}
