package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// acting returns a row of the writable object for the act, if the driver supports it on its rows.
func (s *stand) acting(t T, act string) (*saving, *Writable) {
	t.Helper()
	c, w := s.planner(t), s.writable(t)
	byKey(t, w.Object) // reading makes the engine show earlier writes
	e := c.edits(t, w.Object, w.Column)
	require.NotNilf(t, e, "%s has no column %s", w.Object.Name, w.Column)
	if !slices.Contains(e.set.Acts, act) {
		t.Skipf("this driver has no act %q in %s", act, w.Object.Name)
	}
	return e, w
}

// stage turns the edited row into one with another act.
func (s *saving) stage(t T, act string) {
	t.Helper()
	shown := s.edit
	switch act {
	case driver.ActRemove:
		s.edit.Cells = []driver.CellEdit{shown.Cells[0]}
		s.edit.Cells[0].Text, s.edit.Cells[0].Remove = "", true
	case driver.ActDelete:
		s.edit.Act, s.edit.Cells = act, nil
	case driver.ActCreate, duplicates:
		require.NotEmpty(t, s.set.Targets, "rows can be created, and nothing says where")
		s.edit = driver.RowEdit{Act: driver.ActCreate, Key: keyOf(&s.set.Plan, map[driver.Role]string{driver.RolePlace: s.set.Targets[0]}), Cells: shown.Cells}
		if act == duplicates {
			s.edit.CopyKey, s.edit.CopyBase = shown.Key, shown.Base
		}
	}
	s.args.Rows = []driver.RowEdit{s.edit}
}

// duplicates is a kind of new row.
const duplicates = "duplicate"

// restore turns the row into the one that undoes its save.
func (s *saving) restore(p *driver.Plan, saved *driver.Settled) {
	e := driver.RowEdit{Act: driver.ActRestore, Key: s.edit.Key, Base: saved.Revision, Before: p.Requests[0].Before}
	if s.edit.Act == driver.ActCreate {
		e.Key = saved.Key
	}
	s.edit, s.args.Rows = e, []driver.RowEdit{e}
}

// actsAlone: each kind of save does to its row what it says, changes no character of another document, and is undone to
// the last character, unless its plan says that it cannot be undone (Planned.Final).
func actsAlone(t T, s *stand) {
	for _, act := range []string{"", driver.ActCreate, duplicates, driver.ActDelete, driver.ActRemove} {
		e, w := s.acting(t, driver.ActRestore)
		if act != "" && act != duplicates && !slices.Contains(e.set.Acts, act) || act == duplicates && !slices.Contains(e.set.Acts, driver.ActCreate) {
			continue
		}
		before := byKey(t, w.Object)
		row := name(e.edit.Key)
		e.stage(t, act)
		e.c.wire.requests()
		p := e.plan(t)
		requireReads(t, s.reads(t), e.c.wire.requests())
		saved := e.sent(t, p)
		require.Equalf(t, driver.OutcomeDone, saved.Outcome, "the act %q: %v", act, saved.Err)
		after := byKey(t, w.Object)
		if e.edit.Act == driver.ActCreate {
			require.NotEmptyf(t, saved.Key, "the act %q: nothing says which document was made", act)
			row = name(saved.Key)
			require.NotContains(t, before, row)
		}
		requireActed(t, act, w, before[name(e.edit.CopyKey)]+before[row], after[row])
		require.Equalf(t, without(before, row), without(after, row), "the act %q: another document changed", act)

		if p.Requests[0].Final != "" {
			continue
		}
		e.restore(p, saved)
		undoing := e.plan(t)
		require.Emptyf(t, undoing.Refusals, "undoing the act %q: %s; either its plan says so (Planned.Final), or the base is the Settled.Revision of its save", act, words(undoing.Refusals))
		require.Equalf(t, driver.OutcomeDone, e.sent(t, undoing).Outcome, "undoing the act %q", act)
		require.Equalf(t, before, byKey(t, w.Object), "the act %q was undone", act)
	}
}

func without(documents map[string]string, row string) map[string]string {
	rest := map[string]string{}
	for key, source := range documents {
		if key != row {
			rest[key] = source
		}
	}
	return rest
}

// requireActed checks what an act did to a document.
func requireActed(t T, act string, w *Writable, was, is string) {
	t.Helper()
	column := w.Column
	if act == driver.ActDelete {
		require.Empty(t, is, "the document is still there")
		return
	}
	if act == duplicates && w.Inside != "" {
		was, is = replaced(t, was, w.Inside, `"key"`), replaced(t, is, w.Inside, `"key"`)
	}
	if act == "" || act == duplicates {
		require.Equalf(t, replaced(t, was, column, newText), replaced(t, is, column, newText), "the act %q", act)
		return
	}
	members := map[string]json.RawMessage{}
	if was != "" {
		require.NoError(t, json.Unmarshal([]byte(was), &members))
	}
	found := map[string]json.RawMessage{}
	require.NoErrorf(t, json.Unmarshal([]byte(is), &found), "the act %q left %q", act, is)
	typed := ""
	_ = json.Unmarshal(found[column], &typed) // a missing value is not the text
	require.Equalf(t, act != driver.ActRemove, typed == newText, "the act %q left %s", act, is)
	require.Truef(t, act != driver.ActRemove || found[column] == nil, "the act %q left %s", act, is)
	for _, changed := range []string{column, w.Inside} {
		delete(members, changed)
		delete(found, changed)
	}
	require.Equalf(t, members, found, "the act %q", act)
}

// replaced returns a document with text in place of a column's value, and every other character unchanged.
func replaced(t T, source, column, text string) string {
	t.Helper()
	root, err := readJSON(source)
	require.NoError(t, err)
	found := root.reach(column)
	require.Lenf(t, found, 1, "%s", source)
	before, after, _ := strings.Cut(source, found[0].raw)
	return before + text + after
}

// actsOverNothing: a row that another client wrote after planning is in conflict, whatever the act, and stays
// unchanged. So does a new row whose id exists by then.
func actsOverNothing(t T, s *stand) {
	for _, act := range []string{driver.ActCreate, driver.ActDelete, driver.ActRemove, driver.ActRestore} {
		e, w := s.acting(t, driver.ActRestore)
		if !slices.Contains(e.set.Acts, act) {
			continue
		}
		key := e.edit.Key
		if act == driver.ActRestore {
			first := e.plan(t)
			e.restore(first, e.sent(t, first))
		} else {
			e.stage(t, act)
		}
		if act == driver.ActCreate {
			named := fmt.Sprintf("law/%d", len(byKey(t, w.Object)))
			e.edit.Key = keyOf(&e.set.Plan, map[driver.Role]string{driver.RolePlace: e.set.Targets[0], driver.RoleKey: named})
			e.args.Rows, key = []driver.RowEdit{e.edit}, e.edit.Key
		}
		p := e.plan(t)
		require.Lenf(t, p.Requests, 1, "the act %q, one row: %s", act, words(p.Refusals))
		require.NoError(t, w.Change(t.Context(), key))
		theirs := byKey(t, w.Object)
		require.Equalf(t, driver.OutcomeConflict, e.sent(t, p).Outcome, "the act %q: it was changed after the plan was made", act)
		require.Equal(t, theirs, byKey(t, w.Object))

		p = e.plan(t)
		require.Emptyf(t, p.Requests, "the act %q: it was changed before the plan was made", act)
		require.Equal(t, driver.Conflict, p.Refusals[0].Err.Kind)
	}
}

// dropsOne: deleting an object is planned as wholeOne says.
func dropsOne(t T, s *stand) {
	wholeOne(t, s, driver.ActDrop, func(name string) *driver.PlanArgs { return &driver.PlanArgs{Object: name, Drop: true} })
}

// emptiesOne: deleting all documents of an object that stays is planned as wholeOne says.
func emptiesOne(t T, s *stand) {
	wholeOne(t, s, driver.ActEmpty, func(name string) *driver.PlanArgs { return &driver.PlanArgs{Object: name, Empty: true} })
}

// wholeOne: a write to a whole object is planned, with reads only, as one request that is a write and names just that
// object. A name that could match several objects is refused. If the response is lost, it may have been done; after a
// refusal it was not.
func wholeOne(t T, s *stand, act string, argsOf func(name string) *driver.PlanArgs) {
	table, c := s.reads(t), s.planner(t)
	object := s.subject.Target.Objects[0].Name
	if !slices.Contains(c.view(t, s.subject.Target.Objects[0]).set.Acts, act) {
		t.Skipf("this driver does not offer the act %q for %s", act, object)
	}
	planFor := func(name string) *outcome {
		c.wire.requests()
		ran := c.run(t.Context(), call{op: driver.OpPlan, args: argsOf(name)}, nil)
		requireReads(t, table, c.wire.requests())
		return ran
	}
	p := decoded[driver.Plan](t, planFor(object))
	require.Len(t, p.Requests, 1)
	require.NotEmpty(t, p.Preconditions, "another object of the same name would be written")
	r := p.Requests[0].Request
	requirePlace(t, r)
	require.Falsef(t, table.IsRead(r.Method, r.Path), "%s is a read by the manifest", line(r))
	require.Contains(t, namesIn(t, r), object)
	for _, name := range []string{"", "*", object + "*", object[:1] + "*", object + "," + object, s.subject.Target.Missing} {
		ran := planFor(name)
		if ran.err != nil {
			require.NotEmpty(t, fault(t, ran, "planning the act "+act+" for "+name).Message)
			continue
		}
		require.Emptyf(t, decoded[driver.Plan](t, ran).Requests, "%q names no single object", name)
	}
	settle := func(r driver.Reply) *driver.Settled {
		return do[driver.Settled](t, c, call{op: driver.OpSettle, args: &driver.SettleArgs{State: p.State, Own: p.Requests[0].State, Reply: r}})
	}
	for _, status := range []int{200, 400, 403, 404, 502} {
		refused := s.subject.refusal(status, strings.Repeat("no ", 3))
		require.NotEqualf(t, driver.OutcomeDone, settle(driver.Reply{Status: status, Body: []byte(refused.body)}).Outcome, "status %d with a refusal in it is taken for done", status)
	}
	require.Equal(t, driver.OutcomeUnknown, settle(driver.Reply{Err: &driver.Error{Kind: driver.Timeout, Message: "nobody responded", Sent: true}}).Outcome)
	requireReads(t, table, c.wire.requests())
}
