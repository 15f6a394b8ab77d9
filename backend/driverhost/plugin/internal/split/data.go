package split

import (
	"cmp"
	"slices"
)

// dataGap is the longest run of zeros that is written out to join the segments around it. Go's linker leaves out even
// short runs, which makes tens of thousands of segments, and each costs more memory than the zeros do.
const dataGap = 64

// segment is data that is written to memory at the start.
type segment struct {
	at    uint32
	bytes []byte
}

// joined returns the content of the data section with neighbouring segments joined. If segments overlap, their order
// matters, and the content is returned unchanged.
func joined(content []byte) []byte {
	r := &reader{rest: content}
	var list []segment
	for range r.optional() {
		r.expect(0) // into memory, at a constant position
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

// first joins the first of a sorted list of segments with its neighbours, and returns the rest of the list. If some of
// them overlap, it returns a segment without bytes.
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
