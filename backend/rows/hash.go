package rows

import (
	"encoding/binary"
	"math/bits"
)

const (
	prime1 uint64 = 0x9E3779B185EBCA87
	prime2 uint64 = 0xC2B2AE3D27D4EB4F
	prime3 uint64 = 0x165667B19E3779F9
	prime4 uint64 = 0x85EBCA77C2B2AE63
	prime5 uint64 = 0x27D4EB2F165667C5
)

// hash is XXH64 with seed 0 (the xxHash specification, "XXH64 algorithm
// description"): the same bytes give the same number in every process.
func hash(text []byte) uint64 {
	size := uint64(len(text))
	h := prime5
	if len(text) >= 32 {
		h, text = stripes(text)
	}
	h += size
	for ; len(text) >= 8; text = text[8:] {
		h ^= round(0, binary.LittleEndian.Uint64(text))
		h = bits.RotateLeft64(h, 27)*prime1 + prime4
	}
	if len(text) >= 4 {
		h ^= uint64(binary.LittleEndian.Uint32(text)) * prime1
		h = bits.RotateLeft64(h, 23)*prime2 + prime3
		text = text[4:]
	}
	for _, c := range text {
		h ^= uint64(c) * prime5
		h = bits.RotateLeft64(h, 11) * prime1
	}
	h = (h ^ h>>33) * prime2
	h = (h ^ h>>29) * prime3
	return h ^ h>>32
}

// stripes takes the whole stripes of 32 bytes and returns the rest of the text.
func stripes(text []byte) (h uint64, rest []byte) {
	a, b, c, d := prime1, prime2, uint64(0), uint64(0)
	a += prime2
	d -= prime1
	for ; len(text) >= 32; text = text[32:] {
		a = round(a, binary.LittleEndian.Uint64(text))
		b = round(b, binary.LittleEndian.Uint64(text[8:]))
		c = round(c, binary.LittleEndian.Uint64(text[16:]))
		d = round(d, binary.LittleEndian.Uint64(text[24:]))
	}
	h = bits.RotateLeft64(a, 1) + bits.RotateLeft64(b, 7) + bits.RotateLeft64(c, 12) + bits.RotateLeft64(d, 18)
	for _, lane := range [4]uint64{a, b, c, d} {
		h = (h^round(0, lane))*prime1 + prime4
	}
	return h, text
}

func round(lane, input uint64) uint64 {
	return bits.RotateLeft64(lane+input*prime2, 31) * prime1
}

// appendHex appends the 16 hexadecimal digits of h.
func appendHex(to []byte, h uint64) []byte {
	const digits = "0123456789abcdef"
	for shift := 60; shift >= 0; shift -= 4 {
		to = append(to, digits[h>>shift&15])
	}
	return to
}
