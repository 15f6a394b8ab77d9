package typesense

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
)

// look finds out how the documents spell the paths of the cells. A leaf inside an array of objects is written with the
// whole array.
func look(c *driver.Conn, rows []*row) error {
	var looks []driver.Look
	var of []*row
	for _, r := range rows {
		if !r.plain() || len(r.cells) == 0 {
			continue
		}
		l := driver.Look{Document: r.document.Document}
		for i := range r.cells {
			l.Paths = append(l.Paths, target(&r.cells[i]))
		}
		looks, of = append(looks, l), append(of, r)
	}
	replies, err := c.LookAll(looks...)
	if err != nil {
		return err
	}
	for i := range replies {
		if err := replies[i].Err; err != nil {
			of[i].refusals = append(of[i].refusals, driver.Refusal{Row: of[i].number, Err: err})
			continue
		}
		of[i].seen = replies[i].Seen
	}
	return nil
}

// target returns the path to write for a cell: its own, or that of the enclosing array of objects.
func target(cell *driver.CellEdit) string {
	if len(cell.Nested) > 0 {
		return cell.Nested[0]
	}
	return cell.At
}

// write builds the values to send. They are nested objects: a dotted key would change the index but not the document.
func (r *row) write() {
	arrays := map[string]int{} // index of the edit for each array of objects, by path
	for i := range r.cells {
		cell, seen := &r.cells[i], &r.seen[i]
		if reason := fits(cell); reason != "" {
			r.refuseCell(cell, reason)
			continue
		}
		path := target(cell)
		switch dotted := dottedKey(seen); {
		case seen.Twice:
			r.refuseCell(cell, "The document contains "+path+" more than once, under different keys, so Quarry cannot tell which one to write.")
			continue
		case dotted != "":
			r.refuseCell(cell, "The document has "+dotted+" as one key with a dot in it, which Typesense cannot update. Write the whole document from the console.")
			continue
		case seen.Array, len(cell.Nested) > 1:
			r.refuseCell(cell, path+" is inside an array of arrays in this document. Write the outermost array from the console.")
			continue
		}
		if len(cell.Nested) == 0 {
			value, _ := typed(cell.Type, cell.Text, cell.Null)
			r.edits = append(r.edits, driver.SpliceEdit{Path: strings.Split(path, "."), Value: value})
			continue
		}
		at, known := arrays[path]
		array := seen.Value
		if known {
			array = r.edits[at].Value
		}
		array, reason := leaves(cell, array)
		if reason != "" {
			r.refuseCell(cell, reason)
			continue
		}
		if known {
			r.edits[at].Value = array
			continue
		}
		arrays[path] = len(r.edits)
		r.edits = append(r.edits, driver.SpliceEdit{Path: strings.Split(path, "."), Value: array})
	}
	if one, other, found := edit.Overlap(r.edits); found && r.plain() {
		r.refuse(driver.Invalid, strings.Join(one, ".")+" and "+strings.Join(other, ".")+" cannot be edited at once: one contains the other.")
	}
}

// dottedKey returns a key of the path that contains a dot, "" if there is none.
func dottedKey(seen *driver.Seen) string {
	for _, key := range seen.Path {
		if strings.Contains(key, ".") {
			return key
		}
	}
	return ""
}

// leaves writes the typed entries into the leaf of each object of an array. There must be as many entries as objects.
func leaves(cell *driver.CellEdit, array string) (whole, reason string) {
	if array == "" || array[0] != '[' {
		return "", cell.Nested[0] + " is not an array in this document, or is too long to edit here. Write it from the console."
	}
	objects, entries := items(array), items(strings.TrimSpace(cell.Text))
	if len(objects) != len(entries) {
		return "", "The array must have as many entries as " + cell.Nested[0] + " has objects: " + strconv.Itoa(len(objects)) + "."
	}
	path := strings.Split(strings.TrimPrefix(cell.At, cell.Nested[0]+"."), ".")
	for i, entry := range entries {
		object, ok := with(objects[i], path, entry)
		if !ok {
			return "", cell.At + " is not a field of every object in " + cell.Nested[0] + ". Write the array from the console."
		}
		objects[i] = object
	}
	return "[" + strings.Join(objects, ",") + "]", ""
}

func items(array string) []string {
	var all []string
	jx.Items(array, func(item string) bool {
		all = append(all, item)
		return true
	})
	return all
}

// with returns an object with a value at a path. Setting a missing value to null adds nothing.
func with(object string, path []string, value string) (whole string, ok bool) {
	if object == "" || object[0] != '{' {
		return "", false
	}
	w := jx.NewWriter(len(object) + len(value))
	w.Open('{')
	found, ok := false, true
	jx.Each(object, func(key, old string) bool {
		w.Key(key)
		switch {
		case key != path[0]:
			w.Raw(old)
		case len(path) == 1:
			found = true
			w.Raw(value)
		default:
			found = true
			var inner string
			inner, ok = with(old, path[1:], value)
			w.Raw(inner)
		}
		return ok
	})
	if !found && value != "null" {
		w.Key(path[0])
		if len(path) == 1 {
			w.Raw(value)
		} else {
			w.Raw(edit.Partial([]driver.SpliceEdit{{Path: path[1:], Value: value}}))
		}
	}
	w.Close("}")
	return string(w.Bytes()), ok
}
