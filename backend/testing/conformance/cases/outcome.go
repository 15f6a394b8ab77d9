package cases

import (
	"errors"
	"strconv"
	"unicode/utf8"

	"quarry/backend/data/rows"
	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
)

var verbNames = map[driver.Verb]string{
	driver.Raw: "raw", driver.Rows: "rows", driver.Pick: "pick", driver.Fields: "fields", driver.Lines: "lines",
	driver.Reveal: "reveal", driver.Keep: "keep",
}

var columnKinds = map[driver.ColumnKind]string{
	driver.KindText: "text", driver.KindNumber: "number", driver.KindBoolean: "boolean", driver.KindDate: "date",
	driver.KindJSON: "json", driver.KindID: "id",
}

func stepsOf(steps []driver.Step) Steps {
	all := Steps{}
	for _, step := range steps {
		var sends []Send
		for i := range step.Sends {
			sends = append(sends, sendOf(&step.Sends[i], step.Cleanup))
		}
		all = append(all, sends)
	}
	return all
}

func sendOf(s *driver.Send, cleanup bool) Send {
	r := &s.Request
	send := Send{Method: r.Method, Path: r.Path, Query: r.Query, Headers: r.Headers, Verb: verbNames[s.Verb], Cleanup: cleanup}
	if send.Verb == "" {
		send.Verb = strconv.Itoa(int(s.Verb))
	}
	switch {
	case len(r.Body) == 0:
	case utf8.Valid(r.Body):
		send.Body = Body{Set: true, Text: string(r.Body)}
	default:
		send.Base64 = Binary{Set: true, Text: string(r.Body)}
	}
	return send
}

func failureOf(err error) *Failure {
	var e *driver.Error
	if !errors.As(err, &e) {
		return &Failure{Kind: "none", Message: err.Error()}
	}
	return &Failure{Kind: string(e.Kind), Message: e.Message, Hint: e.Hint, Remedy: e.Remedy, Op: e.Op, Status: int64(e.Status), Code: &e.Code, Detail: &e.Detail}
}

func serverOf(s *driver.Server) any {
	return &Server{Version: s.Version, Summary: s.Summary, Product: s.Product, Warning: s.Warning, Limits: s.Limits, Notices: s.Notices}
}

func listingOf(l *driver.ObjectList) any {
	listing := &Listing{Objects: []Listed{}, Notices: l.Notices, Others: int64(l.Others), Empty: l.Empty}
	for i := range l.Objects {
		listing.Objects = append(listing.Objects, *listedOf(&l.Objects[i]))
	}
	return listing
}

func listedOf(o *driver.Object) *Listed {
	return &Listed{Name: o.Name, Kind: o.Kind, Size: notBelowZero(o.Size), Count: notBelowZero(o.Count), Closed: o.Closed, Health: o.Health}
}

func notBelowZero(n int64) *int64 {
	if n < 0 {
		return nil
	}
	return &n
}

func countsOf(k *driver.Counts) any {
	counts := &Counts{Counts: []Counted{}}
	for _, one := range k.Counts {
		counted := Counted{Object: one.Object, Count: notBelowZero(one.Count)}
		if one.Err != nil {
			counted.Error = failureOf(one.Err)
		}
		counts.Counts = append(counts.Counts, counted)
	}
	return counts
}

func documentOf(d *driver.Document) any {
	return &Document{Source: Body{Set: true, Text: d.Source}, Revision: d.Revision}
}

func columnsOf(v *play.View) *Columns {
	set := v.Set
	columns := &Columns{
		Columns: []Column{}, ReadOnly: set.ReadOnly, Notices: set.Notices, MaxSort: int64(set.MaxSort), SortFull: set.SortFull,
		Reach: set.Reach, ReachNote: set.ReachNote,
	}
	for _, c := range v.Columns {
		columns.Columns = append(columns.Columns, Column{
			Name: c.Name, Type: c.Type, Kind: columnKinds[c.Kind], Integer: c.Integer, Primary: c.Primary, ReadOnly: c.ReadOnly,
			Nested: c.Nested, Sort: c.Sort, Reason: c.Reason,
		})
	}
	return columns
}

// pageOf returns the rows of all blocks and the names of their columns.
func pageOf(r *driver.PageResult, blocks []*rows.Page) (*Page, []string) {
	page := &Page{Rows: []Row{}, Millis: &r.Millis, End: r.End}
	for _, n := range r.Notices {
		page.Notices = append(page.Notices, Notice(n))
	}
	var columns []string
	for _, b := range blocks {
		columns = b.Names
		for _, cut := range b.Cuts {
			page.Cuts = append(page.Cuts, Cut{Row: int64(len(page.Rows)) + int64(cut.Row), Column: b.Names[cut.Column], Length: int64(cut.Length)})
		}
		for row := range b.Rows {
			page.Rows = append(page.Rows, rowOf(b, row))
		}
	}
	return page, columns
}

func rowOf(b *rows.Page, row int) Row {
	made := Row{Cells: Cells{}, Hidden: Cells{}}
	for c, name := range b.Names {
		kind, text := b.Cell(row, c)
		if kind == rows.Missing {
			continue
		}
		cell := Cell{Column: name, Kind: cellKinds[kind], Text: text}
		if c < b.Visible {
			made.Cells = append(made.Cells, cell)
		} else {
			made.Hidden = append(made.Hidden, cell)
		}
	}
	return made
}
