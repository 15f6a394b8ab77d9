// Package stencil plans rows by what a driver says of one that is like them ([driver.Stencil]). It runs in the host.
package stencil

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

// Rule is a stencil with the row that it was made for.
type Rule struct {
	*driver.Stencil
	row     *driver.RowEdit
	planned *driver.Planned
}

// Of returns the rule that a driver returned with a planned row, nil if there is none.
func Of(row *driver.RowEdit, planned *driver.Planned) *Rule {
	s := planned.Stencil
	if s == nil || s.Read.Verb != driver.Keep || s.Read.Keep == nil || len(s.Read.Request.Parts) > 0 || len(s.Cells) != len(row.Cells) ||
		planned.Check != nil || planned.Keep != nil {
		return nil
	}
	return &Rule{Stencil: s, row: row, planned: planned}
}

// Like reports whether one row can be planned by the stencil of another one, as far as the shape of the two is concerned.
func Like(a, b *driver.RowEdit) bool {
	if a.Act != b.Act || text(a.Key, "#index") != text(b.Key, "#index") || !sameNames(a.Key, b.Key) || !sameNames(a.Base, b.Base) || len(a.Cells) != len(b.Cells) ||
		len(a.CopyKey)+len(b.CopyKey) > 0 || a.Before != 0 || b.Before != 0 {
		return false
	}
	for i := range a.Cells {
		x, y := &a.Cells[i], &b.Cells[i]
		if x.Column != y.Column || x.At != y.At || x.Type != y.Type || x.Null != y.Null || x.Remove != y.Remove || !slices.Equal(x.Nested, y.Nested) {
			return false
		}
	}
	return true
}

func sameNames(a, b []driver.Text) bool {
	return slices.EqualFunc(a, b, func(x, y driver.Text) bool { return x.Key == y.Key })
}

// Takes reports whether the rule can plan a row if its document is as the rule expects.
func (r *Rule) Takes(row *driver.RowEdit) bool {
	id := text(row.Key, "#id")
	if !Like(r.row, row) || id == "" || jx.Traverses(id) || strings.Trim(id, r.Names) == "" {
		return false
	}
	for _, name := range r.Same {
		if text(row.Base, name) != text(r.row.Base, name) {
			return false
		}
	}
	_, ok := r.values(row)
	return ok
}

// Read returns the request that reads the documents of rows.
func (r *Rule) Read(rows []*driver.RowEdit) driver.Send {
	send := r.Stencil.Read
	body := slices.Clone(send.Request.Body)
	for i, row := range rows {
		if i > 0 {
			body = append(body, ',')
		}
		w := writer{out: body, key: row.Key}
		w.template(r.Entry)
		body = w.out
	}
	send.Request.Body = append(body, r.End...)
	return send
}

// Plan returns the request of a row with its document, as the driver would. It returns nil if the driver has to plan the
// row.
func (r *Rule) Plan(row *driver.RowEdit, k *driver.Kept) *driver.Planned {
	values, ok := r.values(row)
	if !ok || k.Document == 0 || k.Commented || r.Rounded != driver.RoundedAny && k.Rounded != (r.Rounded == driver.RoundedOnly) || !r.spelled(k.Seen) {
		return nil
	}
	for i := range r.Must {
		if raw, found := r.read(k, r.Must[i].Key); !found || raw != r.Must[i].Value {
			return nil
		}
	}
	now := []driver.Text{{Key: "#hash", Value: k.Hash}}
	for i := range r.Revision {
		raw, _ := r.read(k, r.Revision[i].At)
		if !whole(raw) {
			return nil
		}
		now = append(now, driver.Text{Key: r.Revision[i].Name, Value: raw})
	}
	for _, name := range r.Equal {
		if base := text(row.Base, name); base == "" || base != text(now, name) {
			return nil
		}
	}
	return r.fill(row, k.Document, now, values)
}

// fill returns the planned row with the values of another one.
func (r *Rule) fill(row *driver.RowEdit, document int64, now []driver.Text, values []string) *driver.Planned {
	p := *r.planned
	p.Stencil, p.Before = nil, document
	w := writer{key: row.Key, now: now, cells: values}
	p.Request.Path, p.Request.Query = string(w.filled(r.Path)), string(w.filled(r.Query))
	p.State = w.filled(r.State)
	if len(p.Request.Parts) == 0 {
		p.Request.Body = w.filled(r.Body)
		return done(&p, w.wrong)
	}
	part := p.Request.Parts[0].Document
	if len(p.Request.Parts) > 1 || part == nil || len(part.Edits) != len(values) {
		return nil
	}
	splice := &driver.SplicePlan{Document: document, Line: part.Line, Edits: slices.Clone(part.Edits)}
	for i := range splice.Edits {
		splice.Edits[i].Value = values[i]
	}
	p.Request.Parts = []driver.BodyPart{{Document: splice}}
	return done(&p, w.wrong)
}

func done(p *driver.Planned, wrong bool) *driver.Planned {
	if wrong {
		return nil
	}
	return p
}

// spelled reports whether the document spells the paths of the cells as the rule says.
func (r *Rule) spelled(all []driver.Seen) bool {
	if len(all) != len(r.Cells) {
		return false
	}
	for i := range all {
		cell, seen := &r.Cells[i], &all[i]
		if seen.Twice || seen.Array || seen.Whole != cell.Whole || !slices.Equal(seen.Path, cell.Path) || seen.Whole && !fits(seen.Value, cell.Quoted) {
			return false
		}
	}
	return true
}

// fits reports whether a value in a document is neither an array nor an object, nor too long to know.
func fits(value string, quoted bool) bool {
	return value != "" && value[0] != '[' && value[0] != '{' && (!quoted || value[0] == '"')
}

// values returns the JSON of the cells of a row. ok is false if the driver has to judge one of them.
func (r *Rule) values(row *driver.RowEdit) (values []string, ok bool) {
	for i := range row.Cells {
		value, ok := valueOf(&r.Cells[i], row.Cells[i].Text, r.row.Cells[i].Text, row.Cells[i].Remove)
		if !ok {
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
}

// valueOf returns the JSON of what was typed into a cell.
func valueOf(cell *driver.StencilCell, typed, planned string, remove bool) (value string, ok bool) {
	if remove {
		return "", true
	}
	if typed == planned && cell.Value != "" {
		return cell.Value, true
	}
	trimmed := strings.TrimSpace(typed)
	switch cell.Typed {
	case driver.TypedText:
		return string(jx.Quote(nil, typed)), true
	case driver.TypedTrimmed:
		return string(jx.Quote(nil, trimmed)), trimmed != "" && trimmed[0] != '['
	case driver.TypedInteger:
		return trimmed, edit.Integer(trimmed, cell.Bits) && !edit.Respelled(trimmed)
	case driver.TypedNumber:
		return trimmed, edit.Float(trimmed, float64(uint64(1)<<max(0, cell.Bits-1))) && !edit.Respelled(trimmed)
	}
	return "", false
}

// read returns the raw text that was read at one of Keep.Values.
func (r *Rule) read(k *driver.Kept, path string) (raw string, found bool) {
	i := slices.Index(r.Stencil.Read.Keep.Values, path)
	if i < 0 || i >= len(k.Values) {
		return "", false
	}
	return k.Values[i], true
}

// whole reports whether a JSON text is a whole number that is not negative.
func whole(raw string) bool { return raw != "" && strings.Trim(raw, "0123456789") == "" }

// writer writes templates with the values of one row.
type writer struct {
	out   []byte
	key   []driver.Text
	now   []driver.Text // the present revision
	cells []string
	wrong bool // a hole could not be filled
}

// filled returns a template with the values in its holes, nil if it is empty.
func (w *writer) filled(template string) []byte {
	w.out = nil
	w.template(template)
	return w.out
}

func (w *writer) template(template string) {
	for {
		i := strings.IndexByte(template, 0)
		if i < 0 {
			break
		}
		w.out = append(w.out, template[:i]...)
		if len(template) < i+hole {
			w.wrong = true
			return
		}
		w.hole(template[i:i+hole-1], template[i+hole-1:i+hole])
		template = template[i+hole:]
	}
	w.out = append(w.out, template...)
}

// hole is the length of a hole.
const hole = len(driver.AsIs + driver.HoleID)

// hole writes the value of a hole.
func (w *writer) hole(as, which string) {
	value, ok := w.value(which)
	switch tag := as[len(driver.AsField)]; {
	case !ok:
		w.wrong = true
	case as == driver.AsIs:
		w.out = append(w.out, value...)
	case as == driver.AsSegment:
		w.out = jx.Segment(w.out, value)
	case as == driver.AsString:
		w.out = jx.Quote(w.out, value)
	case tag > 0 && tag < ' ':
		w.out = wire.Append(w.out, &field{tag: tag, text: value})
	default:
		w.wrong = true
	}
}

func (w *writer) value(which string) (value string, ok bool) {
	switch which {
	case driver.HoleID:
		return text(w.key, "#id"), true
	case driver.HoleRouting:
		return text(w.key, "#routing"), true
	case driver.HoleHash:
		return text(w.now, "#hash"), true
	case driver.HoleSeq:
		return text(w.now, "#seq"), true
	case driver.HoleTerm:
		return text(w.now, "#term"), true
	}
	n := int(which[0]) - driver.HoleCell
	if n < 0 || n >= len(w.cells) {
		return "", false
	}
	return w.cells[n], true
}

// field is a message with one text.
type field struct {
	tag  byte
	text string
}

// Fields implements [wire.Message].
func (f *field) Fields(c *wire.Codec) { c.Text(f.tag, &f.text) }

// text returns a named value, "" if it is missing.
func text(values []driver.Text, name string) string {
	for i := range values {
		if values[i].Key == name {
			return values[i].Value
		}
	}
	return ""
}
