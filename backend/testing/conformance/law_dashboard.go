package conformance

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// showsWhatItCan: a dashboard is read with parallel reads only. If the engine refuses some of them, the other figures
// are shown and each missing one has the engine's reason; if it refuses all of them, the operation fails.
func showsWhatItCan(t T, s *stand) {
	c := s.dashboards(t)
	table := s.reads(t)
	c.wire.requests()
	whole := do[driver.Dashboard](t, c, call{op: driver.OpDashboard, args: &driver.Empty{}})
	asked := c.wire.requests()
	requireReads(t, table, asked)
	require.NotEmpty(t, whole.Gauges, "the dashboard has no figure")
	require.Empty(t, missing(t, whole), "the engine answers everything, and something is missing")
	for i := range asked {
		c.wire.to(s.refusingOne(t, line(asked[i])))
		ran := c.run(t.Context(), call{op: driver.OpDashboard, args: &driver.Empty{}}, nil)
		if len(asked) == 1 {
			break
		}
		require.NoErrorf(t, ran.err, "%s is refused and no other figure is shown", line(asked[i]))
		for _, e := range missing(t, decoded[driver.Dashboard](t, ran)) {
			require.Containsf(t, said(e), refusedWords, "%s is refused and the reason is not the engine's", line(asked[i]))
		}
	}
	refused := s.subject.refusal(http.StatusForbidden, refusedWords)
	c.wire.to(server(t, refused.handler(), nil))
	e := fault(t, c.run(t.Context(), call{op: driver.OpDashboard, args: &driver.Empty{}}, nil), "every figure is refused")
	require.Contains(t, said(e), refusedWords)
}

const refusedWords = "these figures are not for you"

// dashboards returns a connection to the target if the driver has a dashboard.
func (s *stand) dashboards(t T) *connection {
	t.Helper()
	c := s.connect(t)
	if !c.has(t, driver.OpDashboard) {
		t.Skipf("the driver has no dashboard")
	}
	return c
}

// refusingOne returns a sender to the engine that refuses one request.
func (s *stand) refusingOne(t T, refused string) plugin.RequestSender {
	t.Helper()
	engine := s.engine(t)
	r := s.subject.refusal(http.StatusForbidden, refusedWords)
	no := server(t, r.handler(), nil)
	return senderFunc(func(ctx context.Context, r *driver.Request) (*transport.Response, error) {
		if line(*r) == refused {
			return no.Do(ctx, r)
		}
		return engine.Do(ctx, r)
	})
}

// missing returns the reasons of the missing figures. Each figure is either present or has a sentence.
func missing(t T, d *driver.Dashboard) []*driver.Error {
	t.Helper()
	var all []*driver.Error
	add := func(what string, e *driver.Error) {
		if e == nil {
			return
		}
		require.NotEmptyf(t, e.Message, "%s is missing without a sentence", what)
		all = append(all, e)
	}
	names := map[string]bool{}
	for i := range d.Gauges {
		g := &d.Gauges[i]
		require.Falsef(t, names[g.Title] || g.Title == "", "the gauge %q is not named once", g.Title)
		names[g.Title] = true
		add(g.Title, g.Err)
	}
	for i := range d.Charts {
		for k := range d.Charts[i].Series {
			one := &d.Charts[i].Series[k]
			require.Falsef(t, names[one.Name] || one.Name == "", "the series %q is not named once", one.Name)
			names[one.Name] = true
			add(one.Title, one.Err)
		}
	}
	titles := map[string]bool{}
	for i := range d.Tables {
		table := &d.Tables[i]
		require.Falsef(t, titles[table.Title] || table.Title == "", "the table %q is not named once", table.Title)
		titles[table.Title] = true
		requireTable(t, table)
		add("the table "+table.Title, table.Err)
	}
	if d.Tasks != nil {
		add("the list of tasks", d.Tasks.Err)
	}
	return all
}

var cellKinds = []driver.CellKind{driver.CellText, driver.CellName, driver.CellWords, driver.CellNumber, driver.CellPercent, driver.CellShare}

// requireTable checks that each row of a table has a cell of a known kind for each column.
func requireTable(t T, table *driver.Table) {
	t.Helper()
	for _, k := range table.Columns {
		require.Containsf(t, cellKinds, k.Kind, "%s, column %s", table.Title, k.Title)
	}
	for i := range table.Rows {
		require.Lenf(t, table.Rows[i].Cells, len(table.Columns), "%s, row %d: it does not have one cell for each column", table.Title, i)
	}
}

// explainsWhatItOffers: every explanation that a figure offers works, with reads only, and no other does. A driver that
// explains nothing offers nothing, and one that cancels nothing lists no cancellable task.
func explainsWhatItOffers(t T, s *stand) {
	c, table := s.dashboards(t), s.reads(t)
	d := do[driver.Dashboard](t, c, call{op: driver.OpDashboard, args: &driver.Empty{}})
	if !c.has(t, driver.OpPlanCancel) && d.Tasks != nil {
		for i := range d.Tasks.Tasks {
			require.Falsef(t, d.Tasks.Tasks[i].Cancellable, "the task %s can be cancelled, and the driver cancels none", d.Tasks.Tasks[i].ID)
		}
	}
	actions := offered(d)
	if !c.has(t, driver.OpExplain) {
		require.Empty(t, actions, "the dashboard offers what the driver does not explain")
		return
	}
	c.wire.requests()
	for _, a := range actions {
		require.NotEmptyf(t, a.Title, "what explains %q has no title", a.Of)
		e := do[driver.Explanation](t, c, call{op: driver.OpExplain, args: &driver.ExplainArgs{Of: a.Of}})
		requireReads(t, table, c.wire.requests())
		requireTable(t, &e.Items)
		require.LessOrEqual(t, len(e.Items.Rows), driver.MaxExplained)
		require.GreaterOrEqual(t, e.Total, len(e.Items.Rows))
		require.Truef(t, e.Total > 0 || e.None != "", "%s: there is nothing to explain, and no sentence says so", a.Title)
	}
	e := fault(t, c.run(t.Context(), call{op: driver.OpExplain, args: &driver.ExplainArgs{Of: "what no figure offers"}}, nil), "explaining what no figure offers")
	require.NotEmpty(t, e.Message)
}

// offered returns the explanations that a dashboard's figures offer.
func offered(d *driver.Dashboard) []*driver.Action {
	var all []*driver.Action
	for i := range d.Gauges {
		all = append(all, d.Gauges[i].Action)
	}
	for i := range d.Tables {
		for _, row := range d.Tables[i].Rows {
			for k := range row.Cells {
				all = append(all, row.Cells[k].Action)
			}
		}
	}
	return slices.DeleteFunc(all, func(a *driver.Action) bool { return a == nil })
}

// cancelsOneTask: cancelling a task is planned as one request that the manifest lists as a write and that stays in
// place; planning and judging send nothing. If the response is lost, the task may be cancelled; after a refusal it is
// not.
func cancelsOneTask(t T, s *stand) {
	c := s.dashboards(t)
	if !c.has(t, driver.OpPlanCancel) {
		t.Skipf("the driver cancels no task")
	}
	table := s.reads(t)
	tasks := []string{"node-1:42", "", "*", "*:*"}
	if found := do[driver.Dashboard](t, c, call{op: driver.OpDashboard, args: &driver.Empty{}}).Tasks; found != nil && len(found.Tasks) > 0 {
		tasks = append(tasks, found.Tasks[0].ID)
	}
	c.wire.to(nobody)
	for _, task := range append(tasks, oddNames...) {
		ran := c.run(t.Context(), call{op: driver.OpPlanCancel, args: &driver.CancelArgs{Task: task}}, nil)
		require.Emptyf(t, lines(c.wire.requests()), "planning to cancel %q sends something", task)
		if ran.err != nil {
			require.NotEmpty(t, fault(t, ran, "planning to cancel a task").Message)
			continue
		}
		r := decoded[driver.Planned](t, ran).Request
		requirePlace(t, r)
		require.Falsef(t, table.IsRead(r.Method, r.Path), "cancelling %q is a read by the manifest", task)
		require.Truef(t, task != "" && !strings.Contains(task, "*"), "%q names no single task, and %s would be sent", task, line(r))
	}
	refused := s.subject.refusal(http.StatusForbidden, refusedWords)
	lost := &driver.Error{Kind: driver.Timeout, Message: "nobody responded", Sent: true}
	for reply, want := range map[*driver.Reply]driver.Outcome{
		{Status: http.StatusForbidden, Body: []byte(refused.body)}: driver.OutcomeRefused,
		{Err: lost}: driver.OutcomeUnknown,
		{Err: &driver.Error{Kind: driver.Connect, Message: "nobody"}}: driver.OutcomeRefused,
	} {
		settled := do[driver.Settled](t, c, call{op: driver.OpSettleCancel, args: &driver.CancelledArgs{Task: "node-1:42", Reply: *reply}})
		require.Equalf(t, want, settled.Outcome, "status %d, %v", reply.Status, reply.Err)
		require.NotNil(t, settled.Err)
		require.Empty(t, lines(c.wire.requests()), "judging it sends something")
	}
}
