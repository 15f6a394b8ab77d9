package drivertest

import (
	"context"
	"net/http"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// showsWhatItCan: a dashboard is read by reads alone, all at once. If the engine refuses some of them, the other figures
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
func (s *stand) refusingOne(t T, refused string) plugin.Sender {
	t.Helper()
	engine := s.engine(t)
	r := s.subject.refusal(http.StatusForbidden, refusedWords)
	no := server(t, r.handler(), nil)
	return senderFunc(func(ctx context.Context, r *driver.Request) (*plugin.Answer, error) {
		if line(*r) == refused {
			return no.Do(ctx, r)
		}
		return engine.Do(ctx, r)
	})
}

// missing returns the reasons of the figures that are missing. Each figure is either there or has a sentence.
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
		require.Falsef(t, names[g.Name] || g.Name == "" || g.Title == "", "the gauge %q is not named once", g.Name)
		names[g.Name] = true
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
	if d.Nodes != nil {
		add("the list of nodes", d.Nodes.Err)
	}
	if d.Tasks != nil {
		add("the list of tasks", d.Tasks.Err)
	}
	return all
}

// cancelsOneTask: cancelling a task is planned as one request that is a write by the manifest and stays in place;
// planning and judging it send nothing. A response that is lost may have cancelled it, and a refusal has not.
func cancelsOneTask(t T, s *stand) {
	c := s.dashboards(t)
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
