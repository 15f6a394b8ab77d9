// SPEC: A-EDT-11
package save_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

func TestAnIndexThatAcceptsNoDocumentSaysWhyAndWhatToDo(t *testing.T) {
	const head, tail = `{"error":{"root_cause":[{"type":"cluster_block_exception","reason":"index [i] blocked by: [`, `];"}],"type":"cluster_block_exception","reason":"blocked"},"status":403}`
	for body, want := range map[string]string{
		`{"error":{"root_cause":[{"type":"index_closed_exception","reason":"closed"}],"type":"index_closed_exception","reason":"closed"},"status":400}`: "The index i is closed, so nothing can be saved in it. Open it with POST /i/_open in the console, then save again.",
		head + `FORBIDDEN/4/index closed` + tail:          "The index i is closed, so nothing can be saved in it. Open it with POST /i/_open in the console, then save again.",
		head + `FORBIDDEN/8/index write (api)` + tail:     "The index i does not accept writes: index.blocks.write is set. Remove the block, then save again.",
		head + `FORBIDDEN/5/index read-only (api)` + tail: "The index i does not accept writes: index.blocks.read_only is set. Remove the block, then save again.",
		head + `TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block` + tail: "The index i does not accept writes: a node is short of disk space (index.blocks.read_only_allow_delete). Free some space, or remove the block, then save again.",
		head + `FORBIDDEN/99/maintenance` + tail: "The index i does not accept writes: maintenance. Remove the block, then save again.",
	} {
		for _, row := range []driver.RowEdit{newRow("", "", cell("k", "keyword", "a")), rowShown("1", "", `{"k":"a"}`, cell("k", "keyword", "b"))} {
			h := holding(t, "8.16.3", document{source: `{"k":"a"}`})
			settled := settledBy(t, h, planned(t, h, row), script.JSON(403, body))
			require.Equal(t, driver.OutcomeRefused, settled.Outcome)
			require.Equal(t, want, settled.Err.Message)
			require.NotEmpty(t, settled.Err.Detail)
		}
	}
}

func TestARowOfAClosedIndexIsNotPlanned(t *testing.T) {
	h := holding(t, "8.16.3", document{failure: `{"root_cause":[{"type":"index_closed_exception","reason":"closed"}],"type":"index_closed_exception","reason":"closed"}`})
	plan := planned(t, h, rowShown("1", "", `{"k":"a"}`, cell("k", "keyword", "b")))
	require.Empty(t, plan.Requests)
	require.Contains(t, plan.Refusals[0].Err.Message, "The index i is closed, so nothing can be saved in it.")
}

func TestARowOfADeletedIndexSaysSo(t *testing.T) {
	h := holding(t, "8.16.3", document{source: `{"k":"a"}`})
	response := h.Respond
	plan := planned(t, h, rowShown("1", "", `{"k":"a"}`, cell("k", "keyword", "b")))
	require.Len(t, plan.Requests, 1)
	view := viewOf(t, h)
	h.Respond = func(r driver.Request) script.Response {
		if r.Path == "/i/_mapping" || r.Path == "/i"+indexSettings {
			return script.JSON(404, `{"error":{"root_cause":[{"type":"index_not_found_exception","reason":"no such index [i]"}],"type":"index_not_found_exception","reason":"no such index [i]"},"status":404}`)
		}
		return response(r)
	}
	var gone driver.Plan
	rows := []driver.RowEdit{rowShown("1", "", `{"k":"a"}`, cell("k", "keyword", "b"))}
	require.NoError(t, elastictest.Run(h, driver.OpPlan, &driver.PlanArgs{Object: "i", View: view, Rows: rows}, &gone))
	require.Equal(t, "The index i no longer exists, so nothing can be saved in it.", gone.Refusals[0].Err.Message)
}
