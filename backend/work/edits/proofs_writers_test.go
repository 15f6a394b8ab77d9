// SPEC: A-EDT-09, A-EDT-10, A-EDT-11

package edits

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

// client is one of several users of an index, with its own connection and view.
type client struct {
	name    string
	session *session.Session
	plans   *Plans
	last    string          // id of its plan that can be undone
	changes []change        // that it is about to save or undo
	result  map[int]Outcome // by change
	save    func(ctx context.Context) (*Plan, error)
}

// change is what one row of a save does: afterwards the document with that id has that content, nil for none.
type change struct {
	id    string
	kind  string // "edit", "create", "delete" or "undo"
	after map[string]any
}

func (p *proof) client(name string) *client {
	p.t.Helper()
	s := sessiontest.Open(p.t, session.New(sessiontest.Drivers(p.t)), sessiontest.To("elasticsearch", sessiontest.Address(p.url), nil), nil)
	return &client{name: name, session: s, plans: New()}
}

// stage opens the index again and edits or deletes about three rows in five. There are few possible ids for its new
// rows, so that two clients choose the same; the first one always does. Some are ids of documents that existed before.
func (c *client) stage(p *proof, round int, now map[string]map[string]any) {
	p.t.Helper()
	v, err := grid.NewViews().Open(p.t.Context(), c.session, p.index)
	require.NoError(p.t, err)
	c.changes, c.result = nil, map[int]Outcome{}
	var list []Row
	all := rowsShown(p.t, v)
	require.Len(p.t, all, len(now))
	for _, id := range slices.Sorted(maps.Keys(all)) {
		row, after := all[id], maps.Clone(now[id])
		switch p.IntN(10) {
		case 0:
			row.Act = driver.ActDelete
			c.changes = append(c.changes, change{id, "delete", nil})
		case 1, 2, 3, 4, 5:
			column, text := p.pick("name", "about"), fmt.Sprint(c.name, " ", round, " ", id)
			row.Cells, after[column] = []Cell{{Column: column, Text: text}}, text
			c.changes = append(c.changes, change{id, "edit", after})
		default:
			continue
		}
		list = append(list, row)
	}
	for _, id := range slices.Sorted(maps.Keys(p.sources)) {
		if now[id] != nil || id != "new0" && p.IntN(2) == 0 {
			continue
		}
		key := []driver.Text{{Key: "#index", Value: p.index}, {Key: "#id", Value: id}}
		list = append(list, Row{Act: driver.ActCreate, Key: key, Cells: []Cell{{Column: "name", Text: c.name}}})
		c.changes = append(c.changes, change{id, "create", map[string]any{"name": c.name}})
	}
	c.save = func(ctx context.Context) (*Plan, error) { return c.plans.Make(ctx, c.session, v, list) }
}

// undo makes its next change the undo of its last save, which began with these documents.
func (c *client) undo(began map[string]map[string]any) {
	var changes []change
	done := map[int]Outcome{}
	for i, was := range c.changes {
		changes = append(changes, change{was.id, "undo", began[was.id]})
		if o, found := c.result[i]; found && o.Outcome != driver.OutcomeDone {
			done[i] = Outcome{Row: i} // it did nothing, and nothing is undone
		}
	}
	last := c.last
	c.changes, c.result = changes, done
	c.save = func(ctx context.Context) (*Plan, error) { return c.plans.Undo(ctx, last) }
}

// send plans and sends what was staged. It returns an error instead of ending the test, since it runs in parallel with
// another.
func (c *client) send(t *testing.T) error {
	plan, err := c.save(t.Context())
	if err != nil {
		return err
	}
	c.last = plan.ID
	for _, r := range plan.Refusals {
		if r.Err.Kind != driver.Conflict {
			return r.Err
		}
		c.result[r.Row] = Outcome{Row: r.Row, Outcome: driver.OutcomeConflict, Err: r.Err}
	}
	c.plans.Confirm(plan.ID, plan.Deletions())
	all, err := c.plans.Send(t.Context(), plan.ID, plan.Digest)
	for _, o := range all {
		c.result[o.Row] = o
	}
	return err
}

func TestTwoClientsThatWriteTheSameRowsLoseNothingAndHearOfEveryConflict(t *testing.T) {
	p := openProof(t, enginetest.ES8(t), "proof-writers")
	p.fill(130, func(i int) string { return `{"name":"first","about":"first","stock":` + strconv.Itoa(i) + `}` })
	for i := range 10 {
		p.sources[fmt.Sprint("new", i)] = "" // an id that clients create documents with
	}
	pair := []*client{p.client("one"), p.client("other")}
	seen := map[string]int{} // how often each kind of change was saved, or in conflict
	var began map[string]map[string]any
	undoes := p.IntN(2)
	for round := range 3 {
		now := decodedAll(t, p.stored())
		for i, c := range pair {
			if round == 1 && i == undoes {
				c.undo(began)
			} else {
				c.stage(p, round, now)
			}
		}
		began = now
		race(t, pair)
		require.Equal(t, replayed(t, now, pair, seen), decodedAll(t, p.stored()))
	}
	for _, what := range []string{"edit done", "create done", "delete done", "undo done", "edit conflict", "create conflict"} {
		require.Positive(t, seen[what], "%s: %v", what, seen)
	}
}

// race makes the clients save at the same time.
func race(t *testing.T, pair []*client) {
	t.Helper()
	var group sync.WaitGroup
	errs := make([]error, len(pair))
	for i, c := range pair {
		group.Go(func() { errs[i] = c.send(t) })
	}
	group.Wait()
	require.Equal(t, make([]error, len(pair)), errs)
}

// replayed returns an index's contents after the saved changes. Both clients changed the documents as in before, so of
// two changes to one document exactly one is saved, and the other client gets a conflict.
func replayed(t *testing.T, before map[string]map[string]any, pair []*client, seen map[string]int) map[string]map[string]any {
	t.Helper()
	all, saved := maps.Clone(before), map[string]int{}
	for _, c := range pair {
		for i, made := range c.changes {
			if c.result[i].Outcome != driver.OutcomeDone {
				continue
			}
			saved[made.id]++
			if delete(all, made.id); made.after != nil {
				all[made.id] = made.after
			}
		}
	}
	for _, c := range pair {
		for i, made := range c.changes {
			o, heard := c.result[i]
			require.True(t, heard, "%s: a change that nobody hears of", made.id)
			seen[made.kind+" "+string(o.Outcome)]++
			switch o.Outcome {
			case driver.OutcomeDone, driver.OutcomeConflict:
				require.Equal(t, 1, saved[made.id], "%s, %s of %s: %v", made.id, made.kind, c.name, o)
			case "": // nothing to undo
			default:
				require.Fail(t, "a change that was not sent", "%s: %v", made.id, o)
			}
		}
	}
	return all
}

func decodedAll(t *testing.T, sources map[string]string) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	for id, source := range sources {
		var v map[string]any
		require.NoError(t, json.Unmarshal([]byte(source), &v))
		all[id] = v
	}
	return all
}

func text(values []driver.Text, name string) string {
	for _, v := range values {
		if v.Key == name {
			return v.Value
		}
	}
	return ""
}

func TestUndoingASaveOfEveryKindRestoresTheIndexByteForByte(t *testing.T) {
	undoesEverything(t, openProof(t, enginetest.ES8(t), "proof-undo"))
}

func TestUndoingASaveOfEveryKindRestoresTheIndexOnAReal79(t *testing.T) {
	undoesEverything(t, openProof(t, enginetest.ES79(t), "proof-undo"))
}

func TestUndoingASaveOfEveryKindRestoresTheIndexOnAReal9(t *testing.T) {
	undoesEverything(t, openProof(t, enginetest.ES9(t), "proof-undo"))
}

func undoesEverything(t *testing.T, p *proof) {
	p.fill(40, p.document)
	before := p.stored()
	require.Equal(t, p.sources, before)
	all := p.shown()
	var staged []Row
	duplicates, deletions := 0, 0
	for n, id := range slices.Sorted(maps.Keys(all)) {
		row := all[id]
		switch n % 4 {
		case 0:
			row.Act = driver.ActDelete
			deletions++
		case 1:
			row = Row{Act: driver.ActCreate, Key: []driver.Text{{Key: "#index", Value: p.index}}, CopyKey: row.Key, CopyBase: row.Base, Cells: []Cell{{Column: "name", Text: p.text()}}}
			if n%8 == 1 {
				row.Key = append(row.Key, driver.Text{Key: "#id", Value: "_copy of " + id})
			}
			duplicates++
		default:
			row.Cells = []Cell{p.edit(p.pick("name", "price", "stock", "free")).cell}
		}
		staged = append(staged, row)
	}
	plan := p.plan(staged...)
	for _, r := range plan.Refusals {
		require.Contains(t, r.Err.Message, "has no field", "only a field that is not there cannot be removed")
	}
	outcomesAll(t, p.send(plan))
	after := p.stored()
	require.Len(t, after, len(before)+duplicates-deletions)

	undo, err := p.plans.Undo(t.Context(), plan.ID)
	require.NoError(t, err)
	require.Empty(t, undo.Refusals)
	outcomesAll(t, p.send(undo))
	require.Equal(t, before, p.stored(), "every document again, byte for byte, and no other")

	again, err := p.plans.Undo(t.Context(), undo.ID)
	require.NoError(t, err)
	require.Empty(t, again.Refusals)
	outcomesAll(t, p.send(again))
	require.Equal(t, after, p.stored(), "undoing the undo saves it anew")
}

func outcomesAll(t *testing.T, all []Outcome) {
	t.Helper()
	for _, o := range all {
		require.Equal(t, driver.OutcomeDone, o.Outcome, o.Err)
	}
}
