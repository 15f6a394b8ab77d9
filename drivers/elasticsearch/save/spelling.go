package save

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
)

// look finds out how the documents spell the paths of the cells, and what the fields above the missing ones contain.
func (p *planner) look(c *driver.Conn) error {
	var looks []driver.Look
	var left, of []*row // those that are looked at, and all with a document
	for _, r := range p.rows {
		if !r.plain() || len(r.cells) == 0 {
			continue
		}
		if r.document.Document == 0 { // a new row
			r.seen = make([]driver.Seen, len(r.cells))
			continue
		}
		if len(r.document.Seen) == len(r.cells) {
			r.seen, of = r.document.Seen, append(of, r)
			continue
		}
		l := driver.Look{Document: r.document.Document}
		for i := range r.cells {
			l.Paths = append(l.Paths, r.cells[i].At)
		}
		looks, left, of = append(looks, l), append(left, r), append(of, r)
	}
	replies, err := c.LookAll(looks...)
	if err != nil {
		return err
	}
	for i := range replies {
		left[i].sees(&replies[i])
	}
	return lookAbove(c, of)
}

// sees copies what was found in the row's document.
func (r *row) sees(reply *driver.Reply) {
	if reply.Err != nil {
		r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Err: reply.Err})
		return
	}
	r.seen = reply.Seen
}

// lookAbove looks at the fields around cells whose whole path the document lacks.
func lookAbove(c *driver.Conn, rows []*row) error {
	var looks []driver.Look
	var of []*row
	for _, r := range rows {
		var l driver.Look
		for i := range r.seen {
			l.Paths = append(l.Paths, above(&r.cells[i], &r.seen[i])...)
		}
		if len(l.Paths) > 0 {
			l.Document = r.document.Document
			looks, of = append(looks, l), append(of, r)
		}
	}
	replies, err := c.LookAll(looks...)
	if err != nil {
		return err
	}
	for i := range replies {
		left, r := replies[i].Seen, of[i]
		if err := replies[i].Err; err != nil {
			r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Err: err})
			continue
		}
		r.parents = make([][]driver.Seen, len(r.cells))
		for j := range r.cells {
			n := len(above(&r.cells[j], &r.seen[j]))
			r.parents[j], left = left[:n], left[n:]
		}
	}
	return nil
}

// above returns the paths around a cell, outermost first, that are not objects in the document.
func above(cell *driver.CellEdit, seen *driver.Seen) []string {
	if seen.Whole || seen.Array || seen.Twice {
		return nil
	}
	var paths []string
	known := len(strings.Join(seen.Path, "."))
	for at := range len(cell.At) {
		if at > known && cell.At[at] == '.' {
			paths = append(paths, cell.At[:at])
		}
	}
	return paths
}

// place finds for each cell the keys under which its value is written, and the value itself.
func (r *row) place() {
	var nulls []filled
	for i := range r.cells {
		cell, seen := &r.cells[i], &r.seen[i]
		value, reason := typed(cell, seen)
		if reason != "" {
			r.refuseCell(cell, reason)
			continue
		}
		r.values[i] = value
		switch {
		case seen.Twice:
			r.refuseCell(cell, "The document contains "+cell.At+" more than once, under different keys, so Quarry cannot tell which one to write.")
			continue
		case seen.Array:
			r.refuseCell(cell, cell.At+" is inside an array in this document. An array is written as a whole: send it from the console.")
			continue
		case cell.Remove && !seen.Whole:
			if !r.creates() {
				r.refuseCell(cell, "The document has no field "+cell.At+".")
			}
			continue
		}
		parent := r.parent(i)
		switch {
		case parent == nil:
			path := seen.Path
			if !seen.Whole {
				rest := strings.TrimPrefix(strings.TrimPrefix(cell.At, strings.Join(seen.Path, ".")), ".")
				path = append(path[:len(path):len(path)], strings.Split(rest, ".")...)
			}
			r.edits = append(r.edits, driver.SpliceEdit{Path: path, Value: value, Remove: cell.Remove})
		case parent.Value == "null":
			nulls = fill(nulls, parent.Path, strings.TrimPrefix(cell.At, strings.Join(parent.Path, ".")+"."), value)
		default:
			r.refuseCell(cell, strings.Join(parent.Path, ".")+" is not an object in this document, so it has no field "+cell.At+".")
		}
	}
	for _, f := range nulls {
		r.edits = append(r.edits, driver.SpliceEdit{Path: f.path, Value: edit.Partial(f.values)})
	}
	if one, other, found := edit.Overlap(r.edits); found && r.plain() {
		r.refuse(driver.Invalid, strings.Join(one, ".")+" and "+strings.Join(other, ".")+" cannot be edited at once: one contains the other.")
	}
}

// parent returns the value around a cell that is not an object, nil if there is none.
func (r *row) parent(cell int) *driver.Seen {
	if r.parents == nil {
		return nil
	}
	for i := range r.parents[cell] {
		if s := &r.parents[cell][i]; s.Whole {
			return s
		}
	}
	return nil
}

// filled is a null that becomes an object, with the values inside it.
type filled struct {
	path   []string
	values []driver.SpliceEdit
}

func fill(all []filled, path []string, rest, value string) []filled {
	inside := driver.SpliceEdit{Path: strings.Split(rest, "."), Value: value}
	for i := range all {
		if strings.Join(all[i].path, "\x00") == strings.Join(path, "\x00") {
			all[i].values = append(all[i].values, inside)
			return all
		}
	}
	return append(all, filled{path, []driver.SpliceEdit{inside}})
}
