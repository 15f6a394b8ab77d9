package rows

import (
	"slices"
	"strconv"
)

// keyColumns are the hidden columns that identify a document.
var keyColumns = []string{"#index", "#id", "#routing"}

// keysOf returns the indexes of the key columns among the columns of a plan.
func keysOf(names []string, visible int) []int {
	var keys []int
	for _, key := range keyColumns {
		if at := slices.Index(names[visible:], key); at >= 0 {
			keys = append(keys, visible+at)
		}
	}
	return keys
}

// digest identifies the documents of a page by their keys: two pages have the same digest if they have the same
// documents in the same order, whatever columns they show. It is "" if the rows have no keys.
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
