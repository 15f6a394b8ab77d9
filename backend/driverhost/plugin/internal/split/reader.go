package split

// reader reads from the beginning of rest. After it has failed it returns zeros.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) fail() { r.rest, r.failed = nil, true }

// check fails unless ok is true.
func (r *reader) check(ok bool) {
	if !ok {
		r.fail()
	}
}

func (r *reader) byte() byte {
	if len(r.rest) == 0 {
		r.fail()
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *reader) expect(b byte) { r.check(r.byte() == b) }

// bytes returns the next n bytes. Appending to them does not change what follows.
func (r *reader) bytes(n uint32) []byte {
	if uint64(n) > uint64(len(r.rest)) {
		r.fail()
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

// number reads an unsigned 32-bit LEB128 number.
func (r *reader) number() uint32 {
	var n uint64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			r.check(n <= 1<<32-1)
			return uint32(n)
		}
	}
	r.fail()
	return 0
}

// skip skips a LEB128 number of any size.
func (r *reader) skip() {
	for i, b := range r.rest {
		if b < 0x80 {
			r.rest = r.rest[i+1:]
			return
		}
	}
	r.fail()
}

// optional reads the number of entries in a section, 0 if it is missing.
func (r *reader) optional() uint32 {
	if len(r.rest) == 0 {
		return 0
	}
	return r.number()
}

// limits skips the size of a table or a memory.
func (r *reader) limits() {
	flag := r.byte()
	r.check(flag <= 1)
	for range 1 + flag {
		r.number()
	}
}

// constant skips an expression that is a single constant.
func (r *reader) constant() {
	code := r.byte()
	r.check(code >= opI32Const && code <= opF64Const)
	r.immediates(code)
	r.expect(opEnd)
}

// offset reads an expression that is a constant position in a table.
func (r *reader) offset() uint32 {
	r.expect(opI32Const)
	at := r.signed()
	r.expect(opEnd)
	return uint32(at)
}

// signed reads a signed 32-bit LEB128 number.
func (r *reader) signed() int32 {
	var n uint64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 {
				n |= ^uint64(0) << (shift + 7)
			}
			return int32(n)
		}
	}
	r.fail()
	return 0
}
