// SPEC: B-MET-02, CON-22
package dashboard_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/testing/enginetest"
	"quarry/backend/work/dashboard"
	"quarry/drivers/driver"
)

func TestTheFiguresOfARealClusterAreReadAndATaskIsCancelled(t *testing.T) {
	for name, address := range map[string]func(enginetest.TB) string{"8.16": enginetest.ES8, "7.17": enginetest.ES7} {
		t.Run(name, func(t *testing.T) { figuresAndTask(t, address(t)) })
	}
}

func TestTheFiguresOfAReal79AreReadAndATaskIsCancelled(t *testing.T) {
	figuresAndTask(t, enginetest.ES79(t))
}

func TestTheFiguresOfAReal9AreReadAndATaskIsCancelled(t *testing.T) {
	figuresAndTask(t, enginetest.ES9(t))
}

// figuresAndTask reads the figures of a node with an unassigned replica and a slow deletion, and cancels the deletion.
func figuresAndTask(t *testing.T, address string) {
	t.Helper()
	index := fmt.Sprintf("dashboard-%d", os.Getpid())
	url := enginetest.Index(t, address, index, `{"settings":{"number_of_shards":1,"number_of_replicas":1}}`)
	enginetest.Ask(t, "POST", url+"/_bulk?refresh=true&wait_for_active_shards=1", strings.Repeat("{\"index\":{}}\n{\"n\":1}\n", 60))
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(address), nil), nil)
	d := dashboard.New()
	first, err := d.Poll(t.Context(), s, "t1", 0)
	require.NoError(t, err)
	enginetest.Ask(t, "GET", url+"/_search", "")
	slow := gjson.Get(enginetest.Ask(t, "POST", url+"/_delete_by_query?wait_for_completion=false&requests_per_second=1&scroll_size=1", `{"query":{"match_all":{}}}`), "task").String()
	second, err := d.Poll(t.Context(), s, "t1", 1)
	require.NoError(t, err)
	require.Equal(t, 2, second.Points[0].Number)
	for i, value := range second.Points[0].Values[1:] {
		require.NotEmpty(t, value, "series %d has no rate", i+1)
		require.NotContains(t, value, "-")
	}
	for _, g := range first.Gauges {
		require.Nil(t, g.Err, g.Title)
		require.True(t, g.Text != "" || g.Value > 0, g.Title)
	}
	// Other tests create indices on the same node, whose primaries are unassigned for a moment.
	require.Contains(t, []driver.Level{driver.LevelWarn, driver.LevelBad}, first.Gauges[0].Level)
	require.Contains(t, first.Gauges[0].Note, "unassigned")
	require.Len(t, first.Tables, 1)
	require.Len(t, first.Tables[0].Rows, 1)
	n := first.Tables[0].Rows[0].Cells // Name, Roles, Heap, CPU, Load, Disk, Shards
	require.True(t, n[2].Value > 0 && n[2].Of > n[2].Value && n[5].Value > 0 && n[5].Of > n[5].Value && n[6].Value > 0 && n[3].Value >= 0, "%+v", n)
	require.NotEmpty(t, n[4].Text)
	require.Contains(t, n[1].Text, "data")

	explained, err := dashboard.Explain(t.Context(), s, "shards")
	require.NoError(t, err)
	require.Contains(t, explained.Items.Rows, driver.TableRow{Cells: []driver.TableCell{
		{Text: index + " [0], replica"}, {Text: "Never assigned since the index was created"},
	}})
	require.Contains(t, explained.Note, "]: ")

	require.Nil(t, second.Tasks.Err)
	running := taskNamed(second.Tasks.Tasks, slow)
	require.NotNil(t, running, "%+v", second.Tasks.Tasks)
	require.Equal(t, "indices:data/write/delete/byquery", running.Action)
	require.Contains(t, running.Description, index)
	require.True(t, running.Cancellable)
	for _, task := range second.Tasks.Tasks {
		require.NotContains(t, task.Action, "cluster:monitor/nodes/stats", "the dashboard's own requests are not shown")
	}
	require.Equal(t, driver.OutcomeDone, cancelled(t, d, s, slow).Outcome)
	require.True(t, gjson.Get(enginetest.Ask(t, "GET", address+"/_tasks/"+slow+"?wait_for_completion=true&timeout=30s", ""), "completed").Bool())
	again := cancelled(t, d, s, slow)
	require.Equal(t, driver.OutcomeRefused, again.Outcome)
	require.Equal(t, "This task has already ended.", again.Err.Message)
}

func taskNamed(tasks []driver.Task, id string) *driver.Task {
	for i := range tasks {
		if tasks[i].ID == id {
			return &tasks[i]
		}
	}
	return nil
}

func cancelled(t *testing.T, d *dashboard.Dashboards, s *session.Session, task string) *driver.Settled {
	t.Helper()
	p, err := d.PlanCancel(t.Context(), s, "t1", task)
	require.NoError(t, err)
	settled, err := d.Cancel(t.Context(), s, "t1", p.Digest)
	require.NoError(t, err)
	return settled
}
