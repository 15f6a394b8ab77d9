// SPEC: PLG-07
package plugin

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin/plugintest"
	"quarry/drivers/driver"
)

// compiledOf returns how many functions of a module have been compiled.
func compiledOf(m *Module) int {
	m.pieces.mu.Lock()
	defer m.pieces.mu.Unlock()
	n := 0
	for _, c := range m.pieces.compiled {
		if c != nil {
			n++
		}
	}
	return n
}

// freshHostile compiles the hostile driver in its own runtime.
func freshHostile(t *testing.T) *Module {
	t.Helper()
	m, err := compileHostile(Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = m.runtime.Close(t.Context()) })
	return m
}

func openGuest(t *testing.T, m *Module) *guest {
	t.Helper()
	r, err := m.Open(t.Context())
	require.NoError(t, err)
	return r.(*guest)
}

func requireEcho(t *testing.T, r Runner) {
	t.Helper()
	text, err := page(t.Context(), r, sized("one", echo, 3, 0))
	require.NoError(t, err)
	require.Equal(t, "GET /one/3", text)
}

func TestAFunctionIsCompiledOnceAndWhenItIsFirstCalled(t *testing.T) {
	m := freshHostile(t)
	atStart := compiledOf(m)
	require.Positive(t, atStart)
	require.Less(t, atStart, m.pieces.split.Functions()/2)
	first := openGuest(t, m)
	require.Equal(t, atStart, compiledOf(m), "an instance starts with what the one that was checked has compiled")
	requireEcho(t, first)
	afterOne := compiledOf(m)
	require.Greater(t, afterOne, atStart)
	require.Less(t, afterOne, m.pieces.split.Functions()/2)
	requireEcho(t, openGuest(t, m))
	require.Equal(t, afterOne, compiledOf(m))
}

func TestFunctionsAreStillFoundAfterTheCompiledOnesWereFreed(t *testing.T) {
	m := freshHostile(t)
	r := openGuest(t, m)
	require.NoError(t, m.Close(t.Context()))
	requireEcho(t, r)
	require.Zero(t, compiledOf(m))
	_, err := m.Open(t.Context())
	require.EqualError(t, err, "start a driver: its code was freed")
}

func TestNothingOfAClosedInstanceStaysLoaded(t *testing.T) {
	m := freshHostile(t)
	r := openGuest(t, m)
	requireEcho(t, r)
	require.NoError(t, r.Close(t.Context()))
	pieces := 0
	for _, piece := range r.in.loads.loaded {
		if piece != nil {
			pieces++
			require.True(t, piece.IsClosed())
		}
	}
	require.Positive(t, pieces)
	require.NoError(t, r.in.loads.load(t.Context(), r.in.module, uint32(m.pieces.split.Functions()-1)))
	require.True(t, r.in.loads.loaded[m.pieces.split.Functions()-1].IsClosed(), "nor what a call loads that is being ended")
}

func TestAFunctionThatCannotBeCompiledEndsItsInstance(t *testing.T) {
	machine, err := NewRuntime(t.Context(), Options{})
	require.NoError(t, err)
	defer machine.Close(t.Context())
	m, err := machine.Compile(t.Context(), plugintest.Rogue{ABI: driver.ABI, Buffer: 8192<<32 | 4096, Invalid: true}.Module())
	require.NoError(t, err)
	r, err := m.Open(t.Context())
	require.NoError(t, err)
	_, err = r.Run(t.Context(), Call{Op: driver.OpDescribe})
	crash := failure(t, err)
	require.Equal(t, driver.Crashed, crash.Kind)
	require.Contains(t, crash.Message, "It stopped: compile function 2: ")
}

func TestADriverThatCannotBeTakenApartIsCompiledAsAWhole(t *testing.T) {
	machine, err := NewRuntime(t.Context(), Options{})
	require.NoError(t, err)
	defer machine.Close(t.Context())
	rogue := plugintest.Answering(&driver.Output{End: &driver.End{}})
	rogue.Counted = true
	m, err := machine.Compile(t.Context(), rogue.Module())
	require.NoError(t, err)
	require.Nil(t, m.pieces)
	r, err := m.Open(t.Context())
	require.NoError(t, err)
	_, err = r.Run(t.Context(), Call{Op: "any"})
	require.NoError(t, err)
	require.NoError(t, r.Close(t.Context()))
	require.NoError(t, m.Close(t.Context()))
}
