// SPEC: APP-05, A-BRO-13
package es_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

const starting = "The server may still be starting, or a node with a copy of the data may be down. Try again in a moment. If this persists, check GET /_cluster/health in the console."

func TestAServerThatIsStartingIsReportedInASentenceWithWhatToDo(t *testing.T) {
	const action = "[n1][127.0.0.1:44627][indices:data/read/search[phase/query]]"
	failed := func(reason string) string {
		shard := `{"type":"no_shard_available_action_exception","reason":` + reason + `}`
		return `{"error":{"root_cause":[` + shard + `],"type":"search_phase_execution_exception","reason":"all shards failed","phase":"query",` +
			`"grouped":true,"failed_shards":[{"shard":0,"index":"books","node":null,"reason":` + shard + `}]},"status":503}`
	}
	const missing = "[open_point_in_time] action requires all shards to be available. Missing shards: [[i38][0]]."
	rows := []struct{ name, body, message, detail string }{
		{"no reason", failed("null"), "all shards failed", ""},
		{"the address of an action", failed(`"` + action + `"`), "No copy of the requested data is available.", action + "\nsearch_phase_execution_exception: all shards failed"},
		{
			"a point in time", `{"error":{"root_cause":[],"type":"search_phase_execution_exception","reason":"","phase":"indices:data/read/open_point_in_time","grouped":true,"failed_shards":[],` +
				`"caused_by":{"type":"search_phase_execution_exception","reason":"` + missing + `"}},"status":503}`, missing, "",
		},
		{
			"a cluster without its state", `{"error":{"root_cause":[],"type":"cluster_block_exception","reason":"blocked by: [SERVICE_UNAVAILABLE/1/state not recovered / initialized];"},"status":503}`,
			"blocked by: [SERVICE_UNAVAILABLE/1/state not recovered / initialized];", "",
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, _, err := elastictest.ReadFirstPage(t, script.JSON(503, row.body), driver.PageArgs{Size: 10})
			e := script.Fault(err)
			require.NotNil(t, e)
			require.Equal(t, row.message, e.Message)
			require.Equal(t, starting, e.Hint)
			require.Equal(t, row.detail, e.Detail)
			require.Equal(t, 503, e.Status)
		})
	}
	for _, version := range []string{"7.17.15", "8.16.3", "9.4.3"} {
		_, _, err := elastictest.ReadFirstPage(t, elastictest.Recorded(t, version, "pit.deleted_index.search"), driver.PageArgs{Size: 10})
		require.EqualError(t, err, "all shards failed")
		require.Equal(t, starting, script.Fault(err).Hint)
	}
}

func TestAnIndexWhoseShardsAreNotAvailableYetIsNamedInTheNotice(t *testing.T) {
	for _, reason := range []string{"null", `"[n1][127.0.0.1:44627][indices:data/read/search[phase/query]]"`} {
		partial := elastictest.PlainHits(0, 1)
		partial.Body = strings.Replace(partial.Body, `"_shards":{"total":1,"successful":1,"skipped":0,"failed":0}`,
			`"_shards":{"total":2,"successful":1,"skipped":0,"failed":1,"failures":[{"shard":0,"index":"i0","node":null,"reason":{"type":"no_shard_available_action_exception","reason":`+reason+`}}]}`, 1)
		h := elastictest.Conversation(t, "8.16.3", partial, partial)
		page, err := elastictest.ReadPage(h, 0, 10, nil)
		require.NoError(t, err)
		require.Equal(t, "Not all of books is shown: a shard of i0 is not available.", page.Notices[0].Text)
		require.Contains(t, page.Notices[0].Detail, "no_shard_available_action_exception")
	}
}
