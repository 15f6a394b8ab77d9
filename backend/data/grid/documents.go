package grid

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// MaxDocuments limits, in bytes, how much of a page's documents is shown as one text.
const MaxDocuments = 10 << 20

// Documents holds the documents of a page as one text.
type Documents struct {
	Text    []byte // a JSON array of the documents, byte for byte, each inside an object with its id if the id is outside it
	Count   int    // the number of documents in it
	More    bool   // there are more documents in the page: together they are larger than MaxDocuments
	Changed bool   // they differ from the page that was read before
	Millis  int64  // the engine's own time, -1 if unknown
	Notices []driver.Notice
}

const documentColumn = "document"

// documentPlan is the plan for a page that has only whole documents and their identifying values.
func documentPlan(set *driver.ColumnSet) rows.Plan {
	p := Plan(&set.Plan, nil)
	p.Columns, p.Cut = []rows.Column{{Name: documentColumn, From: rows.Doc}}, 0
	for _, m := range identifying(set) {
		p.Columns = append(p.Columns, rows.Column{Name: m.Name, From: rows.Row, Path: strings.Split(m.At, ".")})
	}
	return p
}

// identifying returns the columns outside the documents that identify them: the id and, for several indices, the index.
func identifying(set *driver.ColumnSet) []driver.MetaColumn {
	return slices.DeleteFunc(slices.Clone(set.Meta), func(m driver.MetaColumn) bool { return m.Last || !beside(set, m) })
}

// Documents reads the documents of a generation's page, numbered from 0. It reads them the same way as the page: in the
// same order, with the same filter, and in the same snapshot if there is one. They are not cached.
func (v *View) Documents(ctx context.Context, generation, number int) (*Documents, error) {
	page, err := v.wait(ctx, key{view: v.ID, generation: generation, page: number, documents: true})
	if err != nil {
		return nil, err
	}
	d, err := joined(page.Block, v.Set, MaxDocuments)
	if err != nil {
		return nil, fmt.Errorf("join the documents of a page of %s: %w", v.Object, err)
	}
	d.More = d.More || page.Rows < v.Size && !page.End
	before := v.cache.get(key{view: v.ID, generation: generation, page: number})
	d.Changed = before != nil && before.keys != page.keys
	d.Millis, d.Notices = page.Millis, page.Notices
	return d, nil
}

var errNoSource = &driver.Error{Kind: driver.Unsupported, Message: "The documents are not stored, so they cannot be shown as JSON."}

// joined joins the documents of a block up to most bytes; the first one is always included.
func joined(block []byte, set *driver.ColumnSet, most int) (*Documents, error) {
	page, err := rows.Decode(block)
	if err != nil {
		return nil, err
	}
	at, beside := page.Column(documentColumn), identifying(set)
	d := &Documents{Text: []byte{'['}}
	for row := range page.Rows {
		kind, text := rows.Missing, ""
		if at >= 0 {
			kind, text = page.Cell(row, at)
		}
		if kind == rows.Missing {
			return nil, errNoSource
		}
		if len(beside) > 0 {
			text = besideOf(page, row, beside) + string(jx.Quote(nil, set.Plan.Doc)) + ":" + text + "}"
		}
		if d.Count > 0 && len(d.Text)+len(text) > most {
			d.More = true
			break
		}
		if d.Count > 0 {
			d.Text = append(d.Text, ',')
		}
		d.Text = append(append(d.Text, '\n'), text...)
		d.Count++
	}
	d.Text = append(d.Text, "\n]"...)
	return d, nil
}

// besideOf returns the beginning of an object with a row's values in columns.
func besideOf(page *rows.Page, row int, columns []driver.MetaColumn) string {
	object := []byte{'{'}
	for _, m := range columns {
		if kind, text := page.Cell(row, page.Column(m.Name)); kind == rows.String {
			object = append(jx.Quote(append(jx.Quote(object, m.Name), ':'), text), ',')
		}
	}
	return string(object)
}
