package elasticsearch

import (
	"slices"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// shardDoc is the tiebreak of a point in time: no two of its documents have the same (Paginate search results,
// "Search after").
const shardDoc = "_shard_doc"

// sortable gives the keys that are sent: _id, which the engine does not sort by in every version (Search your data,
// "_id field"), and a key that came before are left out.
func sortable(keys []driver.SortKey) []driver.SortKey {
	var sent []driver.SortKey
	for _, key := range keys {
		again := slices.ContainsFunc(sent, func(k driver.SortKey) bool { return k.Field == key.Field })
		if key.Field == "" || key.Field == "_id" || again {
			continue
		}
		sent = append(sent, key)
	}
	return sent
}

// order is how the rows of a search are sorted.
type order struct {
	keys     []driver.SortKey
	tiebreak bool // in a point in time
	reversed bool // from the last row to the first
}

func (o order) empty() bool { return len(o.keys) == 0 && !o.tiebreak }

// append writes the order as the value of "sort".
func (o order) append(body []byte) []byte {
	body = append(body, '[')
	for i := range o.keys {
		if i > 0 {
			body = append(body, ',')
		}
		body = o.key(body, &o.keys[i])
	}
	if o.tiebreak {
		if len(o.keys) > 0 {
			body = append(body, ',')
		}
		body = append(body, `{"`+shardDoc+`":"`+direction(o.reversed)+`"}`...)
	}
	return append(body, ']')
}

// key writes one key. A date has no format: the engine's own numbers can be sent back, a formatted date cannot where it
// is missing.
func (o order) key(body []byte, k *driver.SortKey) []byte {
	body = jx.Quote(append(body, '{'), k.Field)
	body = append(body, `:{"order":"`+direction(k.Desc != o.reversed)+`"`...)
	if o.reversed {
		body = mirrored(body, k)
	}
	if k.Unmapped != "" {
		body = jx.Quote(append(body, `,"unmapped_type":`...), k.Unmapped)
	}
	if numeric := numericType(k); numeric != "" {
		body = jx.Quote(append(body, `,"numeric_type":`...), numeric)
	}
	if len(k.Nested) > 0 {
		body = nested(append(body, ','), k.Nested)
	}
	return append(body, "}}"...)
}

// numericType gives what all values of a key are compared as. 8.19 answers 500 to a half_float as the only key without
// it.
func numericType(k *driver.SortKey) string {
	if k.Numeric == "" && k.Type == "half_float" {
		return "double"
	}
	return k.Numeric
}

// mirrored writes what makes the reverse order the exact mirror of the order itself. By itself the engine puts missing
// values last and sorts an array by its least value upwards and by its greatest downwards, in both directions (Sort
// search results, "Sort mode option" and "Missing values").
func mirrored(body []byte, k *driver.SortKey) []byte {
	if k.Field[0] == '_' {
		return body // _score and _index have neither
	}
	if k.Desc {
		return append(body, `,"missing":"_first","mode":"max"`...)
	}
	return append(body, `,"missing":"_first","mode":"min"`...)
}

// nested writes the paths of the arrays of objects around a leaf, outermost first (Sort search results, "Sorting within
// nested objects").
func nested(body []byte, paths []string) []byte {
	body = jx.Quote(append(body, `"nested":{"path":`...), paths[0])
	if len(paths) > 1 {
		body = nested(append(body, ','), paths[1:])
	}
	return append(body, '}')
}

func direction(desc bool) string {
	if desc {
		return "desc"
	}
	return "asc"
}
