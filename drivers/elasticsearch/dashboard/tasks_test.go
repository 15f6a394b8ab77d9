package dashboard_test

// SPEC: B-MET-02, CON-22

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

// settledCancel returns the driver's verdict on the response to a cancellation. Nothing is sent.
func settledCancel(t *testing.T, reply driver.Reply) *driver.Settled {
	t.Helper()
	h := elastictest.Host(t, nil)
	settled := &driver.Settled{}
	require.NoError(t, elastictest.Run(h, driver.OpSettleCancel, &driver.CancelledArgs{Task: "n:1", Reply: reply}, settled))
	require.Empty(t, h.Sent)
	return settled
}

func TestACancelledTaskIsDoneOnlyIfTheServerNamesIt(t *testing.T) {
	rows := []struct {
		name    string
		reply   driver.Reply
		outcome driver.Outcome
		kind    driver.Kind
		message string
	}{
		{"it was told to stop", driver.Reply{Status: 200, Body: []byte(`{"nodes":{"n":{"name":"n1","tasks":{"n:1":{"cancelled":true}}}}}`)}, driver.OutcomeDone, "", ""},
		{"there is none", driver.Reply{Status: 200, Body: []byte(`{"nodes":{}}`)}, driver.OutcomeRefused, driver.NotFound, "This task has already ended."},
		{"it has ended", driver.Reply{Status: 200, Body: []byte(`{"node_failures":[{"caused_by":{"type":"resource_not_found_exception","reason":"task [n:1] is not found"}}],"nodes":{}}`)}, driver.OutcomeRefused, driver.NotFound, "This task has already ended."},
		{"it cannot be cancelled", driver.Reply{Status: 200, Body: []byte(`{"node_failures":[{"caused_by":{"type":"illegal_argument_exception","reason":"task [n:1] doesn't support cancellation"}}]}`)}, driver.OutcomeRefused, driver.Engine, "task [n:1] doesn't support cancellation"},
		{"there is no permission", driver.Reply{Status: 403, Body: []byte(`{"error":{"type":"security_exception","reason":"not for you"},"status":403}`)}, driver.OutcomeRefused, driver.Auth, "not for you"},
		{"the route is gone", driver.Reply{Status: 404, Body: []byte(`{"error":{"type":"resource_not_found_exception","reason":"no"},"status":404}`)}, driver.OutcomeRefused, driver.NotFound, "This task has already ended."},
		{"a proxy fails", driver.Reply{Status: 502, Body: []byte(`<html>`)}, driver.OutcomeUnknown, driver.Engine, ""},
		{"the response is lost", driver.Reply{Err: &driver.Error{Kind: driver.Timeout, Message: "no response", Sent: true}}, driver.OutcomeUnknown, driver.Timeout, "no response"},
		{"it was never sent", driver.Reply{Err: &driver.Error{Kind: driver.Connect, Message: "no connection"}}, driver.OutcomeRefused, driver.Connect, "no connection"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			settled := settledCancel(t, row.reply)
			require.Equal(t, row.outcome, settled.Outcome)
			if row.outcome == driver.OutcomeDone {
				require.Nil(t, settled.Err)
				return
			}
			require.Equal(t, row.kind, settled.Err.Kind)
			if row.message != "" {
				require.Equal(t, row.message, settled.Err.Message)
			}
		})
	}
}

func TestWhatEveryVersionSaysOfATaskThatIsGoneIsUnderstood(t *testing.T) {
	for _, version := range elastictest.Versions {
		response := elastictest.Recorded(t, version, "admin.tasks.cancel")
		settled := settledCancel(t, driver.Reply{Status: response.Status, Body: []byte(response.Body)})
		require.Equal(t, driver.OutcomeRefused, settled.Outcome, version)
		require.Equal(t, "This task has already ended.", settled.Err.Message, version)
	}
}

// none responds to a request with nothing in it.
var none = script.JSON(200, `{}`)

func TestFiguresAreReadFromWhatEveryVersionSays(t *testing.T) {
	for _, version := range []string{"7.9.3", "7.17.15", "8.16.3", "8.19.13", "9.4.3"} {
		h := elastictest.Opened(t, version, map[string]script.Response{
			"GET /_cluster/health":                                elastictest.Recorded(t, version, "admin.health"),
			"GET /_nodes/stats/jvm,os,fs,indices/indexing,search": elastictest.Recorded(t, version, "admin.nodes.stats"),
			"GET /_tasks":            elastictest.Recorded(t, version, "admin.tasks.detailed"),
			"GET /_stats/indexing":   none,
			"GET /_cat/allocation":   script.JSON(200, `[]`),
			"GET /_cluster/settings": none,
		})
		d := &driver.Dashboard{}
		require.NoError(t, elastictest.Run(h, driver.OpDashboard, &driver.Empty{}, d), version)
		require.Equal(t, 1, h.Steps, "everything is asked for at once")
		require.Equal(t, "Yellow", d.Gauges[0].Text, version)
		require.Contains(t, d.Gauges[0].Note, " unassigned: too few nodes", version)
		require.Positive(t, d.Gauges[1].Of, version)
		require.Len(t, d.Tables, 1, version)
		require.Len(t, d.Tables[0].Rows, 1, version, d.Tables[0].Err)
		require.Equal(t, "Heap", d.Tables[0].Columns[2].Title)
		require.Positive(t, d.Tables[0].Rows[0].Cells[2].Value, version)
		require.Len(t, d.Tasks.Tasks, 1, "%s: another client lists tasks, and what is part of that is left out", version)
		require.Equal(t, "cluster:monitor/tasks/lists", d.Tasks.Tasks[0].Action)
	}
}

func TestALongDescriptionOfATaskIsCutBetweenCharacters(t *testing.T) {
	const long = "aééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé"
	h := elastictest.Opened(t, "8.16.3", map[string]script.Response{
		"GET /_cluster/health": none, "GET /_nodes/stats/jvm,os,fs,indices/indexing,search": none, "GET /_stats/indexing": none,
		"GET /_cat/allocation": script.JSON(200, `[]`), "GET /_cluster/settings": none,
		"GET /_tasks": script.JSON(200, `{"tasks":[{"node":"n","id":1,"action":"search","description":"`+long+long+long+`","running_time_in_nanos":1,"cancellable":true}]}`),
	})
	d := &driver.Dashboard{}
	require.NoError(t, elastictest.Run(h, driver.OpDashboard, &driver.Empty{}, d))
	require.Len(t, d.Tasks.Tasks, 1)
	require.LessOrEqual(t, len(d.Tasks.Tasks[0].Description), 403)
	require.Regexp(t, "é\\.\\.\\.$|a\\.\\.\\.$", d.Tasks.Tasks[0].Description)
}
