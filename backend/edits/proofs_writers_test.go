// SPEC: A-EDT-09, A-EDT-10, A-EDT-11

package edits

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/enginetest"
	"quarry/backend/grid"
	"quarry/backend/session"
	"quarry/backend/session/sessiontest"
	"quarry/drivers/driver"
)

// client is one of several users of an index, with a connection and a view of its own.
type client struct {
	name    string
	session *session.Session
	plans   *Plans
	rows    []Row           // edited
	result  map[int]Outcome // by row
}

func (p *proof) client(name string) *client {
	p.t.Helper()
	s := sessiontest.Open(p.t, session.New(sessiontest.Drivers(p.t)), sessiontest.To("elasticsearch", sessiontest.Address(p.url), nil), nil)
	return &client{name: name, session: s, plans: New()}
}

// stage opens the index anew and edits about three rows in five.
func (c *client) stage(p *proof, round int) *grid.View {
	p.t.Helper()
	v, err := grid.NewViews().Open(p.t.Context(), c.session, p.index)
	require.NoError(p.t, err)
	c.rows, c.result = nil, map[int]Outcome{}
	all := rowsShown(p.t, v)
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if p.IntN(5) >= 3 {
			continue
		}
		row := all[id]
		row.Cells = []Cell{{Column: p.pick("name", "about"), Text: fmt.Sprint(c.name, " ", round, " ", id)}}
		c.rows = append(c.rows, row)
	}
	return v
}

// save plans and sends what was staged. It returns an error instead of ending the test, since it runs beside another.
func (c *client) save(t *testing.T, v *grid.View) error {
	plan, err := c.plans.Make(t.Context(), c.session, v, c.rows)
	if err != nil {
		return err
	}
	for _, r := range plan.Refusals {
		if r.Err.Kind != driver.Conflict {
			return r.Err
		}
		c.result[r.Row] = Outcome{Row: r.Row, Outcome: driver.OutcomeConflict, Err: r.Err}
	}
	all, err := c.plans.Send(t.Context(), plan.ID, plan.Digest)
	for _, o := range all {
		c.result[o.Row] = o
	}
	return err
}

// proofWrite is an edit that was saved.
type proofWrite struct{ column, text string }

func TestTwoClientsThatEditTheSameRowsLoseNothingAndHearOfEveryConflict(t *testing.T) {
	p := openProof(t, enginetest.ES8(t), "proof-writers")
	p.fill(200, func(i int) string { return `{"name":"first","about":"first","stock":` + strconv.Itoa(i) + `}` })
	pair := []*client{p.client("one"), p.client("other")}
	done, conflicts := 0, 0
	for round := range 2 {
		before := p.stored()
		views := []*grid.View{pair[0].stage(p, round), pair[1].stage(p, round)}
		var group sync.WaitGroup
		errs := make([]error, len(pair))
		for i, c := range pair {
			group.Go(func() { errs[i] = c.save(t, views[i]) })
		}
		group.Wait()
		require.Equal(t, []error{nil, nil}, errs)

		saved := map[string][]proofWrite{}
		for _, c := range pair {
			for i := range c.rows {
				id, o := text(c.rows[i].Key, "#id"), c.result[i]
				if o.Outcome != driver.OutcomeDone {
					continue
				}
				saved[id] = append(saved[id], proofWrite{c.rows[i].Cells[0].Column, c.rows[i].Cells[0].Text})
			}
		}
		for _, c := range pair {
			for i := range c.rows {
				id, o := text(c.rows[i].Key, "#id"), c.result[i]
				switch o.Outcome {
				case driver.OutcomeDone:
					done++
				case driver.OutcomeConflict:
					conflicts++
					require.Len(t, saved[id], 1, "%s: a conflict with nobody", id)
				default:
					require.Fail(t, "an edit that nobody hears of", "%s: %v", id, o)
				}
			}
		}
		require.Equal(t, replayed(t, before, saved), decodedAll(t, p.stored()))
	}
	require.Positive(t, done)
	require.Positive(t, conflicts, "the rows were not edited at the same time")
}

// replayed returns what an index holds after the edits that were saved.
func replayed(t *testing.T, before map[string]string, saved map[string][]proofWrite) map[string]map[string]any {
	t.Helper()
	all := decodedAll(t, before)
	for id, writes := range saved {
		require.Len(t, writes, 1, "%s: two edits of one document were saved, and neither knew of the other", id)
		all[id][writes[0].column] = writes[0].text
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
