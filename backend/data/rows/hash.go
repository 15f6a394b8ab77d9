package rows

import "github.com/cespare/xxhash/v2"

// hash is XXH64 with seed 0: the same bytes have the same hash in every process.
func hash(text []byte) uint64 { return xxhash.Sum64(text) }

// appendHex appends the 16 hexadecimal digits of h.
func appendHex(to []byte, h uint64) []byte {
	const digits = "0123456789abcdef"
	for shift := 60; shift >= 0; shift -= 4 {
		to = append(to, digits[h>>shift&15])
	}
	return to
}
