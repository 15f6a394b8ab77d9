package rows

import "strconv"

// keysOf returns the indexes of the plan's columns that identify a row.
func keysOf(plan *Plan) []int {
	var keys []int
	for h, hidden := range plan.Hidden {
		if hidden.Key {
			keys = append(keys, len(plan.Columns)+h)
		}
	}
	return keys
}

// digest identifies a page by the keys of its documents: two pages have the same digest if they have the same documents
// in the same order, whatever columns they show. It is "" if the rows have no keys.
func (r *run) digest() string {
	if len(r.layout.keys) == 0 {
		return ""
	}
	text, width := r.keyBuf[:0], len(r.sizes)
	for _, key := range r.layout.keys {
		for at := key; at < len(r.cells); at += width {
			made, from := &r.cells[at], r.src
			if made.scratch {
				from = r.scratch
			}
			text = append(order.AppendUint32(text, made.n), from[made.at:made.at+made.n]...)
		}
	}
	r.keyBuf = text
	return strconv.FormatUint(hash(text), 16)
}
