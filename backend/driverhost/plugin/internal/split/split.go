// Package split takes a WebAssembly module apart, so that each function can be compiled when it is first called.
//
// What remains is the frame: the module with its memory, globals, tables and data, and with a stub in place of each
// function. A stub makes the host load its function, and calls it. A piece is a module with one function, which imports
// everything else from the frame. When it is instantiated, its function replaces the stub. Functions call each other
// through a table of all functions, which the frame has in addition to its own tables.
//
// The binary format is described at https://webassembly.github.io/spec/core/binary/modules.html.
package split

import (
	"bytes"
	"errors"
)

// A frame imports HostFunction from HostModule. Its only parameter is the index of a function, which it loads unless it
// is already loaded. A piece imports from a module named FrameModule.
const (
	HostModule   = "quarry"
	HostFunction = "load"
	FrameModule  = "frame"
)

// ErrWhole is returned for a module that cannot be taken apart: it is damaged, or it uses a rare feature, such as
// tables that change.
var ErrWhole = errors.New("the module cannot be taken apart")

// Module is a module that was taken apart. It is safe for concurrent use.
type Module struct {
	types     []byte     // content of the section, without the number of types
	arity     []int      // number of parameters of each type
	functions []function // imported ones first
	imported  int        // functions
	globals   [][2]byte  // type of each, and whether it can change
	tables    uint32     // number of the module's own tables; the table of all functions comes after them
	memory    string     // the name under which the memory is exported
}

type function struct {
	kind  uint32 // number of its type
	body  []byte // without its size; nil for an imported function
	slots []slot // its positions in the module's own tables
}

type slot struct{ table, at uint32 }

// Parse takes a module apart and returns its frame. Neither keeps the module's bytes in memory. The error is
// [ErrWhole].
func Parse(wasm []byte) (m *Module, frame []byte, err error) {
	p := &parser{m: &Module{}}
	if !p.read(wasm) {
		return nil, nil, ErrWhole
	}
	return p.m, p.frame(), nil
}

// Functions returns the number of functions, including imported ones.
func (m *Module) Functions() int { return len(m.functions) }

// Imported returns the number of imported functions. They have the lowest indices and no pieces.
func (m *Module) Imported() int { return m.imported }

const (
	magic = "\x00asm\x01\x00\x00\x00"

	formFunction = 0x60
	typeI32      = 0x7f
	typeFuncref  = 0x70
)

// Section ids.
const (
	sectionCustom = iota
	sectionTypes
	sectionImports
	sectionFunctions
	sectionTables
	sectionMemories
	sectionGlobals
	sectionExports
	sectionStart
	sectionElements
	sectionCode
	sectionData
	sections
)

// Kinds of imports and exports.
const (
	kindFunction = iota
	kindTable
	kindMemory
	kindGlobal
)

// parser reads the parts that a frame and its pieces are made of.
type parser struct {
	m        *Module
	content  [sections][]byte
	imports  []byte // content of the section, without the number of imports
	tables   []byte // the same for tables
	types    int
	exports  []export
	start    []uint32
	elements []element
}

type export struct {
	name  []byte
	kind  byte
	index uint32
}

type element struct {
	slot
	functions []uint32
}

// read reports whether the module can be taken apart.
func (p *parser) read(wasm []byte) bool {
	rest, found := bytes.CutPrefix(wasm, []byte(magic))
	if !found {
		return false
	}
	for r := (&reader{rest, false}); len(r.rest) > 0; {
		id := r.byte()
		content := r.bytes(r.number())
		if r.failed || id >= sections || id != sectionCustom && p.content[id] != nil {
			return false
		}
		p.content[id] = content
	}
	p.content[sectionCode] = bytes.Clone(p.content[sectionCode]) // a copy, so that the pieces do not keep the rest in memory
	for _, s := range []struct {
		id   int
		read func(*reader)
	}{
		{sectionTypes, p.readTypes},
		{sectionImports, p.readImports},
		{sectionFunctions, p.readFunctions},
		{sectionTables, p.readTables},
		{sectionMemories, p.readMemories},
		{sectionGlobals, p.readGlobals},
		{sectionExports, p.readExports},
		{sectionStart, p.readStart},
		{sectionElements, p.readElements},
		{sectionCode, p.readCode},
	} {
		r := &reader{rest: p.content[s.id]}
		if s.read(r); r.failed || len(r.rest) > 0 {
			return false
		}
	}
	return true
}

func (p *parser) readTypes(r *reader) {
	p.types = int(r.number())
	p.m.types = bytes.Clone(r.rest)
	for range p.types {
		r.expect(formFunction)
		parameters := r.number()
		r.bytes(parameters)
		r.bytes(r.number())
		if r.failed {
			return
		}
		p.m.arity = append(p.m.arity, int(parameters))
	}
}

func (p *parser) readImports(r *reader) {
	n := r.optional()
	p.imports = r.rest
	for range n {
		r.bytes(r.number())
		r.bytes(r.number())
		r.expect(kindFunction)
		p.declare(r)
	}
	p.m.imported = len(p.m.functions)
}

// declare reads the type of one function.
func (p *parser) declare(r *reader) {
	kind := r.number()
	r.check(int(kind) < p.types)
	if !r.failed {
		p.m.functions = append(p.m.functions, function{kind: kind})
	}
}

func (p *parser) readFunctions(r *reader) {
	for range r.optional() {
		p.declare(r)
	}
}

func (p *parser) readTables(r *reader) {
	p.m.tables = r.optional()
	p.tables = r.rest
	for range p.m.tables {
		r.expect(typeFuncref)
		r.limits()
	}
}

func (p *parser) readMemories(r *reader) {
	r.expect(1)
	r.limits()
}

func (p *parser) readGlobals(r *reader) {
	for range r.optional() {
		kind := [2]byte{r.byte(), r.byte()}
		if r.constant(); r.failed {
			return
		}
		p.m.globals = append(p.m.globals, kind)
	}
}

func (p *parser) readExports(r *reader) {
	for range r.optional() {
		e := export{name: r.bytes(r.number()), kind: r.byte(), index: r.number()}
		r.check(!bytes.HasPrefix(e.name, []byte(ownExport)))
		r.check(e.kind != kindFunction || p.has(e.index))
		r.check(e.kind != kindTable || e.index < p.m.tables)
		if r.failed {
			return
		}
		if e.kind == kindMemory {
			p.m.memory = string(e.name)
		}
		p.exports = append(p.exports, e)
	}
	r.check(p.m.memory != "")
}

func (p *parser) has(function uint32) bool { return int(function) < len(p.m.functions) }

func (p *parser) readStart(r *reader) {
	if len(r.rest) == 0 {
		return
	}
	p.start = []uint32{r.number()}
	r.check(p.has(p.start[0]))
}

func (p *parser) readElements(r *reader) {
	taken := map[slot]bool{}
	for range r.optional() {
		var e element
		switch r.number() {
		case 0:
			e.at = r.offset()
		case 2:
			e.table, e.at = r.number(), r.offset()
			r.expect(kindFunction)
		default:
			r.fail()
		}
		r.check(e.table < p.m.tables)
		for i := range r.number() {
			index := r.number()
			r.check(p.has(index))
			if r.failed {
				return
			}
			e.functions = append(e.functions, index)
			at := slot{e.table, e.at + i}
			r.check(!taken[at]) // a piece would restore an entry that another function has replaced
			taken[at] = true
			p.m.functions[index].slots = append(p.m.functions[index].slots, at)
		}
		p.elements = append(p.elements, e)
	}
}

func (p *parser) readCode(r *reader) {
	n := r.optional()
	r.check(int(n) == len(p.m.functions)-p.m.imported)
	for i := range n {
		body := r.bytes(r.number())
		if r.check(p.m.movable(body)); r.failed {
			return
		}
		p.m.functions[p.m.imported+int(i)].body = body
	}
}
