package conformance

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// newText is the text that laws type into a cell.
const newText = "typed \"é\" \\ 🍵"

// saving is an edited row of a view, and the shelf with its documents.
type saving struct {
	c     *connection
	shelf *plugin.Shelf
	set   *driver.ColumnSet
	edit  driver.RowEdit
	args  *driver.PlanArgs
}

// edits edits a column of the first row of an object; "" means the first string column.
func (c *connection) edits(t T, o Object, column string) *saving {
	t.Helper()
	v := c.view(t, o)
	all := c.read(t, v, nil, 10)
	require.NotEmptyf(t, all, "%s has no rows", o.Name)
	for i := range v.columns {
		at := &v.columns[i]
		if at.Name != column && (column != "" || at.ReadOnly || at.Kind != driver.KindText || len(at.Nested) > 0) {
			continue
		}
		s := &saving{c: c, shelf: plugin.NewShelf(plugin.DefaultShelf), set: v.set}
		t.Cleanup(s.shelf.Close)
		s.edit = driver.RowEdit{Key: all[0].key(), Cells: []driver.CellEdit{{Column: at.Name, At: at.Name, Type: at.Type, Text: newText}}}
		s.edit.Base = all[0].base()
		s.args = &driver.PlanArgs{Object: o.Name, View: v.set.View, Rows: []driver.RowEdit{s.edit}}
		return s
	}
	return nil
}

func (s *saving) plan(t T) *driver.Plan {
	t.Helper()
	return do[driver.Plan](t, s.c, call{op: driver.OpPlan, args: s.args, shelf: s.shelf})
}

// settle passes the response to a plan's only request to the driver's Settle.
func (s *saving) settle(t T, p *driver.Plan, r driver.Reply) *driver.Settled {
	t.Helper()
	settled := do[driver.Settled](t, s.c, call{op: driver.OpSettle, shelf: s.shelf, args: &driver.SettleArgs{State: p.State, Own: p.Requests[0].State, Key: s.edit.Key, Reply: r}})
	requireSame(t, p, &r, settled)
	return settled
}

// requireSame checks that Settle agrees about a response that the plan describes as a plain success.
func requireSame(t T, p *driver.Plan, r *driver.Reply, settled *driver.Settled) {
	t.Helper()
	n := p.Requests[0].Success
	if n == 0 {
		return
	}
	require.Truef(t, n > 0 && n <= len(p.Successes), "the plan has no success %d", n)
	require.Nil(t, p.Requests[0].Keep, "a kept document is settled by the driver alone")
	if plain := p.Successes[n-1].Settled(r); plain != nil {
		require.Equalf(t, settled, plain, "the plan's success is settled as something else: %s", r.Body)
	}
}

// carry sends one request like the host.
func (s *saving) carry(t T, send driver.Send) driver.Reply {
	t.Helper()
	exec := plugin.NewExec(s.c.wire, plugin.ExecOptions{Shelf: s.shelf})
	return exec.Exec(t.Context(), &driver.Step{Sends: []driver.Send{send}})[0]
}

// send sends the only request of a plan and returns the outcome.
func (s *saving) send(t T, p *driver.Plan) driver.Outcome {
	t.Helper()
	return s.sent(t, p).Outcome
}

// sent sends the only request of a plan, unless the check before it finds a changed document.
func (s *saving) sent(t T, p *driver.Plan) *driver.Settled {
	t.Helper()
	require.Lenf(t, p.Requests, 1, "the plan of one row: %s", words(p.Refusals))
	planned := &p.Requests[0]
	if check := planned.Check; check != nil {
		r := s.carry(t, check.Send)
		if !r.OK() || len(r.Kept) != 1 || r.Kept[0].Hash != check.Hash {
			return &driver.Settled{Outcome: driver.OutcomeConflict}
		}
	}
	send := driver.Send{Request: planned.Request, Verb: driver.Raw, Keep: planned.Keep}
	if planned.Keep != nil {
		send.Verb = driver.Keep
	}
	return s.settle(t, p, s.carry(t, send))
}

// words returns the sentences of refusals.
func words(refusals []driver.Refusal) string {
	if len(refusals) == 0 {
		return "nothing was refused"
	}
	var all []string
	for _, r := range refusals {
		if r.Err == nil {
			r.Err = &driver.Error{Message: "a refusal without an error"}
		}
		all = append(all, fmt.Sprintf("refused as %q: %s", r.Err.Kind, r.Err.Message))
	}
	return strings.Join(all, "; ")
}

// planner returns a connection to the target if the driver can save.
func (s *stand) planner(t T) *connection {
	t.Helper()
	c := s.connect(t)
	if !c.has(t, driver.OpPlan) {
		t.Skipf("this driver cannot save")
	}
	return c
}

func (s *stand) writable(t T) *Writable {
	t.Helper()
	if s.subject.Target.Writable == nil {
		t.Skipf("nothing may be written to this engine")
	}
	return s.subject.Target.Writable
}

// plansByReading: planning and settling send only reads, and no write can be repeated.
func plansByReading(t T, s *stand) {
	table, c := s.reads(t), s.planner(t)
	for _, o := range s.subject.Target.Objects {
		e := c.edits(t, o, "")
		if e == nil {
			continue // it has no column of strings
		}
		c.wire.requests()
		p := e.plan(t)
		requireReads(t, table, c.wire.requests())
		if len(p.Requests) == 0 {
			continue // this engine's responses do not contain the document
		}
		require.Falsef(t, p.Requests[0].Request.RepeatIfBroken, "%s is a write and can be repeated", line(p.Requests[0].Request))
		for _, status := range []int{200, 400, 404, 409, 502} {
			refused := s.subject.refusal(status, "not like this")
			settled := e.settle(t, p, driver.Reply{Status: status, Body: []byte(refused.body)})
			require.NotEqualf(t, driver.OutcomeDone, settled.Outcome, "status %d with a refusal in it is taken for done", status)
			requireReads(t, table, c.wire.requests())
		}
		lost := driver.Reply{Err: &driver.Error{Kind: driver.Timeout, Message: "nobody responded", Sent: true}}
		require.Equal(t, driver.OutcomeUnknown, e.settle(t, p, lost).Outcome)
		requireReads(t, table, c.wire.requests())
	}
}

// savesAlone: after a save the document has the new value, and every other character of every document is unchanged.
func savesAlone(t T, s *stand) {
	c, w := s.planner(t), s.writable(t)
	before := byKey(t, w.Object)
	e := c.edits(t, w.Object, w.Column)
	require.NotNilf(t, e, "%s has no column %s", w.Object.Name, w.Column)
	require.Equal(t, driver.OutcomeDone, e.send(t, e.plan(t)))
	after := byKey(t, w.Object)
	key := name(e.edit.Key)
	was, err := readJSON(before[key])
	require.NoError(t, err)
	old := was.reach(w.Column)
	require.Lenf(t, old, 1, "%s", before[key])
	at := strings.Index(before[key], old[0].raw)
	is, err := readJSON(after[key])
	require.NoError(t, err)
	value := is.reach(w.Column)
	require.Lenf(t, value, 1, "%s", after[key])
	text, err := value[0].text()
	require.NoError(t, err)
	require.Equal(t, newText, text)
	require.Equal(t, before[key][:at]+value[0].raw+before[key][at+len(old[0].raw):], after[key])
	delete(before, key)
	delete(after, key)
	require.Equal(t, before, after, "another document changed")
}

// savesNothingOver: a document that another client changed, before or after planning, is in conflict and stays
// unchanged.
func savesNothingOver(t T, s *stand) {
	c, w := s.planner(t), s.writable(t)
	e := c.edits(t, w.Object, w.Column)
	require.NotNilf(t, e, "%s has no column %s", w.Object.Name, w.Column)
	p := e.plan(t)
	require.NoError(t, w.Change(t.Context(), e.edit.Key))
	theirs := byKey(t, w.Object)
	require.Equal(t, driver.OutcomeConflict, e.send(t, p), "it was changed after the plan was made")
	require.Equal(t, theirs, byKey(t, w.Object))

	p = e.plan(t)
	require.Empty(t, p.Requests, "it was changed before the plan was made")
	require.Len(t, p.Refusals, 1)
	require.Equal(t, driver.Conflict, p.Refusals[0].Err.Kind)
	kept, err := e.shelf.Get(p.Refusals[0].Theirs)
	require.NoError(t, err)
	require.Equal(t, theirs[name(e.edit.Key)], string(kept))
	require.Equal(t, theirs, byKey(t, w.Object))
}

// savesOnTop: a user who keeps a change that is in conflict edits the engine's document. The base of that row is its hash
// alone, the hidden value with the role hash, and the row is written.
func savesOnTop(t T, s *stand) {
	c, w := s.planner(t), s.writable(t)
	e := c.edits(t, w.Object, w.Column)
	require.NotNilf(t, e, "%s has no column %s", w.Object.Name, w.Column)
	hash := e.set.Plan.NameOf(driver.RoleHash)
	require.NotEmptyf(t, hash, "%s can be edited, and no hidden value has the role hash", w.Object.Name)
	require.NoError(t, w.Change(t.Context(), e.edit.Key))
	p := e.plan(t)
	require.Len(t, p.Refusals, 1, "it was changed before the plan was made")
	theirs, err := e.shelf.Get(p.Refusals[0].Theirs)
	require.NoError(t, err)
	e.edit.Base = []driver.Text{{Key: hash, Value: rows.Hash(theirs)}}
	e.args.Rows = []driver.RowEdit{e.edit}
	p = e.plan(t)
	require.Emptyf(t, p.Refusals, "the base is the hash of the engine's document alone, without a revision: %s", words(p.Refusals))
	require.Equal(t, driver.OutcomeDone, e.send(t, p))
	root, err := readJSON(byKey(t, w.Object)[name(e.edit.Key)])
	require.NoError(t, err)
	value := root.reach(w.Column)
	require.Len(t, value, 1)
	text, err := value[0].text()
	require.NoError(t, err)
	require.Equal(t, newText, text)
}

// byKey returns the documents of an object by their keys.
func byKey(t T, o Object) map[string]string {
	t.Helper()
	documents, err := o.Documents(t.Context())
	require.NoError(t, err)
	all := make(map[string]string, len(documents))
	for _, d := range documents {
		require.True(t, json.Valid([]byte(d.Source)))
		all[name(d.Key)] = d.Source
	}
	return all
}
