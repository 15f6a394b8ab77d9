// Package plugintest makes modules for tests that break the protocol between host and driver.
package plugintest

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

const (
	i32 = 0x7f
	i64 = 0x7e
)

// Rogue describes a module that returns the same bytes for every call. It is assembled instruction by instruction,
// because no driver built with the contract's runtime behaves this way.
type Rogue struct {
	ABI      byte
	Data     []byte // at position 1,024 in memory
	At, Size uint32 // the return value of call
	Buffer   uint64 // the return value of buffer
	Without  string // the export to leave out
	Narrow   bool   // call takes only one parameter
	Imports  string // a module to import a function from
	NoMemory bool   // the memory is not exported
	Loops    bool   // _initialize never returns
	Invalid  bool   // call has no instructions although it returns a number
	Counted  bool   // it declares the number of data segments, as modules must whose instructions name them
}

// Answering returns a Rogue that returns the same message for every call.
func Answering(message wire.Message) Rogue {
	raw := wire.Append(nil, message)
	return Rogue{ABI: driver.ABI, Data: raw, At: 1024, Size: uint32(len(raw)), Buffer: 8192<<32 | 4096}
}

// Module returns the bytes of the module.
func (r Rogue) Module() []byte {
	call := []byte{0x60, 3, i32, i32, i32, 1, i64}
	if r.Narrow {
		call = []byte{0x60, 1, i32, 1, i64}
	}
	types := vector([]byte{0x60, 0, 1, i32}, []byte{0x60, 1, i32, 1, i64}, call, []byte{0x60, 0, 0})
	out := []byte("\x00asm\x01\x00\x00\x00")
	out = section(out, 1, types)
	first := byte(0)
	if r.Imports != "" {
		out = section(out, 2, vector(append(append(name(r.Imports), name("f")...), 0, 3)))
		first = 1
	}
	out = section(out, 3, vector([]byte{0}, []byte{1}, []byte{2}, []byte{3}))
	out = section(out, 5, vector([]byte{0, 2}))
	out = section(out, 7, vector(r.exports(first)...))
	if r.Counted {
		out = section(out, 12, []byte{1})
	}
	result := constant(0x42, int64(uint64(r.At)<<32|uint64(r.Size)))
	if r.Invalid {
		result = nil
	}
	start := []byte{}
	if r.Loops {
		start = []byte{0x03, 0x40, 0x0c, 0, 0x0b}
	}
	out = section(out, 10, vector(
		body(constant(0x41, int64(r.ABI))), body(constant(0x42, int64(r.Buffer))),
		body(result), body(start)))
	data := append([]byte{0}, constant(0x41, 1024)...)
	data = append(append(data, 0x0b), wire.AppendUvarint(nil, uint64(len(r.Data)))...)
	return section(out, 11, vector(append(data, r.Data...)))
}

func (r Rogue) exports(first byte) [][]byte {
	var list [][]byte
	for i, export := range []string{"abi", "buffer", "call", "_initialize"} {
		if export != r.Without {
			list = append(list, append(name(export), 0, first+byte(i)))
		}
	}
	if !r.NoMemory {
		list = append(list, append(name("memory"), 2, 0))
	}
	return list
}

func section(out []byte, id byte, content []byte) []byte {
	return append(wire.AppendUvarint(append(out, id), uint64(len(content))), content...)
}

func vector(items ...[]byte) []byte {
	out := wire.AppendUvarint(nil, uint64(len(items)))
	for _, item := range items {
		out = append(out, item...)
	}
	return out
}

func name(s string) []byte { return append(wire.AppendUvarint(nil, uint64(len(s))), s...) }

func body(code []byte) []byte {
	code = append(append([]byte{0}, code...), 0x0b)
	return append(wire.AppendUvarint(nil, uint64(len(code))), code...)
}

// constant returns an instruction that pushes v, a signed LEB128 number.
func constant(instruction byte, v int64) []byte {
	out := []byte{instruction}
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}
