package split

import (
	"cmp"
	"slices"
)

// dataGap is how many zeros between two pieces of data are written, so that one segment has both. Go's linker leaves out
// every few of them, and so makes tens of thousands of segments, each of which costs a machine more than its bytes.
const dataGap = 64

// segment is data that is written to the memory at the start.
type segment struct {
	at    uint32
	bytes []byte
}

// joined returns what the data section contains, with fewer segments: neighbours are one. If pieces lie over each other, their
// order matters, and they are left as they are.
func joined(content []byte) []byte {
	r := &reader{rest: content}
	var list []segment
	for range r.optional() {
		r.expect(0) // into the memory, at a constant place
		s := segment{at: r.offset()}
		if s.bytes = r.bytes(r.number()); r.failed {
			return content
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b segment) int { return cmp.Compare(a.at, b.at) })
	var out []byte
	n := 0
	for rest := list; len(rest) > 0; n++ {
		var s segment
		if s, rest = first(rest); s.bytes == nil {
			return content
		}
		out = appendSized(append(appendConstant(append(out, 0), s.at), opEnd), s.bytes)
	}
	return append(appendNumber(nil, uint32(n)), out...)
}

// first joins the first of some pieces, in the order of their places, with its neighbours, and returns the others. If some lie
// over each other it returns no bytes.
func first(list []segment) (segment, []segment) {
	s := segment{at: list[0].at, bytes: append([]byte{}, list[0].bytes...)}
	for i, next := range list[1:] {
		gap := int64(next.at) - int64(s.at) - int64(len(s.bytes))
		switch {
		case gap < 0:
			return segment{}, nil
		case gap > dataGap:
			return s, list[i+1:]
		}
		s.bytes = append(append(s.bytes, make([]byte, gap)...), next.bytes...)
	}
	return s, nil
}
