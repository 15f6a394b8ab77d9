package drivertest

import (
	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/stencil"
	"quarry/drivers/driver/wire"
)

// typedAlike are texts that are typed into rows that are alike, some into two of them.
var typedAlike = []string{newText, newText, "7", "7", " 1.5", "2024-01-01", "x", ""}

// plansAlike: a row that the stencil of another one plans is planned as the driver plans it, to the last byte, and what
// the driver refuses is planned by no stencil.
func plansAlike(t T, s *stand) {
	c, found := s.planner(t), 0
	for _, o := range s.subject.Target.Objects {
		found += c.alike(t, o, func([]driver.Text) {})
	}
	if w := s.subject.Target.Writable; w != nil {
		found += c.alike(t, w.Object, func(key []driver.Text) { require.NoError(t, w.Change(t.Context(), key)) })
	}
	if found == 0 {
		t.Skipf("this driver plans each row by itself")
	}
}

// alike plans rows of an object, the first of which is changed after it was read, by the stencils of each other. It
// returns how many were planned so.
func (c *connection) alike(t T, o Object, change func(key []driver.Text)) (found int) {
	t.Helper()
	shelf := plugin.NewShelf(plugin.DefaultShelf)
	t.Cleanup(shelf.Close)
	v := c.view(t, o)
	all := c.read(t, v, nil, 8)
	change(all[0].key())
	rows := v.alike(all)
	plan := do[driver.Plan](t, c, call{op: driver.OpPlan, args: &driver.PlanArgs{Object: o.Name, View: v.set.View, Rows: rows}, shelf: shelf})
	by := map[int]*driver.Planned{}
	for i := range plan.Requests {
		by[plan.Requests[i].Row] = &plan.Requests[i]
	}
	tried, f := map[string]bool{}, &filling{connection: c, shelf: shelf, rows: rows, plans: by, kept: map[string]driver.Kept{}}
	for i := range rows {
		if by[i] == nil || by[i].Stencil == nil {
			continue
		}
		rule := stencil.Of(&rows[i], by[i])
		require.NotNilf(t, rule, "%s: the stencil of %s cannot be used", o.Name, name(rows[i].Key))
		if text := string(wire.Append(nil, by[i].Stencil)); !tried[text] {
			tried[text] = true
			found += f.fill(t, rule)
		}
	}
	return found
}

// alike returns rows in which something is typed into one column of each type, and rows that are deleted.
func (v *view) alike(all []row) []driver.RowEdit {
	var rows []driver.RowEdit
	add := func(n int, act string, cells ...driver.CellEdit) {
		e := driver.RowEdit{Key: all[n%len(all)].key(), Act: act, Cells: cells, Many: true}
		for _, name := range []string{"#seq", "#term", "#hash"} {
			if at := all[n%len(all)].page.Column(name); at >= 0 {
				_, text := all[n%len(all)].page.Cell(all[n%len(all)].at, at)
				e.Base = append(e.Base, driver.Text{Key: name, Value: text})
			}
		}
		rows = append(rows, e)
	}
	types := map[string]bool{}
	for i := range v.columns {
		at := &v.columns[i]
		if at.ReadOnly || len(at.Nested) > 0 || types[at.Type] {
			continue
		}
		types[at.Type] = true
		for n, text := range typedAlike {
			add(n, "", driver.CellEdit{Column: at.Name, At: at.Name, Type: at.Type, Text: text})
		}
		for row := range 2 {
			add(row, "", driver.CellEdit{Column: at.Name, At: at.Name, Type: at.Type, Null: true})
			add(row, "", driver.CellEdit{Column: at.Name, At: at.Name, Type: at.Type, Remove: true})
		}
	}
	for row := range all {
		add(row, driver.ActDelete)
	}
	return rows
}

// filling plans rows by the stencils of each other.
type filling struct {
	*connection
	shelf *plugin.Shelf
	rows  []driver.RowEdit
	plans map[int]*driver.Planned // as the driver planned each row
	kept  map[string]driver.Kept  // documents, by how they are read and the key of their row
}

// fill plans rows by the stencil of one of them, and compares them with what the driver planned. It returns how many there
// are.
func (f *filling) fill(t T, rule *stencil.Rule) (found int) {
	t.Helper()
	for i := range f.rows {
		row := &f.rows[i]
		if !rule.Takes(row) {
			continue
		}
		k := f.read(t, rule, row)
		got := rule.Plan(row, &k)
		if got == nil {
			continue
		}
		require.NotNilf(t, f.plans[i], "a stencil plans %s, %v, which the driver refuses", name(row.Key), row.Cells)
		require.Equalf(t, onPaper(t, f.shelf, f.plans[i]), onPaper(t, f.shelf, got), "a stencil plans %s, %v, otherwise", name(row.Key), row.Cells)
		found++
	}
	return found
}

// read returns the document of a row. It is read with those of the other rows that the rule takes, once.
func (f *filling) read(t T, rule *stencil.Rule, row *driver.RowEdit) driver.Kept {
	t.Helper()
	how := string(wire.Append(nil, &rule.Stencil.Read)) + rule.Entry
	if k, found := f.kept[how+name(row.Key)]; found {
		return k
	}
	var edits []*driver.RowEdit
	for i := range f.rows {
		if rule.Takes(&f.rows[i]) {
			edits = append(edits, &f.rows[i])
		}
	}
	exec := plugin.NewExec(f.wire, plugin.ExecOptions{Shelf: f.shelf})
	reply := exec.Exec(t.Context(), &driver.Step{Sends: []driver.Send{rule.Read(edits)}})[0]
	require.Truef(t, reply.OK(), "the documents of %d rows cannot be read: %d %s %v", len(edits), reply.Status, reply.Body, reply.Err)
	require.Len(t, reply.Kept, len(edits))
	for i := range edits {
		f.kept[how+name(edits[i].Key)] = reply.Kept[i]
	}
	return f.kept[how+name(row.Key)]
}

// paper is a planned request with texts in place of numbers of the shelf.
type paper struct {
	driver.Planned
	body, before string
}

func onPaper(t T, shelf *plugin.Shelf, p *driver.Planned) paper {
	t.Helper()
	written := paper{Planned: *p}
	body, err := shelf.Body(&p.Request)
	require.NoError(t, err)
	before, err := shelf.Get(p.Before)
	require.NoError(t, err)
	written.body, written.before = string(body), string(before)
	written.Before, written.Row, written.Stencil, written.Request.Parts, written.Request.Body = 0, 0, nil, nil, nil
	return written
}
