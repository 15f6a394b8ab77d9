// SPEC: APP-11
package api

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
)

// connected opens a saved connection with a password and returns its session.
func connected(t *testing.T, w *world) string {
	t.Helper()
	info, err := w.Connections.Open(ConnectRequest{ID: w.save(t, w.draft(nil, typed("password", secret))).ID})
	require.NoError(t, err)
	return info.ID
}

func TestThePageReadsTheRequestLogWithoutTheCredential(t *testing.T) {
	w := newWorld(t, "8.16.3")
	session := connected(t, w)
	_, err := w.Grid.Objects(ObjectsRequest{Session: session})
	require.NoError(t, err)
	list, err := w.Requests.List(LogQuery{Session: session})
	require.NoError(t, err)
	require.Len(t, list.Entries, 2)
	greeting := list.Entries[0]
	require.NotEmpty(t, greeting.Started)
	greeting.Started, greeting.Millis = "", 0
	require.Equal(t, RequestEntry{ID: 1, Method: "GET", Path: "/", Purpose: "connect", Status: 200, Bytes: "83"}, greeting)
	require.Equal(t, "/_cat/indices", list.Entries[1].Path)
	text, err := json.Marshal(list)
	require.NoError(t, err)
	require.NotContains(t, string(text), secret)
	require.NotContains(t, string(text), "YW5uYTpwYTU1LW9mLXRoaXMtdGVzdA")

	command, err := w.Requests.Curl(EntryRequest{Session: session, ID: 2})
	require.NoError(t, err)
	require.Equal(t, "curl 'http://"+w.host+":"+w.port+"/_cat/indices?"+list.Entries[1].Query+"'", command.Text)
	body, err := w.Requests.Body(EntryRequest{Session: session, ID: 2})
	require.NoError(t, err)
	require.Empty(t, body.Text)
	_, err = w.Requests.Body(EntryRequest{Session: session, ID: 3})
	require.Equal(t, "This request is no longer recorded.", failed(t, err).Message)
}

func TestThePageIsToldOfTheNextRequest(t *testing.T) {
	w := newWorld(t, "8.16.3")
	session := connected(t, w)
	told := make(chan RequestList, 1)
	go func() {
		list, _ := w.Requests.List(LogQuery{Session: session, After: 1, Wait: true})
		told <- list
	}()
	_, err := w.Grid.Objects(ObjectsRequest{Session: session})
	require.NoError(t, err)
	require.Equal(t, "list", (<-told).Entries[0].Purpose)

	ended := make(chan error, 1)
	go func() {
		_, err := w.Requests.List(LogQuery{Call: "c1", Session: session, After: 2, Wait: true})
		ended <- err
	}()
	_, err = w.Calls.Cancel(CancelRequest{Call: "c1"})
	require.NoError(t, err)
	require.Equal(t, "cancelled", failed(t, <-ended).Kind)
}

func TestAClearedRequestLogIsEmpty(t *testing.T) {
	w := newWorld(t, "8.16.3")
	session := connected(t, w)
	cleared, err := w.Requests.Clear(LogRequest{Session: session})
	require.NoError(t, err)
	require.Equal(t, 1, cleared.Last)
	list, err := w.Requests.List(LogQuery{Session: session})
	require.NoError(t, err)
	require.Equal(t, []RequestEntry{}, list.Entries)
	_, err = w.Requests.Curl(EntryRequest{Session: session, ID: 1})
	require.Equal(t, "not-found", failed(t, err).Kind)
	_, err = w.Requests.List(LogQuery{Session: "elsewhere"})
	require.Equal(t, "This connection is closed.", failed(t, err).Message)
}

func TestABodyOfTheLogIsWhatWasSent(t *testing.T) {
	w := newWorld(t, "8.16.3")
	id := connected(t, w)
	s, err := w.Requests.sessions.Get(id)
	require.NoError(t, err)
	const sent = `{ "size":1.0,"after":9007199254740993 }`
	s.Requests.Observe(transport.Event{
		Method: "POST", Path: "/books/_search", Body: []byte(sent), ContentType: "application/json", Status: 200,
	})
	body, err := w.Requests.Body(EntryRequest{Session: id, ID: 2})
	require.NoError(t, err)
	require.Equal(t, sent, body.Text)
}
