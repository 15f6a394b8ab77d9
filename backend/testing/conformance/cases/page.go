package cases

import (
	"cmp"
	"slices"
	"strings"

	"quarry/drivers/driver/laws/exact"
)

// Page is the result of the operation page: the rows of all its blocks.
type Page struct {
	Rows    []Row    `case:"rows,may"` // not compared if nil
	Cuts    []Cut    `case:"cuts,may"`
	Notices []Notice `case:"notices,may"`
	Millis  *int64   `case:"millis,may"` // not compared if nil
	End     bool     `case:"end,may"`
}

// Row is one row, or several equal ones. Visible cells that it does not name are missing.
type Row struct {
	Times  int64 `case:"times,may"`
	Cells  Cells `case:"cells"`
	Hidden Cells `case:"hidden,may"` // not compared if nil; a #hash that is not listed is not compared either
}

// Cut means that a cell shows only the beginning of a value of Length code points.
type Cut struct {
	Row    int64  `case:"row"`
	Column string `case:"column"`
	Length int64  `case:"length"`
}

// Notice is a sentence shown with the rows.
type Notice struct {
	Text   string `case:"text"`
	Detail string `case:"detail,may"`
}

// Cells are cells by column, without those of kind missing.
type Cells []Cell

// Cell is one cell of a row.
type Cell struct{ Column, Kind, Text string }

// cellKinds are the kinds of cells in the order of the block's constants.
var cellKinds = []string{"missing", "null", "bool", "number", "string", "json", "escaped"}

func (c *Cells) read(r *reader, v *exact.Value) error {
	if v.Kind != exact.Object {
		return r.wrong(v, "cells", exact.Object)
	}
	*c = Cells{}
	for i, item := range v.Items {
		cell := Cell{Column: v.Keys[i].Name}
		if slices.ContainsFunc(*c, func(other Cell) bool { return other.Column == cell.Column }) {
			return r.fail(v.Keys[i].At, "%q stands here twice", cell.Column)
		}
		if err := cell.read(r, item); err != nil {
			return err
		}
		*c = append(*c, cell)
	}
	return nil
}

// read parses [kind], [kind, text...] and ["json", raw JSON].
func (c *Cell) read(r *reader, v *exact.Value) error {
	if v.Kind != exact.Array || len(v.Items) == 0 || v.Items[0].Kind != exact.String {
		return r.fail(v.At, "a cell is a kind and a text in brackets, such as [\"string\", \"a\"]")
	}
	c.Kind, _ = v.Items[0].Text()
	if !slices.Contains(cellKinds, c.Kind) {
		return r.fail(v.Items[0].At, "there is no kind %q of cells; there are %s", c.Kind, strings.Join(cellKinds, ", "))
	}
	if len(v.Items) == 2 && c.Kind == "json" && !isPiece(v.Items[1]) {
		c.Text = v.Items[1].Raw
		return nil
	}
	text, err := r.pieces(v.Items[1:])
	c.Text = text
	return err
}

// isPiece distinguishes a text or a repetition from raw JSON.
func isPiece(v *exact.Value) bool {
	return v.Kind == exact.String || v.Kind == exact.Object && len(v.Keys) == 2 && v.Get("repeat") != nil && v.Get("times") != nil
}

func (c Cells) out() *out {
	o := object()
	for _, cell := range c {
		o.add(cell.Column, cell.out())
	}
	return o
}

func (c Cell) out() *out {
	cell := []string{textOut(c.Kind).text}
	switch {
	case c.Kind == "missing", c.Kind == "null":
	case c.Kind == "json":
		if readsAsItself(c.Text) {
			cell = append(cell, c.Text)
			break
		}
		fallthrough
	default:
		cell = append(cell, piecesOf(c.Text)...)
	}
	return solid("[" + strings.Join(cell, ", ") + "]")
}

// readsAsItself reports whether a text can be written in a cell as raw JSON.
func readsAsItself(text string) bool {
	if len(text) >= shortText || strings.ContainsAny(text, "\r\n") {
		return false
	}
	v, err := exact.Parse(text)
	return err == nil && v.Raw == text && (v.Kind == exact.Array || v.Kind == exact.Object) && !isPiece(v)
}

// out writes the rows and combines equal ones.
func (p Page) out() *out {
	copied := p
	copied.Rows = nil
	o := writeStruct(valueOf(&copied))
	if p.Rows == nil {
		return o
	}
	rows := array()
	var last string
	for i, row := range p.Rows {
		row.Times = 0
		line := writeStruct(valueOf(&row)).line()
		if i > 0 && line == last {
			rows.items[len(rows.items)-1].times++
			continue
		}
		last = line
		item := writeStruct(valueOf(&row))
		item.times = 1
		rows.items = append(rows.items, item)
	}
	for _, item := range rows.items {
		item.repeated()
	}
	all := object()
	all.add("rows", rows)
	all.keys, all.items = append(all.keys, o.keys...), append(all.items, o.items...)
	return all
}

// expanded returns the page with each row separate, its cells in the order of columns and without missing ones.
func (p *Page) expanded(columns []string) *Page {
	copied := *p
	if p.Rows != nil {
		copied.Rows = []Row{}
	}
	for _, row := range p.Rows {
		row.Cells, row.Hidden = row.Cells.ordered(columns), row.Hidden.ordered(columns)
		for range max(1, row.Times) {
			one := row
			one.Times = 0
			copied.Rows = append(copied.Rows, one)
		}
	}
	return &copied
}

func (c Cells) ordered(columns []string) Cells {
	if c == nil {
		return nil
	}
	kept := slices.DeleteFunc(slices.Clone(c), func(cell Cell) bool { return cell.Kind == "missing" })
	place := func(cell Cell) int {
		if n := slices.Index(columns, cell.Column); n >= 0 {
			return n
		}
		return len(columns)
	}
	slices.SortStableFunc(kept, func(a, b Cell) int { return cmp.Compare(place(a), place(b)) })
	return append(Cells{}, kept...)
}

// like returns only the parts of the page that want specifies. Both are expanded.
func (p *Page) like(want *Page) *Page {
	copied := *p
	if want.Millis == nil {
		copied.Millis = nil
	}
	copied.Rows = nil
	if want.Rows == nil {
		return &copied
	}
	copied.Rows = []Row{}
	for i, row := range p.Rows {
		if i < len(want.Rows) {
			row.Hidden = row.Hidden.like(want.Rows[i].Hidden)
		}
		copied.Rows = append(copied.Rows, row)
	}
	return &copied
}

func (c Cells) like(want Cells) Cells {
	if want == nil {
		return nil
	}
	hash := slices.ContainsFunc(want, func(cell Cell) bool { return cell.Column == "#hash" })
	return append(Cells{}, slices.DeleteFunc(slices.Clone(c), func(cell Cell) bool { return cell.Column == "#hash" && !hash })...)
}
