// SPEC: B-MET-02
package api

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheFiguresOfTheSampleServerReachThePage(t *testing.T) {
	w := newWorld(t, "8.16.3")
	sample, err := w.Connections.Sample(SampleRequest{})
	require.NoError(t, err)
	info, err := w.Connections.Open(ConnectRequest{ID: sample.ID})
	require.NoError(t, err)
	require.True(t, info.Dashboard)
	first, err := w.Dashboards.Poll(DashboardRequest{Session: info.ID, Tab: "t1"})
	require.NoError(t, err)
	require.Equal(t, "off", first.Safe)
	require.Contains(t, first.Server, "Elasticsearch 8.16.3")
	require.Len(t, first.Gauges, 4)
	require.Equal(t, Gauge{Title: "Health", Text: "Green", Value: "0", Of: "0", Note: "All shards are assigned", Level: "good"}, first.Gauges[0])
	require.Equal(t, "Nodes", first.Tables[0].Title)
	require.Equal(t, TableColumn{Title: "Name", Kind: "name", Share: 20}, first.Tables[0].Columns[0])
	require.Len(t, first.Tables[0].Rows[0], len(first.Tables[0].Columns))
	require.Equal(t, "sample", first.Tables[0].Rows[0][0].Text)
	require.Equal(t, "indices:data/write/reindex", first.Tasks.Tasks[0].Action)
	require.Len(t, first.Points, 1)
	require.Len(t, first.Points[0].Values, 4)
	second, err := w.Dashboards.Poll(DashboardRequest{Session: info.ID, Tab: "t1", After: 1})
	require.NoError(t, err)
	require.Equal(t, 2, second.Points[0].Number)

	plan, err := w.Dashboards.PlanCancel(CancelTaskRequest{Session: info.ID, Tab: "t1", Task: first.Tasks.Tasks[0].ID})
	require.NoError(t, err)
	require.Equal(t, "POST /_tasks/"+first.Tasks.Tasks[0].ID+"/_cancel", plan.Method+" "+plan.Path)
	require.Equal(t, "off", plan.Safe)
	cancelled, err := w.Dashboards.Cancel(SendCancel{Session: info.ID, Tab: "t1", Digest: plan.Digest})
	require.NoError(t, err)
	require.Equal(t, "done", cancelled.Outcome)
	shards, err := w.Dashboards.Explain(ExplainRequest{Session: info.ID, Of: "shards"})
	require.NoError(t, err)
	require.Equal(t, "All shards are assigned.", shards.None)
	require.Zero(t, shards.Total)
	require.Empty(t, shards.Items.Rows)
	_, err = w.Dashboards.Drop(DashboardDrop{Session: info.ID, Tab: "t1"})
	require.NoError(t, err)
}
