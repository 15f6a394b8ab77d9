// SPEC: PLG-07
package plugin

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin/plugintest"
	"quarry/drivers/driver"
)

func TestBytesThatAreNoDriverAreRefused(t *testing.T) {
	done := plugintest.Answering(&driver.Output{End: &driver.End{}})
	change := func(f func(r *plugintest.Rogue)) []byte {
		r := done
		f(&r)
		return r.Module()
	}
	rows := []struct {
		name string
		wasm []byte
		want string
	}{
		{"nothing", nil, "invalid magic number"},
		{"no module", []byte("MZ not a module"), "invalid magic number"},
		{"a module that ends early", done.Module()[:40], ""},
		{"no version", change(func(r *plugintest.Rogue) { r.Without = "abi" }), "it does not export abi"},
		{"no buffer", change(func(r *plugintest.Rogue) { r.Without = "buffer" }), "it does not export buffer"},
		{"no call", change(func(r *plugintest.Rogue) { r.Without = "call" }), "it does not export call"},
		{"a call of another type", change(func(r *plugintest.Rogue) { r.Narrow = true }), "its export call has the wrong type"},
		{"another version", change(func(r *plugintest.Rogue) { r.ABI = 9 }), "it uses version 9 of the calls between host and driver; this Quarry uses version 1"},
		{"an import that is not WASI", change(func(r *plugintest.Rogue) { r.Imports = "env" }), "it imports env.f"},
		{"a WASI function that does not exist", change(func(r *plugintest.Rogue) { r.Imports = "wasi_snapshot_preview1" }), "It stopped: "},
		{"no memory", change(func(r *plugintest.Rogue) { r.NoMemory = true }), "it exports no memory"},
		{"a start that never ends", change(func(r *plugintest.Rogue) { r.Loops = true }), "It did not respond for 1 s and was stopped."},
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

// TestAModuleThatBreaksTheProtocolIsEnded runs modules that were built without the contract's runtime.
func TestAModuleThatBreaksTheProtocolIsEnded(t *testing.T) {
	step := driver.Step{Sends: []driver.Send{{Request: driver.Request{Method: "GET", Path: "/x"}, Verb: driver.Raw}}}
	rows := []struct {
		name  string
		rogue plugintest.Rogue
		want  string
	}{
		{"a response outside its memory", plugintest.Rogue{ABI: 1, At: 1 << 30, Size: 8, Buffer: 8192<<32 | 4096}, "It stopped: it returned an address outside its memory"},
		{"a response whose end lies outside", plugintest.Rogue{ABI: 1, At: 1024, Size: 1 << 31, Buffer: 8192<<32 | 4096}, "It stopped: it returned an address outside its memory"},
		{"no room for the input", plugintest.Rogue{ABI: 1, Buffer: 8192<<32 | 8}, "It stopped: it returned an address outside its memory"},
		{"room outside its memory", plugintest.Rogue{ABI: 1, Buffer: 0xffffff00<<32 | 4096}, "It stopped: it returned an address outside its memory"},
		{"no message", plugintest.Rogue{ABI: 1, Data: []byte("\xff\xff\xff"), At: 1024, Size: 3, Buffer: 8192<<32 | 4096}, "It stopped: it returned bytes that are not a message"},
		{"neither a step nor an end", plugintest.Rogue{ABI: 1, At: 1024, Buffer: 8192<<32 | 4096}, "It stopped: it returned bytes that are not a message"},
		{"both a step and an end", plugintest.Answering(&driver.Output{Step: &step, End: &driver.End{}}), "It stopped: it returned bytes that are not a message"},
		{"steps for ever, also when it is dropped", plugintest.Answering(&driver.Output{Step: &step}), "It stopped: it ignored the end of an operation"},
	}
	machine, err := NewRuntime(t.Context(), Options{})
	require.NoError(t, err)
	defer machine.Close(t.Context())
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			m, err := machine.Compile(t.Context(), row.rogue.Module())
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

// TestAnOperationThatCanSendNothingEndsWhereItsDriverTriesTo runs operations without an Executor, as for a description.
func TestAnOperationThatCanSendNothingEndsWhereItsDriverTriesTo(t *testing.T) {
	both := runners(t)
	for way, r := range both {
		t.Run(way, func(t *testing.T) {
			for _, object := range []string{"one", "chain", "stubborn", "parallel"} {
				_, err := page(t.Context(), r, sized(object, nil, 0, 30))
				e := failure(t, err)
				require.Equal(t, driver.Crashed, e.Kind, object)
				require.Equal(t, "The driver tried to send a request in an operation that sends none.", e.Message)
				require.False(t, e.Sent)
			}
			got, err := page(t.Context(), r, sized("one", echo, 2, 0))
			require.NoError(t, err)
			require.Equal(t, "GET /one/2", got)
		})
	}
	machine, err := NewRuntime(t.Context(), Options{})
	require.NoError(t, err)
	defer machine.Close(t.Context())
	for name, step := range map[string]driver.Step{"a request": {}, "a clean-up": {Cleanup: true}} {
		t.Run("a module that asks for nothing but "+name, func(t *testing.T) {
			step.Sends = []driver.Send{{Request: driver.Request{Method: "GET", Path: "/x"}, Verb: driver.Raw}}
			m, err := machine.Compile(t.Context(), plugintest.Answering(&driver.Output{Step: &step}).Module())
			require.NoError(t, err)
			r, err := m.Open(t.Context())
			require.NoError(t, err)
			_, err = r.Run(t.Context(), Call{Op: driver.OpDescribe})
			require.Equal(t, driver.Crashed, failure(t, err).Kind)
			require.NoError(t, r.Close(t.Context()))
		})
	}
}

func TestAResultOfAnotherOperationIsNoAnswer(t *testing.T) {
	m, err := sharedModule()
	require.NoError(t, err)
	end := &driver.Output{End: &driver.End{Result: []byte("\x01\xff")}}
	odd, err := m.runtime.Compile(t.Context(), plugintest.Answering(end).Module())
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
	again, err := m.runtime.Compile(t.Context(), plugintest.Answering(&driver.Output{End: &driver.End{}}).Module())
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
		require.Equal(t, want, bufferFor(size))
	}
}
