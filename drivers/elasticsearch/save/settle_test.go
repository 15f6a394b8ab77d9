package save_test

// SPEC: A-EDT-05, A-EDT-09, A-EDT-11

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

// sentOne plans the edit of one row, from {"k":"a"}, and returns the host, whose _mget responds with now from then on.
func sentOne(t *testing.T, version, id string, now script.Response) (*script.Host, *driver.Plan) {
	t.Helper()
	h := holding(t, version, document{source: `{"k":"a"}`})
	plan := planned(t, h, rowShown(id, "r", `{"k":"a"}`, cell("k", "keyword", "b")))
	require.Len(t, plan.Requests, 1)
	h.Sent = nil
	h.Respond = func(r driver.Request) script.Response {
		require.Equal(t, "/_mget", r.Path)
		return now
	}
	return h, plan
}

func settledBy(t *testing.T, h *script.Host, plan *driver.Plan, response script.Response) *driver.Settled {
	t.Helper()
	var s driver.Settled
	reply := driver.Reply{Status: response.Status, Headers: response.Headers, Body: []byte(response.Body), Err: response.Err}
	require.NoError(t, elastictest.Run(h, driver.OpSettle, &driver.SettleArgs{Own: plan.Requests[0].State, Reply: reply}, &s))
	if plain := plainly(plan, &reply); plain != nil {
		require.Equal(t, plain, &s)
	}
	return &s
}

// plainly returns the outcome according to the plan's plain success, nil if the driver must settle the response.
func plainly(plan *driver.Plan, reply *driver.Reply) *driver.Settled {
	if n := plan.Requests[0].Success; n > 0 {
		return plan.Successes[n-1].Settled(reply)
	}
	return nil
}

func mget(entry string) script.Response { return script.JSON(200, `{"docs":[`+entry+`]}`) }

func TestAnAnswerOfARealServerSettlesTheWrite(t *testing.T) {
	now := mget(`{"_index":"i","_id":"1","found":true,"_seq_no":9,"_primary_term":1,"_source":{"k":"theirs"}}`)
	rows := []struct {
		response string // a recorded case
		id       string
		outcome  driver.Outcome
		reads    int
	}{
		{"edit.seq.right", "1", driver.OutcomeDone, 0},
		{"edit.update.noop", "1", driver.OutcomeDone, 0},
		{"rewrite.whole_put_with_seq", "1", driver.OutcomeDone, 0},
		{"edit.seq.wrong", "1", driver.OutcomeConflict, 1},
		{"edit.seq.missing_doc", "1", driver.OutcomeConflict, 1},
		{"doc.put.seq.wrong", "1", driver.OutcomeConflict, 1},
		{"doc.put.seq.missing", "1", driver.OutcomeConflict, 1},
		{"edit.update.scalar_over_object", "1", driver.OutcomeRefused, 0},
		{"edit.routed.none", "1", driver.OutcomeRefused, 0},
	}
	for _, version := range elastictest.Versions {
		for _, row := range rows {
			t.Run(version+" "+row.response, func(t *testing.T) {
				h, plan := sentOne(t, version, row.id, now)
				s := settledBy(t, h, plan, elastictest.Recorded(t, version, row.response))
				require.Equal(t, row.outcome, s.Outcome)
				plain := plainly(plan, &driver.Reply{Status: elastictest.Recorded(t, version, row.response).Status, Body: []byte(elastictest.Recorded(t, version, row.response).Body)})
				require.Equal(t, s.Outcome == driver.OutcomeDone, plain != nil, "what is done plainly needs no call of the driver")
				require.Len(t, h.Sent, row.reads)
				switch s.Outcome {
				case driver.OutcomeDone:
					require.Equal(t, "#seq", s.Revision[0].Key)
					require.Regexp(t, `^\d+$`, s.Revision[0].Value)
					require.Equal(t, []driver.Text{{Key: "#term", Value: "1"}, {Key: "#uuid", Value: "u1"}}, s.Revision[1:])
					require.Nil(t, s.Err)
				case driver.OutcomeConflict:
					require.Equal(t, driver.Conflict, s.Err.Kind)
					require.Equal(t, `{"k":"theirs"}`, h.Document(s.Document))
				default:
					require.NotEmpty(t, s.Err.Message)
				}
			})
		}
	}
}

func TestAWriteIsSettledByWhatTheServerSays(t *testing.T) {
	lost := &driver.Error{Kind: driver.Timeout, Message: "No response within 60 seconds.", Sent: true}
	const doc = `{"_index":"i","_id":"1","found":true,"_seq_no":9,"_primary_term":1,"_source":`
	rows := []struct {
		name, id        string
		response, now   script.Response
		outcome         driver.Outcome
		message, detail string
		document        string
	}{
		{"nothing was sent", "1", script.Response{Err: &driver.Error{Kind: driver.Connect, Message: "connection refused"}}, script.Response{}, driver.OutcomeRefused, "connection refused", "", ""},
		{"no response, and the document is as it was", "1", script.Response{Err: lost}, mget(doc + `{"k":"a"}}`), driver.OutcomeUnknown, "No usable response to the write arrived. The document has not changed so far.", lost.Message, `{"k":"a"}`},
		{"no response, and the document is another", "1", script.Response{Err: lost}, mget(doc + `{"k":"b"}}`), driver.OutcomeUnknown, "No usable response to the write arrived. The document has changed: compare it with your edit.", lost.Message, `{"k":"b"}`},
		{"no response, and the document is gone", "1", script.Response{Err: lost}, mget(`{"found":false}`), driver.OutcomeUnknown, "No usable response to the write arrived, and the document no longer exists.", lost.Message, ""},
		{"no response, and none to the read", "1", script.Response{Err: lost}, script.Response{Err: lost}, driver.OutcomeUnknown, "No usable response to the write arrived, and the document could not be read again.", lost.Message, ""},
		{"a proxy that waited in vain", "1", script.Response{Status: 504}, mget(doc + `{"k":"a"}}`), driver.OutcomeUnknown, "No usable response to the write arrived. The document has not changed so far.", "A proxy in front of the server timed out waiting for it (504 Gateway Timeout).", `{"k":"a"}`},
		{"a page of something else", "1", script.Response{Status: 200, Body: "<html>hello</html>"}, mget(doc + `{"k":"a"}}`), driver.OutcomeUnknown, "No usable response to the write arrived. The document has not changed so far.", "", `{"k":"a"}`},
		{"too busy", "1", script.JSON(429, `{"error":{"type":"circuit_breaking_exception","reason":"Data too large"},"status":429}`), script.Response{}, driver.OutcomeRefused, "Data too large", "", ""},
		{"deleted meanwhile", "1", script.JSON(404, `{"error":{"type":"document_missing_exception","reason":"[1]: document missing"},"status":404}`), mget(`{"found":false}`), driver.OutcomeConflict, "The document has been deleted since it was loaded.", "[1]: document missing", ""},
		{"changed meanwhile, and not to be read", "1", script.JSON(409, `{"error":{"type":"version_conflict_engine_exception","reason":"[1]: version conflict"},"status":409}`), script.Response{Err: lost}, driver.OutcomeRefused, "The document has changed or been deleted since it was loaded.", "[1]: version conflict", ""},
		{"its index was deleted meanwhile", "1", script.JSON(404, `{"error":{"type":"index_not_found_exception","reason":"no such index [i]"},"status":404}`), mget(`{"_index":"i","_id":"1","error":{"type":"index_not_found_exception","reason":"no such index [i]"}}`), driver.OutcomeConflict, "The index of the document no longer exists.", "no such index [i]", ""},
		{"a bulk action that is done", "..", script.JSON(200, `{"errors":false,"items":[{"update":{"_index":"i","_id":"..","result":"updated","_seq_no":8,"_primary_term":1,"status":200}}]}`), script.Response{}, driver.OutcomeDone, "", "", ""},
		{"a bulk action in conflict", "..", script.JSON(200, `{"errors":true,"items":[{"update":{"_index":"i","_id":"..","status":409,"error":{"type":"version_conflict_engine_exception","reason":"[..]: version conflict"}}}]}`), mget(doc + `{"k":"c"}}`), driver.OutcomeConflict, "The document has changed since it was loaded.", "[..]: version conflict", `{"k":"c"}`},
		{"a bulk action that is refused", "..", script.JSON(200, `{"errors":true,"items":[{"update":{"_index":"i","_id":"..","status":400,"error":{"type":"mapper_parsing_exception","reason":"failed to parse field [k]"}}}]}`), script.Response{}, driver.OutcomeRefused, "failed to parse field [k]", "", ""},
		{"a bulk response without items", "..", script.JSON(200, `{"errors":false,"items":[]}`), mget(doc + `{"k":"a"}}`), driver.OutcomeUnknown, "No usable response to the write arrived. The document has not changed so far.", "", `{"k":"a"}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h, plan := sentOne(t, "8.16.3", row.id, row.now)
			s := settledBy(t, h, plan, row.response)
			require.Equal(t, row.outcome, s.Outcome)
			if row.outcome != driver.OutcomeDone {
				require.Equal(t, row.message, s.Err.Message)
				require.Contains(t, s.Err.Detail, row.detail)
			}
			if row.outcome == driver.OutcomeUnknown {
				require.NotContains(t, s.Err.Hint, "Try again", "that would be a second write")
			}
			if row.document == "" {
				require.Zero(t, s.Document)
			} else {
				require.Equal(t, row.document, h.Document(s.Document))
			}
			for _, r := range h.Sent {
				require.Equal(t, `POST /_mget`, r.Method+" "+r.Path)
			}
		})
	}
}

// SPEC: A-EDT-11
func TestAWriteIsRefusedOnlyByAnAnswerThatCannotFollowOneThatWasCarriedOut(t *testing.T) {
	said := func(status int, kind string) script.Response {
		return script.JSON(status, fmt.Sprintf(`{"error":{"root_cause":[{"type":%q,"reason":"why"}],"type":%q,"reason":"why"},"status":%d}`, kind, kind, status))
	}
	caused := func(status int, kind string) script.Response {
		return script.JSON(status, fmt.Sprintf(`{"error":{"root_cause":[{"type":"exception","reason":"why"}],"type":"exception","reason":"why","caused_by":{"type":%q,"reason":"late"}},"status":%d}`, kind, status))
	}
	page := func(status int) script.Response {
		return script.Response{Status: status, Body: "<html><title>Oops</title></html>"}
	}
	plain := func(status int) script.Response { return script.Response{Status: status, Body: "oops"} }
	item := func(status int, kind string) script.Response {
		return script.JSON(200, fmt.Sprintf(`{"errors":true,"items":[{"update":{"_index":"i","_id":"..","status":%d,"error":{"type":%q,"reason":"why"}}}]}`, status, kind))
	}
	const copies = `{"_index":"i","_id":"1","result":"updated","_shards":{"total":2,"successful":1,"failed":1},"_seq_no":8,"_primary_term":1}`
	rows := []struct {
		name     string
		bulk     bool
		response script.Response
		outcome  driver.Outcome
	}{
		{"503: the primary was lost, perhaps after it wrote", false, said(503, "unavailable_shards_exception"), driver.OutcomeUnknown},
		{"503: no master", false, said(503, "master_not_discovered_exception"), driver.OutcomeUnknown},
		{"503: the cluster was too slow", false, said(503, "process_cluster_event_timeout_exception"), driver.OutcomeUnknown},
		{"429: the cluster was too slow", false, said(429, "process_cluster_event_timeout_exception"), driver.OutcomeUnknown},
		{"429: a node took too long", false, said(429, "receive_timeout_transport_exception"), driver.OutcomeUnknown},
		{"429: something timed out", false, said(429, "timeout_exception"), driver.OutcomeUnknown},
		{"429: caused by something that timed out", false, caused(429, "timeout_exception"), driver.OutcomeUnknown},
		{"429: written, but not to every copy", false, script.JSON(429, copies), driver.OutcomeUnknown},
		{"503: written, but not to every copy", false, script.JSON(503, copies), driver.OutcomeUnknown},
		{"500: a node closed", false, said(500, "node_closed_exception"), driver.OutcomeUnknown},
		{"500: of any type", false, said(500, "illegal_state_exception"), driver.OutcomeUnknown},
		{"501", false, plain(501), driver.OutcomeUnknown},
		{"502: a page", false, page(502), driver.OutcomeUnknown},
		{"503: a page", false, page(503), driver.OutcomeUnknown},
		{"504: a page", false, page(504), driver.OutcomeUnknown},
		{"520: of a proxy", false, plain(520), driver.OutcomeUnknown},
		{"408: a proxy waited in vain", false, page(408), driver.OutcomeUnknown},
		{"408: without a page", false, plain(408), driver.OutcomeUnknown},
		{"499: a proxy that gave up", false, plain(499), driver.OutcomeUnknown},
		{"404: a page of a proxy", false, page(404), driver.OutcomeUnknown},
		{"409: a page of a proxy", false, page(409), driver.OutcomeUnknown},
		{"302", false, script.Response{Status: 302}, driver.OutcomeUnknown},
		{"200: a page", false, page(200), driver.OutcomeUnknown},
		{"200: nothing", false, script.Response{Status: 200}, driver.OutcomeUnknown},
		{"200: half a response", false, script.Response{Status: 200, Body: `{"_index":"i","_id":"1","_seq_no":8,`}, driver.OutcomeUnknown},
		{"200: an action whose primary was lost", true, item(503, "unavailable_shards_exception"), driver.OutcomeUnknown},
		{"200: an action that timed out", true, item(429, "timeout_exception"), driver.OutcomeUnknown},
		{"200: an action that failed", true, item(500, "exception"), driver.OutcomeUnknown},
		{"200: an action without a status", true, script.JSON(200, `{"errors":true,"items":[{"update":{"_index":"i"}}]}`), driver.OutcomeUnknown},
		{"503: a whole bulk request", true, said(503, "unavailable_shards_exception"), driver.OutcomeUnknown},

		{"400", false, said(400, "mapper_parsing_exception"), driver.OutcomeRefused},
		{"401: a page of a proxy", false, page(401), driver.OutcomeRefused},
		{"403", false, said(403, "security_exception"), driver.OutcomeRefused},
		{"413: a page of a proxy", false, page(413), driver.OutcomeRefused},
		{"429: the queue is full", false, said(429, "es_rejected_execution_exception"), driver.OutcomeRefused},
		{"429: the memory is full", false, said(429, "circuit_breaking_exception"), driver.OutcomeRefused},
		{"429: of a proxy", false, plain(429), driver.OutcomeRefused},
		{"200: an action that was rejected", true, item(429, "es_rejected_execution_exception"), driver.OutcomeRefused},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			id := "1"
			if row.bulk {
				id = ".."
			}
			h, plan := sentOne(t, "8.16.3", id, mget(`{"_index":"i","_id":"1","found":true,"_seq_no":7,"_primary_term":1,"_source":{"k":"a"}}`))
			s := settledBy(t, h, plan, row.response)
			require.Equal(t, row.outcome, s.Outcome, s.Err)
			if row.outcome == driver.OutcomeUnknown {
				require.Equal(t, "No usable response to the write arrived. The document has not changed so far.", s.Err.Message)
				require.Len(t, h.Sent, 1, "the document is read again")
			}
			if row.bulk || row.response.Status == 404 || row.response.Status == 409 {
				return
			}
			h = holding(t, "8.16.3", document{gone: true})
			plan = planned(t, h, newRow("", ""))
			h.Sent = nil
			require.Equal(t, row.outcome, settledBy(t, h, plan, row.response).Outcome, "a new row without an id")
			require.Empty(t, h.Sent)
		})
	}
}

// SPEC: A-EDT-09
func TestAConflictNamesTheRevisionThatWasReadAndTheOneOnTheServer(t *testing.T) {
	h := holding(t, "8.16.3", document{source: `{"k":"theirs"}`}, document{source: `{"k":"b"}`, seq: `,"_seq_no":8,"_primary_term":1`})
	plan := planned(t, h, rowShown("1", "", `{"k":"older"}`, cell("k", "keyword", "b")), undone("2", h.Shelve(`{"k":"a"}`)))
	require.Equal(t, "You loaded revision 5; the server now has revision 7.", plan.Refusals[0].Err.Hint)
	require.Equal(t, "It was saved as revision 7; the server now has revision 8.", plan.Refusals[1].Err.Hint)

	h, plan = sentOne(t, "8.16.3", "1", mget(`{"_index":"i","_id":"1","found":true,"_seq_no":9,"_primary_term":1,"_source":{"k":"c"}}`))
	settled := settledBy(t, h, plan, script.JSON(409, `{"error":{"type":"version_conflict_engine_exception","reason":"[1]: version conflict"},"status":409}`))
	require.Equal(t, "You loaded revision 7; the server now has revision 9.", settled.Err.Hint)
}

// SPEC: A-EDT-03, A-EDT-04, A-EDT-10, A-EDT-12
func TestWhatBecameOfACreationADeletionAndADropIsSettled(t *testing.T) {
	lost := &driver.Error{Kind: driver.Timeout, Message: "No response within 60 seconds.", Sent: true}
	const (
		doc    = `{"_index":"i","_id":"1","found":true,"_seq_no":9,"_primary_term":1,"_source":{"k":"theirs"}}`
		gone   = `{"_index":"i","_id":"1","found":false}`
		exists = `{"error":{"root_cause":[{"type":"version_conflict_engine_exception","reason":"[1]: version conflict, document already exists"}],"type":"version_conflict_engine_exception"},"status":409}`
		stale  = `{"error":{"root_cause":[{"type":"version_conflict_engine_exception","reason":"[1]: version conflict"}],"type":"version_conflict_engine_exception"},"status":409}`
		noSuch = `{"error":{"root_cause":[{"type":"index_not_found_exception","reason":"no such index [i]"}],"type":"index_not_found_exception","reason":"no such index [i]"},"status":404}`
	)
	created, deleted, unnamed := newRow("1", "r"), acted(driver.ActDelete, rowShown("1", "r", `{"k":"a"}`)), newRow("", "")
	rows := []struct {
		name     string
		edit     *driver.RowEdit // nil to drop the index
		response script.Response
		now      script.Response
		outcome  driver.Outcome
		message  string
		key      string // done: the key and the revision
		document bool
	}{
		{"created", &created, script.JSON(201, `{"_index":"i","_id":"1","result":"created","_seq_no":3,"_primary_term":1}`), script.Response{}, driver.OutcomeDone, "", "#index=i #id=1 #routing=r; #seq=3 #term=1 #uuid=u1", false},
		{"created under an id of the server", &unnamed, script.JSON(201, `{"_index":"i-2","_id":"aé","result":"created","_seq_no":3,"_primary_term":2}`), script.Response{}, driver.OutcomeDone, "", "#index=i-2 #id=aé; #seq=3 #term=2 #uuid=u1", false},
		{"an id that exists", &created, script.JSON(409, exists), mget(doc), driver.OutcomeConflict, "A document with this id already exists.", "", true},
		{"no response, and it exists", &created, script.Response{Err: lost}, mget(doc), driver.OutcomeUnknown, "No usable response to the write arrived. A document with this id exists: compare it with your row.", "", true},
		{"no response, and it does not exist", &created, script.Response{Err: lost}, mget(gone), driver.OutcomeUnknown, "No usable response to the write arrived. The document does not exist so far.", "", false},
		{"no response, and nobody knows its id", &unnamed, script.Response{Err: lost}, script.Response{}, driver.OutcomeUnknown, "No usable response to the write arrived, and its id is not known. Check whether the document exists before you save the row again.", "", false},
		{"a new row in an index that is gone", &created, script.JSON(404, noSuch), script.JSON(404, noSuch), driver.OutcomeConflict, "The index of the document no longer exists.", "", false},
		{"a new row that is refused", &created, script.JSON(400, `{"error":{"type":"document_parsing_exception","reason":"[1:5] failed to parse"},"status":400}`), script.Response{}, driver.OutcomeRefused, "[1:5] failed to parse", "", false},

		{"deleted", &deleted, script.JSON(200, `{"_index":"i","_id":"1","result":"deleted","_seq_no":8,"_primary_term":1}`), script.Response{}, driver.OutcomeDone, "", "; #seq=8 #term=1 #uuid=u1 #deleted=true", false},
		{"changed before it was deleted", &deleted, script.JSON(409, stale), mget(doc), driver.OutcomeConflict, "The document has changed since it was loaded.", "", true},
		{"deleted by somebody else", &deleted, script.JSON(409, stale), mget(gone), driver.OutcomeConflict, "The document has been deleted since it was loaded.", "", false},
		{"no response, and it is gone", &deleted, script.Response{Err: lost}, mget(gone), driver.OutcomeUnknown, "No usable response to the write arrived, and the document no longer exists.", "", false},

		{"dropped", nil, script.JSON(200, `{"acknowledged":true}`), script.Response{}, driver.OutcomeDone, "", ";", false},
		{"dropped, but not everywhere yet", nil, script.JSON(200, `{"acknowledged":false}`), script.JSON(404, noSuch), driver.OutcomeUnknown, "No usable response arrived, but the index no longer exists.", "", false},
		{"no response, and another index has its name", nil, script.Response{Err: lost}, script.JSON(200, `{"i":{"settings":{"index":{"uuid":"u2"}}}}`), driver.OutcomeUnknown, "No usable response arrived, but the index no longer exists.", "", false},
		{"no response, and the index is there", nil, script.Response{Err: lost}, script.JSON(200, `{"i":{"settings":{"index":{"uuid":"u1"}}}}`), driver.OutcomeUnknown, "No usable response arrived. The index still exists.", "", false},
		{"no response, and none to the read", nil, script.Response{Err: lost}, script.Response{Err: lost}, driver.OutcomeUnknown, "No usable response arrived, and Quarry could not check whether the index still exists.", "", false},
		{"the cluster took too long, and the index is there", nil, script.JSON(429, `{"error":{"root_cause":[{"type":"process_cluster_event_timeout_exception","reason":"late"}],"type":"process_cluster_event_timeout_exception","reason":"late"},"status":429}`), script.JSON(200, `{"i":{"settings":{"index":{"uuid":"u1"}}}}`), driver.OutcomeUnknown, "No usable response arrived. The index still exists.", "", false},
		{"a proxy that waited in vain, and the index is gone", nil, script.Response{Status: 408}, script.JSON(404, noSuch), driver.OutcomeUnknown, "No usable response arrived, but the index no longer exists.", "", false},
		{"an index that is gone", nil, script.JSON(404, noSuch), script.Response{}, driver.OutcomeConflict, "no such index [i]", "", false},
		{"an index that is blocked", nil, script.JSON(403, `{"error":{"type":"cluster_block_exception","reason":"index [i] blocked by: [FORBIDDEN/5/index read-only (api)];"},"status":403}`), script.Response{}, driver.OutcomeRefused, "index [i] blocked by: [FORBIDDEN/5/index read-only (api)];", "", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := holding(t, "8.16.3", document{source: `{"k":"a"}`})
			var plan driver.Plan
			if row.edit == nil {
				h.Respond = func(driver.Request) script.Response {
					return script.JSON(200, `{"i":{"settings":{"index":{"uuid":"u1"}}}}`)
				}
				require.NoError(t, elastictest.Run(h, driver.OpPlan, &driver.PlanArgs{Object: "i", Drop: true}, &plan))
			} else {
				if row.edit.Act == driver.ActCreate {
					h = holding(t, "8.16.3", document{gone: true})
				}
				plan = *planned(t, h, *row.edit)
			}
			require.Empty(t, plan.Refusals)
			h.Sent = nil
			h.Respond = func(r driver.Request) script.Response {
				require.Contains(t, []string{"POST /_mget", "GET /i/_settings/index.uuid"}, r.Method+" "+r.Path, "a write is never sent again")
				return row.now
			}
			s := settledBy(t, h, &plan, row.response)
			require.Equal(t, row.outcome, s.Outcome)
			require.Equal(t, row.document, s.Document != 0)
			if row.outcome != driver.OutcomeDone {
				require.Equal(t, row.message, s.Err.Message)
				return
			}
			require.Nil(t, s.Err)
			require.Equal(t, row.key, strings.TrimSpace(joined(s.Key))+";"+joined(s.Revision))
		})
	}
}

func joined(values []driver.Text) string {
	text := ""
	for _, v := range values {
		text += " " + v.Key + "=" + v.Value
	}
	return text
}

func TestAnswersOfRealServersSettleCreationsDeletionsAndDrops(t *testing.T) {
	now := mget(`{"_index":"i","_id":"1","found":true,"_seq_no":9,"_primary_term":1,"_source":{"k":"theirs"}}`)
	created, deleted := newRow("1", ""), acted(driver.ActDelete, rowShown("1", "", `{"k":"a"}`))
	rows := []struct {
		response string          // a recorded case
		edit     *driver.RowEdit // nil to drop the index
		outcome  driver.Outcome
	}{
		{"doc.put.create_new", &created, driver.OutcomeDone},
		{"doc.post.auto", &created, driver.OutcomeDone},
		{"doc.put.create_conflict", &created, driver.OutcomeConflict},
		{"doc.delete.seq.right", &deleted, driver.OutcomeDone},
		{"doc.delete.seq.wrong", &deleted, driver.OutcomeConflict},
		{"doc.delete.seq.missing", &deleted, driver.OutcomeConflict},
		{"doc.delete.missing_index", &deleted, driver.OutcomeConflict},
		{"doc.delete.readonly", &deleted, driver.OutcomeRefused},
		{"dropindex.closed", nil, driver.OutcomeDone},
		{"dropindex.missing", nil, driver.OutcomeConflict},
		{"dropindex.alias", nil, driver.OutcomeRefused},
		{"dropindex.readonly_full", nil, driver.OutcomeRefused},
	}
	for _, version := range elastictest.Versions {
		for _, row := range rows {
			t.Run(version+" "+row.response, func(t *testing.T) {
				h := holding(t, version, document{source: `{"k":"a"}`})
				var plan driver.Plan
				switch {
				case row.edit == nil:
					h.Respond = func(driver.Request) script.Response {
						return script.JSON(200, `{"i":{"settings":{"index":{"uuid":"u1"}}}}`)
					}
					require.NoError(t, elastictest.Run(h, driver.OpPlan, &driver.PlanArgs{Object: "i", Drop: true}, &plan))
				case row.edit.Act == driver.ActCreate:
					h = holding(t, version, document{gone: true})
					fallthrough
				default:
					plan = *planned(t, h, *row.edit)
				}
				h.Respond = func(driver.Request) script.Response { return now }
				s := settledBy(t, h, &plan, elastictest.Recorded(t, version, row.response))
				require.Equal(t, row.outcome, s.Outcome, s.Err)
				require.Equal(t, row.outcome == driver.OutcomeDone, s.Err == nil)
				require.Equal(t, row.outcome == driver.OutcomeDone && row.edit == &created, len(s.Key) == 2)
			})
		}
	}
}

func TestAFullDiskIsNotTakenForABusyServer(t *testing.T) {
	h, plan := sentOne(t, "7.9.3", "1", script.Response{})
	s := settledBy(t, h, plan, elastictest.Recorded(t, "7.9.3", "edit.flood"))
	require.Equal(t, driver.OutcomeRefused, s.Outcome)
	require.Contains(t, s.Err.Message, "a node is short of disk space")
	require.Contains(t, s.Err.Detail, "blocked by: [TOO_MANY_REQUESTS/12/")
}
