package typesense

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
)

// look finds out how the documents spell the paths of the cells. A leaf inside an array of objects is written with the
// whole array.
func look(c *driver.Conn, rows []*row) error {
	var looks []driver.Look
	var of []*row
	for _, r := range rows {
		if !r.plain() || len(r.cells) == 0 || r.document.Document == 0 {
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
		cell, seen := &r.cells[i], &driver.Seen{}
		if r.seen != nil {
			seen = &r.seen[i]
		}
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
		case seen.Array:
			r.refuseCell(cell, path+" is inside an array in this document. Write the outermost array from the console.")
			continue
		}
		if cell.Remove {
			r.remove(cell, seen)
			continue
		}
		if len(cell.Nested) == 0 {
			value, _ := typed(cell.Type, cell.Text, cell.Null)
			r.edits = append(r.edits, driver.SpliceEdit{Path: strings.Split(path, "."), Value: value})
			continue
		}
		at, known := arrays[path]
		array := seen.Value
		switch {
		case known:
			array = r.edits[at].Value
		case r.seen == nil:
			array = "[" + strings.TrimSuffix(strings.Repeat("{},", len(items(strings.TrimSpace(cell.Text)))), ",") + "]"
		}
		array, reason := leaves(cell, array, r.seen == nil)
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

// remove leaves a field out of a document. In an update, null does that (Documents, "Update a document").
func (r *row) remove(cell *driver.CellEdit, seen *driver.Seen) {
	switch {
	case len(cell.Nested) > 0:
		r.refuseCell(cell, sentenceInArray)
	case r.seen == nil: // the new document has only the fields that were typed
	case !seen.Whole:
		r.refuseCell(cell, "The document has no field "+cell.At+".")
	case r.copies:
		r.edits = append(r.edits, driver.SpliceEdit{Path: seen.Path, Remove: true})
	default:
		r.edits = append(r.edits, driver.SpliceEdit{Path: seen.Path, Value: "null"})
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
