package search

import (
	"slices"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// shardDoc is the tiebreak of a point in time: no two of its documents have the same one (Paginate search results,
// "Search after").
const shardDoc = "_shard_doc"

// Sortable returns the keys to send, without _id, which not every version of the engine can sort by (Search your data,
// "_id field"), and without duplicates.
func Sortable(keys []driver.SortKey) []driver.SortKey {
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

// Order is how the rows of a search are sorted.
type Order struct {
	Keys     []driver.SortKey
	Tiebreak bool // inside a point in time
	Reversed bool // from last row to first
	Stored   bool // in the shards' storage order, which a scroll reads fastest
}

func (o Order) empty() bool { return len(o.Keys) == 0 && !o.Tiebreak && !o.Stored }

// Write writes the order as the value of "sort".
func (o Order) Write(w *jx.Writer) {
	w.Open('[')
	for i := range o.Keys {
		o.key(w, &o.Keys[i])
	}
	if o.Tiebreak {
		w.Open('{').Key(shardDoc).Text(direction(o.Reversed)).Close("}")
	}
	if o.Stored {
		w.Text("_doc")
	}
	w.Close("]")
}

// key writes one key. A date is sent without a format: the engine's own numbers can be sent back, but a formatted date
// cannot if it is missing.
func (o Order) key(w *jx.Writer, k *driver.SortKey) {
	w.Open('{').Key(k.Field).Open('{').Key("order").Text(direction(k.Desc != o.Reversed))
	if o.Reversed {
		mirrored(w, k)
	}
	if k.Unmapped != "" {
		w.Key("unmapped_type").Text(k.Unmapped)
	}
	if numeric := numericType(k); numeric != "" {
		w.Key("numeric_type").Text(numeric)
	}
	if len(k.Nested) > 0 {
		nested(w, k.Nested)
	}
	w.Close("}}")
}

// numericType returns the type to compare all values of a key as. Without it, 8.19 returns status 500 if the only key
// is a half_float.
func numericType(k *driver.SortKey) string {
	if k.Numeric == "" && k.Type == "half_float" {
		return "double"
	}
	return k.Numeric
}

// mirrored adds what makes the reverse order the exact mirror of the order. By default the engine puts missing values
// last and sorts an array by its smallest value when ascending and by its largest when descending, in both directions
// (Sort search results, "Sort mode option" and "Missing values").
func mirrored(w *jx.Writer, k *driver.SortKey) {
	if k.Field[0] == '_' {
		return // neither option exists for _score and _index
	}
	mode := "min"
	if k.Desc {
		mode = "max"
	}
	w.Key("missing").Text("_first").Key("mode").Text(mode)
}

// nested writes the paths of a leaf's enclosing arrays of objects, outermost first (Sort search results, "Sorting
// within nested objects").
func nested(w *jx.Writer, paths []string) {
	w.Key("nested").Open('{').Key("path").Text(paths[0])
	if len(paths) > 1 {
		nested(w, paths[1:])
	}
	w.Close("}")
}

func direction(desc bool) string {
	if desc {
		return "desc"
	}
	return "asc"
}
