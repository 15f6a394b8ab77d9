// SPEC: CNS-01, CNS-08, CNS-09, CON-22
package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
)

// data requests a path of /data and returns the status and the body; about receives the description of the body.
func (w *world) data(t *testing.T, method, target string, about any) (int, []byte) {
	t.Helper()
	out := httptest.NewRecorder()
	w.Data().ServeHTTP(out, httptest.NewRequest(method, target, nil))
	if out.Code == http.StatusOK {
		text, err := url.PathUnescape(out.Header().Get(aboutHeader))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal([]byte(text), about))
	}
	return out.Code, out.Body.Bytes()
}

// engineSays is the response of a world's engine to everything except the greeting.
const engineSays = `[{"index":"books","status":"open"}]`

// historyOfAllConnections sends requests over a second connection, while the session's own history has one, and checks
// what both can see.
func (w *world) historyOfAllConnections(t *testing.T, first SessionInfo) {
	t.Helper()
	fields := w.draft(map[string]string{"safeMode": "off"}, typed("password", secret))
	fields.Name = "other"
	second, err := w.Connections.Open(ConnectRequest{ID: w.save(t, fields).ID})
	require.NoError(t, err)
	for _, text := range []string{"GET books/_count", "PUT /_security/user/joe?x=" + secret + "\n{\"password\":\"" + secret + "\"}"} {
		_, err = w.Console.Send(SendRequest{Session: second.ID, Tab: "t2", Text: text})
		require.NoError(t, err)
	}
	listed := func(q HistoryRequest) (said []string) {
		past, err := w.Console.History(q)
		require.NoError(t, err)
		for _, r := range past.Requests {
			said = append(said, r.Connection+" "+r.Path+r.Query+strings.TrimSpace(r.Body))
		}
		return said
	}
	own, others := first.Name+` /books/_docrefresh{"a":1}`, []string{"other /_security/user/joe", "other /books/_count"}
	require.Equal(t, []string{own}, listed(HistoryRequest{Session: first.ID}))
	require.Equal(t, others, listed(HistoryRequest{Session: second.ID}))
	require.Equal(t, append(others, own), listed(HistoryRequest{Session: first.ID, All: true}))
	_, err = w.Console.ClearHistory(HistoryRequest{Session: first.ID})
	require.NoError(t, err)
	require.Equal(t, others, listed(HistoryRequest{Session: first.ID, All: true}))
	_, err = w.Console.ClearHistory(HistoryRequest{Session: first.ID, All: true})
	require.NoError(t, err)
	require.Empty(t, listed(HistoryRequest{Session: second.ID}))
}

func TestATypedRequestIsPlannedSentAndItsAnswerReadByRange(t *testing.T) {
	w := newWorld(t, "8.16.3")
	info, err := w.Connections.Open(ConnectRequest{ID: w.save(t, w.draft(map[string]string{"safeMode": "confirm"}, typed("password", secret))).ID})
	require.NoError(t, err)
	require.Equal(t, "GET /books/_search", info.Request)
	require.True(t, info.Exports)
	for text, want := range map[string]StoredText{
		"GET books": {Whole: true, Judged: true},
		"joe":       {Whole: true, Judged: true},
		"GET books\nPUT /_security/user/joe\n{\"hash\": \"x\"}": {Text: "GET books\nPUT /_security/user/joe\n# 1 line was left out here because it could contain a credential.\n", Left: 1, Judged: true},
	} {
		stored, err := w.Console.Stored(TypedRequest{Session: info.ID, Tab: "t1", Text: text})
		require.NoError(t, err)
		require.Equal(t, want, stored, text)
	}
	plans, err := w.Console.Plan(ConsolePlanRequest{Session: info.ID, Tab: "t1", Text: "# ä😀\npost books/_doc?refresh\n{\"a\":1}\n\nSELECT 1", Selection: ConsoleSelection{All: true}})
	require.NoError(t, err)
	require.Equal(t, "confirm", plans.Safe)
	require.Len(t, plans.Plans, 2)
	require.Equal(t, "sql", plans.Plans[1].Failure.Code)
	require.Equal(t, []int{5, 39, 47}, []int{plans.Plans[1].Line, plans.Plans[1].From, plans.Plans[1].To})
	plan := plans.Plans[0]
	require.Len(t, plan.Digest, 64)
	digest := plan.Digest
	plan.Digest = ""
	require.Equal(t, ConsolePlan{Line: 2, From: 6, To: 37, Method: "POST", Path: "/books/_doc", Query: "refresh", ContentType: "application/json", Size: "8", Body: "{\"a\":1}\n", Write: true}, plan)

	_, err = w.Console.Send(SendRequest{Session: info.ID, Tab: "t1", Text: "DELETE books"})
	require.Equal(t, "This request can write, and you have not confirmed it. Nothing was sent.", failed(t, err).Message)
	require.Equal(t, "refused", failed(t, err).Kind)
	response, err := w.Console.Send(SendRequest{Session: info.ID, Tab: "t1", Digest: digest})
	require.NoError(t, err)
	require.Equal(t, ConsoleResponse{
		ID: response.ID, Status: http.StatusOK, ContentType: "application/json", Damaged: "0", File: "response.json", Headers: response.Headers, Warnings: []string{}, Size: known(int64(len(engineSays))), Elapsed: response.Elapsed, Search: SearchResponse{Took: "took", Facts: []SearchFact{}, Buckets: []SearchBuckets{}}, Measured: []Measured{}, Layout: ProfileLayout{Parts: []ProfilePart{}},
		Fault: -1,
	}, response)

	past, err := w.Console.History(HistoryRequest{Session: info.ID})
	require.NoError(t, err)
	require.Len(t, past.Requests, 1, "what was refused was not sent")
	require.Equal(t, PastRequest{
		Connection: info.Name, At: past.Requests[0].At, Method: "POST", Path: "/books/_doc", Query: "refresh", Body: "{\"a\":1}\n", Status: http.StatusOK,
		Elapsed: response.Elapsed, Size: response.Size,
	}, past.Requests[0])
	w.historyOfAllConnections(t, info)

	at := "/data/response?session=" + info.ID + "&response=" + response.ID
	var part ResponsePart
	code, bytes := w.data(t, http.MethodGet, at+"&from=30&size=100", &part)
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, ResponsePart{From: "30", Size: "35"}, part)
	require.Equal(t, engineSays[30:], string(bytes))
	code, bytes = w.data(t, http.MethodGet, at+"&from=99&size=9", &part)
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, ResponsePart{From: "35", Size: "35"}, part)
	require.Empty(t, bytes)
	for target, want := range map[string]int{
		at: http.StatusBadRequest, at + "&from=-1&size=1": http.StatusBadRequest, at + "&from=0&size=-1": http.StatusBadRequest,
		"/data/response?session=" + info.ID + "&response=99&from=0&size=1": http.StatusUnprocessableEntity,
		"/data/response?session=s9&response=1&from=0&size=1":               http.StatusUnprocessableEntity,
	} {
		code, _ = w.data(t, http.MethodGet, target, &part)
		require.Equal(t, want, code, target)
	}
	ofRows := strings.Replace(at, "/data/response", "/data/rows", 1)
	var known ResponseRows
	code, bytes = w.data(t, http.MethodGet, ofRows+"&block=0", &known)
	require.Equal(t, http.StatusOK, code)
	require.Equal(t, ResponseRows{Rows: 1, Per: 1, Done: true}, known)
	page, err := rows.Decode(bytes)
	require.NoError(t, err)
	require.Equal(t, []string{"index", "status"}, page.Names)
	code, bytes = w.data(t, http.MethodGet, ofRows+"&block=-1", &known)
	require.Equal(t, http.StatusOK, code)
	page, err = rows.Decode(bytes)
	require.NoError(t, err)
	require.Zero(t, page.Rows)
	for target, want := range map[string]int{
		ofRows: http.StatusBadRequest, ofRows + "&block=x": http.StatusBadRequest, ofRows + "9&block=0": http.StatusUnprocessableEntity,
		strings.Replace(at, "/data/response", "/data/around", 1): http.StatusOK,
	} {
		code, _ = w.data(t, http.MethodGet, target, &known)
		require.Equal(t, want, code, target)
	}
	code, _ = w.data(t, http.MethodPost, at+"&from=0&size=1", &part)
	require.Equal(t, http.StatusMethodNotAllowed, code)

	const typed = "GET books/_search\n{\"a\":1.0}"
	changes, err := w.Console.Format(ConsolePlanRequest{Session: info.ID, Tab: "t1", Text: typed})
	require.NoError(t, err)
	require.Equal(t, []TextChange{{From: 18, To: 27, Insert: "{\n  \"a\": 1.0\n}"}}, changes.Changes)
	command, err := w.Console.Curl(ConsolePlanRequest{Session: info.ID, Tab: "t1", Text: typed})
	require.NoError(t, err)
	require.NotContains(t, command.Text, secret)
	request, err := w.Console.FromCurl(TypedRequest{Session: info.ID, Tab: "t1", Text: command.Text})
	require.NoError(t, err)
	require.Equal(t, "GET /books/_search\n{\"a\":1.0}", request.Text)
	request, err = w.Console.FromCurl(TypedRequest{Session: info.ID, Tab: "t1", Text: "curl -u joe:" + secret + " -T x"})
	require.NoError(t, err)
	require.Equal(t, "curl -T x", request.Text)
	require.Equal(t, []string{"refused", "It was pasted without the user joe."}, []string{request.Failure.Kind, request.Failure.Hint})
	found, err := w.Console.Find(FindInResponseRequest{Session: info.ID, Tab: "t1", Response: response.ID, Text: "OPEN"})
	require.NoError(t, err)
	require.Equal(t, FoundInResponse{"1"}, found)
	file := filepath.Join(t.TempDir(), "response.json")
	_, err = w.Console.Save(SaveResponseRequest{Session: info.ID, Response: response.ID, Path: file})
	require.NoError(t, err)
	saved, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, engineSays, string(saved))

	_, err = w.Console.Drop(DropRequest{Session: info.ID, Tab: "t1", Responses: []string{"x"}})
	require.Equal(t, "invalid", failed(t, err).Kind)
	_, err = w.Console.Drop(DropRequest{Session: info.ID, Tab: "t1", Responses: []string{response.ID}})
	require.NoError(t, err)
	code, _ = w.data(t, http.MethodGet, at+"&from=0&size=1", &part)
	require.Equal(t, http.StatusUnprocessableEntity, code)
	_, err = w.Console.Drop(DropRequest{Session: info.ID, Tab: "t1"})
	require.NoError(t, err)
	_, err = w.Console.Plan(ConsolePlanRequest{Session: "s9", Tab: "t1", Text: "GET /"})
	require.Equal(t, "This connection is closed.", failed(t, err).Message)
}

// planned returns the plan of the first request of a text.
func (w *world) planned(t *testing.T, q ConsolePlanRequest) (ConsolePlan, error) {
	t.Helper()
	plans, err := w.Console.Plan(q)
	if err != nil {
		return ConsolePlan{}, err
	}
	require.NotEmpty(t, plans.Plans)
	return plans.Plans[0], nil
}
