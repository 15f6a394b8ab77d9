package plugin

import (
	"strconv"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// walk encodes records for a driver.
type walk struct {
	records []rows.Record
	specs   []driver.FieldSpec
	depths  []int // nesting depth of each record, derived from its parent's
	out     []byte
	group   bool           // a record of a spec with Once has been written
	units   map[string]int // the number of each unit of the groups, by its bytes
	run     reference
}

// reference is a run of units that occurred earlier.
type reference struct{ first, units, records int }

// walked encodes records for a driver: units that occur again in a later group become references to their first
// occurrence (see [driver.FieldSpec]).
func walked(records []rows.Record, specs []driver.FieldSpec) string {
	w := &walk{records: records, specs: specs, depths: make([]int, len(records)), units: map[string]int{}}
	spec := 0 // the spec of the current group
	for from := 0; from < len(records); {
		if specs[records[from].Spec].Once {
			w.refer(spec)
			spec, w.group = records[from].Spec, true
			w.out = w.append(w.out, from)
			from++
			continue
		}
		to := w.end(from)
		w.unit(spec, from, to)
		from = to
	}
	w.refer(spec)
	return string(w.out)
}

// end returns the index after a unit: a record that is not nested in another one, and those nested in it.
func (w *walk) end(from int) int {
	to := from + 1
	for to < len(w.records) && w.records[to].Parent >= from {
		to++
	}
	return to
}

func (w *walk) unit(spec, from, to int) {
	if !w.group {
		for i := from; i < to; i++ {
			w.out = w.append(w.out, i)
		}
		return
	}
	var body []byte
	for i := from; i < to; i++ {
		body = w.append(body, i)
	}
	number, again := w.units[string(body)]
	if !again {
		w.refer(spec)
		w.units[string(body)] = len(w.units)
		w.out = append(w.out, body...)
		return
	}
	if w.run.units > 0 && number != w.run.first+w.run.units {
		w.refer(spec)
	}
	if w.run.units == 0 {
		w.run.first = number
	}
	w.run.units++
	w.run.records += to - from
}

// refer writes a reference for the pending run of repeated units, if there is one.
func (w *walk) refer(spec int) {
	if w.run.units == 0 {
		return
	}
	attrs := []string{strconv.Itoa(w.run.first), strconv.Itoa(w.run.units), strconv.Itoa(w.run.records)}
	w.out = driver.AppendRecord(w.out, &driver.Record{Spec: spec, Attrs: attrs})
	w.run = reference{}
}

// append writes the i-th record.
func (w *walk) append(out []byte, i int) []byte {
	r := &w.records[i]
	if r.Parent >= 0 {
		w.depths[i] = w.depths[r.Parent] + 1
	}
	name := r.Path
	if n := len(r.Segments); n > 0 {
		name = r.Segments[n-1]
	}
	return driver.AppendRecord(out, &driver.Record{Spec: r.Spec, Sub: r.Sub, Depth: w.depths[i], Name: name, Attrs: r.Attrs})
}
