package driver

import "unsafe"

var (
	guest *Instance
	input []byte
	held  []byte
)

// Serve makes d the driver of this WebAssembly module. Call it from an init function of the module's main package: a
// module is a reactor, so its main does not run.
func Serve(d Driver) { guest = NewInstance(d) }

//go:wasmexport abi
func exportABI() uint32 { return ABI }

// exportBuffer returns a buffer for n bytes of input: its address and length packed into one number.
//
//go:wasmexport buffer
func exportBuffer(n uint32) uint64 {
	if uint32(cap(input)) < n {
		input = make([]byte, n)
	}
	input = input[:cap(input)]
	if len(input) == 0 {
		return 0
	}
	return uint64(uintptr(unsafe.Pointer(&input[0])))<<32 | uint64(len(input))
}

// exportCall runs a call whose n bytes of input are in the buffer; the output stays valid until the next call.
//
//go:wasmexport call
func exportCall(call, id, n uint32) uint64 {
	held = guest.Call(Call(call), id, string(input[:n]))
	return uint64(uintptr(unsafe.Pointer(&held[0])))<<32 | uint64(len(held))
}
