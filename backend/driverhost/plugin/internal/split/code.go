package split

// Opcodes, see https://webassembly.github.io/spec/core/binary/instructions.html.
const (
	opEnd          = 0x0b
	opBrTable      = 0x0e
	opCall         = 0x10
	opCallIndirect = 0x11
	opLocalGet     = 0x20
	opI32Const     = 0x41
	opF64Const     = 0x44
	opMore         = 0xfc // followed by the number of the instruction
)

// operands is what follows an opcode.
type operands byte

const (
	foreign operands = iota // an instruction that a piece cannot have
	none
	oneByte
	fourBytes
	eightBytes
	oneNumber
	twoNumbers // type and table
	address
	labels
	list
	more
)

// formats says what follows each opcode. Foreign are instructions that change tables or that name a function or a part
// of the data, and all those that were added after version 2.0 or work with vectors.
var formats = func() (f [256]operands) {
	set := func(first, last int, o operands) {
		for i := first; i <= last; i++ {
			f[i] = o
		}
	}
	set(0x00, 0x01, none)      // unreachable, nop
	set(0x02, 0x04, oneNumber) // block, loop, if
	set(0x05, 0x05, none)      // else
	set(opEnd, opEnd, none)
	set(0x0c, 0x0d, oneNumber) // br, br_if
	set(opBrTable, 0x0e, labels)
	set(0x0f, 0x0f, none) // return
	set(opCall, opCall, oneNumber)
	set(opCallIndirect, opCallIndirect, twoNumbers)
	set(0x1a, 0x1b, none) // drop, select
	set(0x1c, 0x1c, list) // select with a type
	set(opLocalGet, 0x24, oneNumber)
	set(0x28, 0x3e, address) // loads and stores
	set(0x3f, 0x40, oneByte) // memory.size, memory.grow
	set(opI32Const, 0x42, oneNumber)
	set(0x43, 0x43, fourBytes)
	set(opF64Const, opF64Const, eightBytes)
	set(0x45, 0xc4, none)    // comparisons, arithmetic, conversions
	set(0xd0, 0xd0, oneByte) // ref.null
	set(0xd1, 0xd1, none)    // ref.is_null
	set(opMore, opMore, more)
	return f
}()

// immediates skips the operands of an opcode. It fails if a piece cannot have the instruction.
func (r *reader) immediates(code byte) {
	switch formats[code] {
	case none:
	case oneByte:
		r.byte()
	case fourBytes:
		r.bytes(4)
	case eightBytes:
		r.bytes(8)
	case oneNumber:
		r.skip()
	case twoNumbers:
		r.skip()
		r.skip()
	case address:
		r.check(r.number() < 1<<6) // a larger alignment also names a memory
		r.skip()
	case labels:
		for range r.number() {
			if r.skip(); r.failed {
				return
			}
		}
		r.skip()
	case list:
		r.bytes(r.number())
	case more:
		r.numbered(r.number())
	default:
		r.fail()
	}
}

// numbered skips the operands of an instruction with a number of its own.
func (r *reader) numbered(code uint32) {
	switch {
	case code <= 7: // saturating conversions
	case code == 10: // memory.copy
		r.bytes(2)
	case code == 11: // memory.fill
		r.byte()
	default:
		r.fail()
	}
}

// locals skips the local variables of a function.
func (r *reader) locals() {
	for range r.number() {
		r.skip()
		if r.byte(); r.failed {
			return
		}
	}
}

// movable reports whether a function can be in a piece.
func (m *Module) movable(body []byte) bool {
	r := &reader{rest: body}
	r.locals()
	for len(r.rest) > 0 {
		switch code := r.byte(); code {
		case opCall:
			r.check(int(r.number()) < len(m.functions))
		case opCallIndirect:
			r.number()
			r.check(r.number() < m.tables)
		default:
			r.immediates(code)
		}
	}
	return !r.failed
}

// moved appends a function in the form that it has in a piece: it finds the functions it calls in the table of all
// functions.
func (m *Module) moved(out, body []byte) []byte {
	r := &reader{rest: body}
	r.locals()
	kept := body // start of what was not appended yet
	for len(r.rest) > 0 {
		at := len(kept) - len(r.rest)
		code := r.byte()
		if code != opCall {
			r.immediates(code)
			continue
		}
		out = m.appendCall(append(out, kept[:at]...), r.number())
		kept = r.rest
	}
	return append(out, kept...)
}

// appendCall appends a call of a function whose arguments are on the stack.
func (m *Module) appendCall(out []byte, index uint32) []byte {
	out = appendConstant(out, index)
	out = appendNumber(append(out, opCallIndirect), m.functions[index].kind)
	return appendNumber(out, m.tables)
}
