// SPEC: PLG-07
package split

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// The types of the functions in the tests' module.
const (
	kindUnary = iota
	kindPlain
)

// assembly is a module with one of everything. Each of its functions except the last takes a number and returns one.
type assembly struct {
	before    []byte            // sections before all others
	functions map[string][]byte // instructions, without the last end
	tables    []byte            // the content of the section
	elements  []byte
	exports   []byte // more of them
	hidden    bool   // the memory is not exported
	passive   bool   // there is a number of data segments
}

// order is the order of the functions; their indices begin at 1, since one is imported.
var order = []string{"fibonacci", "chosen", "summed", "branched", "grown", "asked", "stored", "start"}

func whole() assembly {
	get := []byte{opLocalGet, 0}
	code := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	constant := func(n uint32) []byte { return appendConstant(nil, n) }
	return assembly{
		tables: []byte{1, typeFuncref, 0, 4},
		// one segment of each kind that can be taken apart
		elements: code([]byte{2, 0}, constant(1), []byte{opEnd, 2, 1, 3}, appendElement(nil, slot{0, 3}, 0)),
		functions: map[string][]byte{
			// n < 2 ? n : fibonacci(n-1) + fibonacci(n-2)
			"fibonacci": code(get, constant(2), []byte{0x49, 0x04, typeI32}, get, []byte{0x05},
				get, constant(1), []byte{0x6b, opCall, 1}, get, constant(2), []byte{0x6b, opCall, 1, 0x6a, opEnd}),
			// the function at an index of the module's table, called with 9
			"chosen": code(constant(9), get, []byte{opCallIndirect, kindUnary, 0}),
			// adds the parameter to a global
			"summed": code([]byte{0x23, 0}, get, []byte{0x6a, 0x24, 0, 0x23, 0}),
			// 10, 20 or 30
			"branched": code([]byte{0x02, 0x40, 0x02, 0x40, 0x02, 0x40}, get, []byte{opBrTable, 2, 0, 1, 2, opEnd}, constant(10), []byte{0x0f, opEnd},
				constant(20), []byte{0x0f, opEnd}, constant(30)),
			"grown": code(get, []byte{0x40, 0, 0x1a, 0x3f, 0}),
			// what the host returns
			"asked": code(get, []byte{opCall, 0}),
			// writes the parameter, copies it with memory.copy and reads it again
			"stored": code(constant(64), get, []byte{0x36, 2, 0}, constant(128), constant(64), constant(4), []byte{opMore, 10, 0, 0},
				constant(128), []byte{0x28, 2, 0}),
			"start": code(constant(40), []byte{0x24, 0}),
		},
	}
}

func (a assembly) module() []byte {
	out := append([]byte(magic), a.before...)
	out = appendSection(out, sectionTypes, 2, []byte{formFunction, 1, typeI32, 1, typeI32, formFunction, 0, 0})
	out = appendSection(out, sectionImports, 1, append(appendName(appendName(nil, "env"), "ask"), kindFunction, kindUnary))
	var kinds, exports, code []byte
	for i, name := range order {
		kind := byte(kindUnary)
		if name == "start" {
			kind = kindPlain
		}
		kinds = append(kinds, kind)
		exports = append(appendName(exports, name), kindFunction, byte(i+1))
		code = appendSized(code, append(append([]byte{1, 1, typeI32}, a.functions[name]...), opEnd))
	}
	out = appendSection(out, sectionFunctions, len(order), kinds)
	out = appendSized(append(out, sectionTables), a.tables)
	out = appendSized(append(out, sectionMemories), []byte{1, 1, 1, 9})
	out = appendSection(out, sectionGlobals, 2, append(append([]byte{typeI32, 1}, appendConstant(nil, 5)...), opEnd, 0x7e, 0, 0x42, 0xff, 0, opEnd))
	n := len(order)
	if !a.hidden {
		exports = append(appendName(exports, "memory"), kindMemory, 0)
		n++
	}
	if a.exports != nil {
		exports = append(exports, a.exports...)
		n++
	}
	out = appendSection(out, sectionExports, n, exports)
	out = appendSized(append(out, sectionStart), []byte{byte(len(order))})
	out = appendSized(append(out, sectionElements), a.elements)
	if a.passive {
		out = appendSized(append(out, sections), []byte{1})
	}
	out = appendSection(out, sectionCode, len(order), code)
	return appendSection(out, sectionData, 1, append(append([]byte{0}, appendConstant(nil, 8)...), opEnd, 2, 'h', 'i'))
}

// machine runs modules as the host does.
type machine struct {
	wazero.Runtime
	loaded map[uint32]int
	asked  []string // the modules that called the imported function
}

func newMachine(t testing.TB, m *Module) *machine {
	r := &machine{Runtime: wazero.NewRuntimeWithConfig(t.Context(), wazero.NewRuntimeConfigInterpreter()), loaded: map[uint32]int{}}
	t.Cleanup(func() { _ = r.Close(context.Background()) })
	number := []api.ValueType{api.ValueTypeI32}
	_, err := r.NewHostModuleBuilder("env").NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(func(_ context.Context, m api.Module, stack []uint64) {
			r.asked = append(r.asked, m.Name())
			stack[0] *= 2
		}), number, number).Export("ask").Instantiate(t.Context())
	require.NoError(t, err)
	_, err = r.NewHostModuleBuilder(HostModule).NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, frame api.Module, stack []uint64) {
			index := api.DecodeU32(stack[0])
			if r.loaded[index]++; r.loaded[index] > 1 {
				return
			}
			piece, err := r.CompileModule(ctx, m.Piece(index))
			require.NoError(t, err)
			ctx = experimental.WithImportResolver(ctx, func(string) api.Module { return frame })
			_, err = r.InstantiateModule(ctx, piece, wazero.NewModuleConfig().WithName(fmt.Sprint("piece ", index)))
			require.NoError(t, err)
		}), number, nil).Export(HostFunction).Instantiate(t.Context())
	require.NoError(t, err)
	return r
}

func (r *machine) start(t testing.TB, wasm []byte) api.Module {
	module, err := r.InstantiateWithConfig(t.Context(), wasm, wazero.NewModuleConfig().WithName("main"))
	require.NoError(t, err)
	return module
}

func TestAModuleThatWasTakenApartDoesTheSame(t *testing.T) {
	wasm := whole().module()
	m, frame, err := Parse(wasm)
	require.NoError(t, err)
	apart := newMachine(t, m)
	one, other := newMachine(t, nil).start(t, wasm), apart.start(t, frame)
	for round := range 2 { // once with functions that are loaded when called, and once with loaded ones
		for _, name := range order[:len(order)-1] {
			for n := range uint64(4) {
				want, wantErr := one.ExportedFunction(name).Call(t.Context(), n)
				got, gotErr := other.ExportedFunction(name).Call(t.Context(), n)
				require.Equal(t, want, got, "%s(%d), round %d", name, n, round)
				require.Equal(t, wantErr != nil, gotErr != nil, "%s(%d), round %d", name, n, round)
			}
		}
	}
	require.Equal(t, one.ExportedMemory("memory").Size(), other.ExportedMemory("memory").Size())
	seen, _ := other.ExportedMemory("memory").Read(8, 2)
	require.Equal(t, "hi", string(seen))
	require.Len(t, apart.loaded, len(order))
	for _, name := range apart.asked {
		require.Equal(t, "main", name, "an imported function is called by the frame, which has what it works with")
	}
	require.NotEmpty(t, apart.asked)
}

func TestAFunctionIsLoadedByItsFirstCall(t *testing.T) {
	m, frame, err := Parse(whole().module())
	require.NoError(t, err)
	r := newMachine(t, m)
	other := r.start(t, frame)
	require.Equal(t, map[uint32]int{8: 1}, r.loaded, "the function that runs at the start")
	for range 3 {
		result, err := other.ExportedFunction("chosen").Call(t.Context(), 1)
		require.NoError(t, err)
		require.Equal(t, []uint64{34}, result)
	}
	require.Equal(t, 1, r.loaded[1], "functions call each other, and find each other in a table, without the stub")
	require.NotContains(t, r.loaded, uint32(3))
}

func TestWhatCannotBeTakenApartIsLeftWhole(t *testing.T) {
	change := func(f func(*assembly)) []byte {
		a := whole()
		f(&a)
		return a.module()
	}
	body := func(code ...byte) []byte {
		return change(func(a *assembly) { a.functions["branched"] = append(code, opLocalGet, 0) })
	}
	rows := []struct {
		name string
		wasm []byte
	}{
		{"nothing", nil},
		{"no module", []byte("MZ")},
		{"a section that ends early", whole().module()[:60]},
		{"a section twice", change(func(a *assembly) { a.before = appendSection(nil, sectionTypes, 0, nil) })},
		{"an unknown section", change(func(a *assembly) { a.before = []byte{99, 0} })},
		{"data that instructions name", change(func(a *assembly) { a.passive = true })},
		{"a memory that is not exported", change(func(a *assembly) { a.hidden = true })},
		{"a name that the frame uses", change(func(a *assembly) { a.exports = append(appendName(nil, "quarry.t0"), kindMemory, 0) })},
		{"a table that is not there, exported", change(func(a *assembly) { a.exports = append(appendName(nil, "t"), kindTable, 1) })},
		{"a function that is not there, exported", change(func(a *assembly) { a.exports = append(appendName(nil, "f"), kindFunction, 99) })},
		{"a table of something else", change(func(a *assembly) { a.tables = []byte{1, 0x6f, 0, 4} })},
		{"a segment of another kind", change(func(a *assembly) { a.elements = []byte{1, 1, 0, 1, 1} })},
		{"a segment whose place is computed", change(func(a *assembly) { a.elements = []byte{1, 0, 0x23, 0, opEnd, 1, 1} })},
		{"a segment with a function that is not there", change(func(a *assembly) { a.elements = []byte{1, 0, opI32Const, 1, opEnd, 1, 99} })},
		{"a segment in a table that is not there", change(func(a *assembly) { a.elements = append([]byte{1}, appendElement(nil, slot{1, 0}, 1)...) })},
		{"two functions in one place", change(func(a *assembly) {
			a.elements = []byte{1, 0, opI32Const, 1, opEnd, 1, 2, 0, opI32Const, 1, opEnd, 1, 3}
		})},
		{"an instruction that reads a table", body(opI32Const, 0, 0x25, 0, 0x1a)},
		{"an instruction that changes a table", body(opI32Const, 0, 0xd0, typeFuncref, 0x26, 0)},
		{"an instruction that names a function", body(0xd2, 1, 0x1a)},
		{"an instruction that names data", body(opMore, 9, 0)},
		{"an instruction with vectors", body(0xfd, 12)},
		{"an instruction that does not exist", body(0xff)},
		{"an instruction without its end", body(opF64Const, 0)},
		{"a call of a function that is not there", body(opCall, 99)},
		{"a call by a table that is not there", body(opI32Const, 0, opCallIndirect, kindPlain, 1)},
		{"an address in another memory", body(opI32Const, 0, 0x28, 0x42, 1, 0, 0x1a)},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, _, err := Parse(row.wasm)
			require.ErrorIs(t, err, ErrWhole)
		})
	}
	_, _, err := Parse(body())
	require.NoError(t, err)
}

func TestDataNextToEachOtherIsOneSegment(t *testing.T) {
	data := func(list ...segment) []byte {
		out := appendNumber(nil, uint32(len(list)))
		for _, s := range list {
			out = appendSized(append(appendConstant(append(out, 0), s.at), opEnd), s.bytes)
		}
		return out
	}
	far := segment{4096, []byte("far")}
	rows := []struct {
		name        string
		given, want []byte
	}{
		{"none", data(), data()},
		{"one after the other", data(segment{8, []byte("ab")}, segment{10, []byte("c")}, far), data(segment{8, []byte("abc")}, far)},
		{"in another order", data(far, segment{10, []byte("c")}, segment{8, []byte("ab")}), data(segment{8, []byte("abc")}, far)},
		{"with a few zeros between", data(segment{8, []byte("ab")}, segment{13, []byte("c")}, far), data(segment{8, []byte("ab\x00\x00\x00c")}, far)},
		{"apart", data(segment{8, []byte("ab")}, segment{10 + dataGap + 1, []byte("c")}), data(segment{8, []byte("ab")}, segment{10 + dataGap + 1, []byte("c")})},
		{"at the end of the addresses", data(segment{1<<32 - 1, []byte("ab")}), data(segment{1<<32 - 1, []byte("ab")})},
	}
	for _, row := range rows {
		require.Equal(t, row.want, joined(row.given), row.name)
	}
	for name, kept := range map[string][]byte{
		"over each other": data(segment{8, []byte("ab")}, segment{9, []byte("c")}),
		"of another kind": {1, 1, 1, 'a'},
		"cut":             data(segment{8, []byte("ab")})[:6],
	} {
		require.Equal(t, kept, joined(kept), name)
	}
}

// FuzzParse checks that a module that can be compiled as a whole, and taken apart, can be compiled in pieces, and that
// Parse can handle any bytes.
func FuzzParse(f *testing.F) {
	f.Add(whole().module())
	runtime := wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigInterpreter())
	f.Fuzz(func(t *testing.T, wasm []byte) {
		m, frame, err := Parse(wasm)
		if err != nil {
			return
		}
		c, err := runtime.CompileModule(t.Context(), wasm)
		if err != nil {
			return
		}
		require.NoError(t, c.Close(t.Context()))
		c, err = runtime.CompileModule(t.Context(), frame)
		require.NoError(t, err)
		require.NoError(t, c.Close(t.Context()))
		for i := m.Imported(); i < m.Functions(); i++ {
			c, err = runtime.CompileModule(t.Context(), m.Piece(uint32(i)))
			require.NoError(t, err)
			require.NoError(t, c.Close(t.Context()))
		}
	})
}
