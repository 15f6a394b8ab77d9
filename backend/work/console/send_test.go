package console_test

// SPEC: CNS-01, CNS-02, CNS-05, CNS-06, CNS-08, CNS-09, CNS-10, CON-22

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"quarry/backend/connection/requestlog"
	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/connection/transport"
	"quarry/backend/testing/systemtest"
	"quarry/backend/work/console"
	"quarry/drivers/driver"
)

// spoken is an engine that records the requests it gets, as "METHOD URI content-type body".
type spoken struct {
	*sessiontest.Recorder
	greeted atomic.Bool

	mu   sync.Mutex
	said []string
}

// speaking starts an engine that responds with greet once, then with answer.
func speaking(t *testing.T, greet, answer http.HandlerFunc) *spoken {
	t.Helper()
	e := &spoken{}
	e.Recorder = sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		if !e.greeted.Load() {
			greet(w, q)
			return
		}
		body, _ := io.ReadAll(q.Body)
		e.mu.Lock()
		e.said = append(e.said, fmt.Sprintf("%s %s %s %q", q.Method, q.RequestURI, q.Header.Get("Content-Type"), body))
		e.mu.Unlock()
		answer(w, q)
	})
	return e
}

// heard returns the requests since the last call.
func (e *spoken) heard() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	said := e.said
	e.said = nil
	return said
}

func ok(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"ok":true}`)) }

// opened opens a connection with a safe mode.
func opened(t *testing.T, e *spoken, id, mode string) *session.Session {
	t.Helper()
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To(id, e.Address, sessiontest.Fields{"safeMode": mode}), sessiontest.Fields{"apiKey": "k"})
	e.greeted.Store(true)
	return s
}

// ownKey is a credential that Redact finds.
const ownKey = "aKeyOfThisConnection"

// openedWith opens a session whose credential is a key.
func openedWith(t *testing.T, e *spoken, id, key string) *session.Session {
	t.Helper()
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To(id, e.Address, sessiontest.Fields{"auth": "apiKey"}), sessiontest.Fields{"apiKey": key})
	e.greeted.Store(true)
	return s
}

// planOne plans the first request of a text.
func planOne(t *testing.T, c *console.Consoles, s *session.Session, tab, text string) (*console.Plan, error) {
	t.Helper()
	all, err := c.Plan(t.Context(), s, tab, text, console.Selection{})
	if err != nil {
		return nil, err
	}
	require.Len(t, all, 1)
	return all[0].Plan, all[0].Err
}

// whole reads a response in ranges of seven bytes.
func whole(t *testing.T, c *console.Consoles, s *session.Session, a *console.Response) string {
	t.Helper()
	var text strings.Builder
	for from := int64(0); ; {
		part, size, err := c.Range(s, a.Number, from, 7)
		require.NoError(t, err)
		require.Equal(t, a.Size, size)
		if len(part) == 0 {
			return text.String()
		}
		text.Write(part)
		from += int64(len(part))
	}
}

// SPEC: CNS-04
func TestTheRowsOfASearchAreFoundInEveryFormOfItsResponse(t *testing.T) {
	const groups = `"found":5,"found_docs":9,"grouped_hits":[{"found":2,"group_key":["a"],"hits":[{"document":{"id":"1"}},{"document":{"id":"2"}}]},{"group_key":["b"],"hits":[{"document":{"id":"3"}}]}],"search_time_ms":4`
	rows := []struct {
		name, text, response, rows string
		want                       []string // took, total, count, groups, all groups
		found                      int
	}{
		{"a search", "GET collections/b/documents/search?q=*", `{"found":7,"hits":[{"document":{"id":"1"}}],"search_time_ms":4}`, "hits", []string{"4", "7", "1", "", ""}, 1},
		{"groups", "GET collections/b/documents/search?q=*&group_by=t", `{` + groups + `}`, "grouped_hits.*.hits", []string{"4", "9", "3", "2", "5"}, 3},
		{"groups of the only one of several", "POST multi_search\n{}", `{"results":[{` + groups + `}]}`, "results.0.grouped_hits.*.hits", []string{"4", "9", "3", "2", "5"}, 3},
		{"a union", "POST multi_search\n{}", `{"found":3,"hits":[{"collection":"v","document":{"id":"1"}}],"search_time_ms":4,"union_request_params":[{}]}`, "hits", []string{"4", "3", "1", "", ""}, 1},
		{"groups of a union", "POST multi_search\n{}", `{` + groups + `,"union_request_params":[{}]}`, "grouped_hits.*.hits", []string{"4", "9", "3", "2", "5"}, 3},
		{"no groups", "GET collections/b/documents/search?q=*&group_by=t", `{"found":0,"found_docs":0,"grouped_hits":[]}`, "grouped_hits.*.hits", []string{"", "0", "0", "0", "0"}, 0},
		{"several searches", "POST multi_search\n{}", `{"results":[{` + groups + `},{` + groups + `}]}`, "results.0.hits", []string{"", "", "", "", ""}, 0},
		{"an error", "POST multi_search\n{}", `{"code":404,"error":"Not found."}`, "results.0.hits", []string{"", "", "", "", ""}, 0},
	}
	var response string
	e := speaking(t, greeting["typesense"], func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(response)) })
	s, c := opened(t, e, "typesense", session.SafeOff), console.New()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			response = row.response
			a, err := c.SendText(t.Context(), s, "t1", row.text)
			require.NoError(t, err)
			require.Equal(t, row.want, []string{a.Took, a.Total, a.Count, a.Groups, a.AllGroups})
			require.Equal(t, []string{row.rows, "document"}, []string{a.Form.Rows, a.Form.Doc})
			_, known, err := c.Rows(s, a.Number, 0)
			require.NoError(t, err)
			require.Equal(t, row.found, known.Rows)
		})
	}
}

// SPEC: CNS-03
func TestAResponseSaysHowManyHitsItHasOfThoseThatWereFound(t *testing.T) {
	rows := []struct{ engine, text, response, took, total, count string }{
		{"elasticsearch", "GET books/_search", `{"took":12,"hits":{"total":{"value":18402,"relation":"eq"},"hits":[{"_id":"a"},{"_id":"b"}]}}`, "12", "18402", "2"},
		{"elasticsearch", "GET books/_search", `{"hits":{"total":1200,"hits":[]}}`, "", "1200", "0"},
		{"elasticsearch", "GET books/_search", `{"hits":{"hits":[{"_id":"a"}]}}`, "", "", ""},
		{"elasticsearch", "GET books/_count", `{"count":7}`, "", "", ""},
		{"typesense", "GET collections/books/documents/search?q=*", `{"found":3,"search_time_ms":1,"hits":[{},{}]}`, "1", "3", "2"},
		{"typesense", "POST multi_search\n{}", `{"results":[{"found":3,"search_time_ms":1,"hits":[{},{}]}]}`, "1", "3", "2"},
		{"typesense", "POST multi_search\n{}", `{"results":[{"found":3,"hits":[{},{}]},{"found":4,"hits":[]}]}`, "", "", ""},
	}
	for _, row := range rows {
		t.Run(row.response, func(t *testing.T) {
			e := speaking(t, greeting[row.engine], func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(row.response)) })
			a, err := console.New().SendText(t.Context(), opened(t, e, row.engine, session.SafeOff), "t1", row.text)
			require.NoError(t, err)
			require.Equal(t, []string{row.took, row.total, row.count}, []string{a.Took, a.Total, a.Count})
		})
	}
}

func TestWhatIsTypedIsSentByteForByteAndItsAnswerIsReadByRange(t *testing.T) {
	rows := []struct{ engine, text, want string }{
		{"elasticsearch", "get books/_search?size=1\n{ \"query\" : {} } // x\n", `GET /books/_search?size=1 application/json "{ \"query\" : {} } \n"`},
		{"elasticsearch", "POST /_msearch\n{}\r\n{\"size\":1.0}", `POST /_msearch application/x-ndjson "{}\r\n{\"size\":1.0}\n"`},
		{"elasticsearch", "POST _msearch\n{}\n{}\n", `POST /_msearch application/x-ndjson "{}\n{}\n"`},
		{"elasticsearch", "GET _cat/indices", `GET /_cat/indices  ""`},
		{"typesense", "get collections", `GET /collections  ""`},
		{"typesense", "POST multi_search\n{\"searches\":[]}", `POST /multi_search application/json "{\"searches\":[]}"`},
	}
	for _, row := range rows {
		t.Run(row.text, func(t *testing.T) {
			e := speaking(t, greeting[row.engine], func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/x-own")
				w.Header().Add("Warning", `299 Elasticsearch-7.17.15-abc "typed \"api\", use _doc" "Mon, 01 Jan 2026 00:00:00 GMT"`)
				w.Header().Add("Warning", `299 E "one", 299 E "two"`)
				w.Header().Add("Warning", `nothing quoted`)
				w.WriteHeader(http.StatusTeapot)
				_, _ = w.Write([]byte("{\"a\": 1.50, \"b\": 9007199254740993}\n"))
			})
			s, c := opened(t, e, row.engine, session.SafeReadOnly), console.New()
			a, err := c.SendText(t.Context(), s, "t1", row.text)
			require.NoError(t, err)
			require.Equal(t, []string{row.want}, e.heard())
			require.Equal(t, http.StatusTeapot, a.Status)
			require.Equal(t, "text/x-own", a.ContentType)
			require.Equal(t, []string{`typed "api", use _doc`, "one", "two", "nothing quoted"}, a.Warnings)
			require.Equal(t, "{\"a\": 1.50, \"b\": 9007199254740993}\n", whole(t, c, s, a))
			require.Empty(t, a.Form.Rows, "an error has no rows")
			require.Equal(t, 1, s.Shelf().Len(), "the typed body is released when it was sent")
		})
	}
}

var greeting = map[string]http.HandlerFunc{"elasticsearch": sessiontest.As8, "typesense": sessiontest.AsTypesense}

func TestAnAnswerAboveTheMemoryIsStreamedToAFileAndGoesWithItsTab(t *testing.T) {
	systemtest.SetTemp(t, t.TempDir())
	files := func() int {
		found, err := filepath.Glob(filepath.Join(os.TempDir(), "quarry-*"))
		require.NoError(t, err)
		return len(found)
	}
	const pieces = 40 << 10
	e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, _ *http.Request) {
		for i := range pieces {
			_, _ = fmt.Fprintf(w, "%1023d\n", i)
		}
	})
	table, c := session.New(sessiontest.Drivers(t)), console.New()
	s := sessiontest.Open(t, table, sessiontest.To("elasticsearch", e.Address, nil), nil)
	e.greeted.Store(true)
	a, err := c.SendText(t.Context(), s, "t1", "GET books/_search")
	require.NoError(t, err)
	require.Equal(t, int64(pieces<<10), a.Size)
	require.Equal(t, "hits.hits _source", a.Form.Rows+" "+a.Form.Doc)
	require.Equal(t, 1, files())
	part, _, err := c.Range(s, a.Number, (pieces-1)<<10, 1<<20)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("%1023d\n", pieces-1), string(part))
	c.Drop(s.ID, "t1")
	require.Zero(t, files())
	require.Zero(t, s.Shelf().Len())
	_, _, err = c.Range(s, a.Number, 0, 1)
	require.Equal(t, driver.NotFound, sessiontest.Failure(t, err).Kind)

	a, err = c.SendText(t.Context(), s, "t1", "GET books/_search")
	require.NoError(t, err)
	require.Equal(t, 1, files())
	require.NoError(t, table.Close(t.Context(), s.ID))
	require.Zero(t, files(), "closing the session releases all")
	_, _, err = c.Range(s, a.Number, 0, 1)
	require.Equal(t, driver.NotFound, sessiontest.Failure(t, err).Kind)
	_, err = c.SendText(t.Context(), s, "t1", "GET books/_search")
	require.ErrorIs(t, err, session.ErrClosed)
}

func TestOneAnswerIsDroppedAndTheOthersStay(t *testing.T) {
	e := speaking(t, sessiontest.As8, ok)
	s, c := opened(t, e, "elasticsearch", ""), console.New()
	one, err := c.SendText(t.Context(), s, "t1", "GET a")
	require.NoError(t, err)
	two, err := c.SendText(t.Context(), s, "t1", "GET b")
	require.NoError(t, err)
	other, err := c.SendText(t.Context(), s, "t2", "GET c")
	require.NoError(t, err)
	c.Drop(s.ID, "t1", one.Number, other.Number, 99)
	require.Equal(t, 2, s.Shelf().Len(), "an answer of another tab is left alone")
	require.Equal(t, `{"ok":true}`, whole(t, c, s, two))
	foreign, err := s.Shelf().Put([]byte("a document"), false)
	require.NoError(t, err)
	_, _, err = c.Range(s, foreign, 0, 1)
	require.Error(t, err, "only answers are read")
}

const write = "PUT books/_doc/1\n{\"a\":1.0}"

// SPEC: CON-22
func TestAWriteIsSentOnceWithTheDigestThatWasShown(t *testing.T) {
	for _, mode := range []string{session.SafeOff, session.SafeConfirm} {
		t.Run(mode, func(t *testing.T) {
			e := speaking(t, sessiontest.As8, ok)
			s, c := opened(t, e, "elasticsearch", mode), console.New()
			p, err := planOne(t, c, s, "t1", write)
			require.NoError(t, err)
			require.Equal(t, "PUT /books/_doc/1 application/json 9 true false", fmt.Sprint(p.Method, " ", p.Path, " ", p.ContentType, " ", p.Size, " ", p.Write, " ", p.Private))
			require.Len(t, p.Digest, 64)
			other, err := planOne(t, c, s, "t2", write+" ")
			require.NoError(t, err)
			require.NotEqual(t, p.Digest, other.Digest)
			require.Empty(t, e.heard(), "a plan sends nothing")
			for _, wrong := range []string{"", other.Digest, strings.ToUpper(p.Digest)} {
				_, err = c.Send(t.Context(), s, "t1", wrong)
				require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)
			}
			require.Empty(t, e.heard())
			_, err = c.Send(t.Context(), s, "t1", p.Digest)
			require.NoError(t, err)
			require.Equal(t, []string{`PUT /books/_doc/1 application/json "{\"a\":1.0}"`}, e.heard())
			_, err = c.Send(t.Context(), s, "t1", p.Digest)
			require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind, "a confirmation covers one sending")
			_, err = planOne(t, c, s, "t2", "DELETE books")
			require.NoError(t, err)
			_, err = c.Send(t.Context(), s, "t2", other.Digest)
			require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind, "a later request takes its place")
			require.Empty(t, e.heard())
			c.Drop(s.ID, "t1")
			c.Drop(s.ID, "t2")
			require.Zero(t, s.Shelf().Len())
		})
	}
}

// SPEC: CON-22
func TestAWriteIsNotSentUnderAStricterModeThanItWasShownUnder(t *testing.T) {
	tests := []struct{ shown, now, want string }{
		{session.SafeOff, session.SafeConfirm, "Safe mode became stricter after this request was prepared. Nothing was sent."},
		{session.SafeConfirm, session.SafeReadOnly, "This connection is read-only. Nothing was sent."},
	}
	for _, test := range tests {
		t.Run(test.shown+" then "+test.now, func(t *testing.T) {
			e := speaking(t, sessiontest.As8, ok)
			s, c := opened(t, e, "elasticsearch", test.shown), console.New()
			p, err := planOne(t, c, s, "t1", write)
			require.NoError(t, err)
			require.NoError(t, s.SetSafeMode(test.now))
			_, err = c.Send(t.Context(), s, "t1", p.Digest)
			require.Equal(t, test.want, sessiontest.Failure(t, err).Message)
			require.Empty(t, e.heard())
			p, err = planOne(t, c, s, "t1", "GET books/_search")
			require.NoError(t, err)
			_, err = c.Send(t.Context(), s, "t1", p.Digest)
			require.NoError(t, err, "reads are sent in any mode")
		})
	}
}

// SPEC: CON-22
func TestAWriteThatWasNotShownIsSentOnlyWhereTheSafeModeIsOff(t *testing.T) {
	rows := []struct {
		mode, want string
		sent       int
	}{
		{session.SafeOff, "", 1},
		{session.SafeConfirm, "This request can write, and you have not confirmed it. Nothing was sent.", 0},
		{session.SafeReadOnly, "This connection is read-only. Nothing was sent.", 0},
	}
	for _, row := range rows {
		t.Run(row.mode, func(t *testing.T) {
			e := speaking(t, sessiontest.As8, ok)
			s, c := opened(t, e, "elasticsearch", row.mode), console.New()
			_, err := c.SendText(t.Context(), s, "t1", write)
			if row.want != "" {
				require.Equal(t, row.want, sessiontest.Failure(t, err).Message)
				require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)
			} else {
				require.NoError(t, err)
			}
			require.Len(t, e.heard(), row.sent)
		})
	}
}

// SPEC: CON-22
func TestAReadOnlyConnectionSendsNoWriteThatWasShown(t *testing.T) {
	e := speaking(t, sessiontest.As8, ok)
	s, c := opened(t, e, "elasticsearch", session.SafeReadOnly), console.New()
	for _, text := range []string{write, "POST _bulk\n{}", "DELETE books", "POST books/_update_by_query", "POST _security/api_key\n{}", "OPTIONS /"} {
		p, err := planOne(t, c, s, "t1", text)
		require.NoError(t, err)
		require.True(t, p.Write)
		_, err = c.Send(t.Context(), s, "t1", p.Digest)
		require.Equal(t, "This connection is read-only. Nothing was sent.", sessiontest.Failure(t, err).Message)
	}
	require.Empty(t, e.heard())
	require.Zero(t, s.Shelf().Len())
}

func TestSQLIsRefusedAndNotSent(t *testing.T) {
	rows := []struct{ engine, text, want, hint string }{
		{"elasticsearch", "SELECT * FROM books", "This looks like SQL. Nothing was sent.", "GET /books/_search"},
		{"typesense", "DELETE FROM books", "This looks like SQL. Nothing was sent.", "GET /collections/books/documents/search?q=*"},
		{"elasticsearch", "POST _sql\n{\"query\":\"SELECT 1\"}", "Quarry does not send SQL to Elasticsearch.", "GET /books/_search"},
		{"elasticsearch", "POST /%5Fsql/\n{}", "Quarry does not send SQL to Elasticsearch.", "GET /books/_search"},
		{"elasticsearch", "GET _xpack/sql", "Quarry does not send SQL to Elasticsearch.", "GET /books/_search"},
	}
	for _, row := range rows {
		t.Run(row.text, func(t *testing.T) {
			e := speaking(t, greeting[row.engine], ok)
			s, c := opened(t, e, row.engine, session.SafeOff), console.New()
			_, err := c.SendText(t.Context(), s, "t1", row.text)
			failure := sessiontest.Failure(t, err)
			require.Equal(t, driver.Refused, failure.Kind)
			require.Equal(t, row.want, failure.Message)
			require.Contains(t, failure.Hint, row.hint)
			require.Empty(t, e.heard())
		})
	}
}

// SPEC: CNS-08, CON-08
func TestARouteThatCarriesCredentialsLeavesNothingInTheLogOrInAFile(t *testing.T) {
	systemtest.SetTemp(t, t.TempDir())
	const password = "correct horse battery staple"
	rows := []struct{ engine, text string }{
		{"elasticsearch", "POST _security/user/anna?q=" + strings.ReplaceAll(password, " ", "+") + "\n{\"password\":\"" + password + "\"}"},
		{"elasticsearch", "GET _security/oauth2/token?q=" + strings.ReplaceAll(password, " ", "+") + "\n{\"password\":\"" + password + "\"}"},
		{"typesense", "GET keys?q=" + strings.ReplaceAll(password, " ", "+") + "\n{\"password\":\"" + password + "\"}"},
	}
	for _, row := range rows {
		t.Run(row.text[:20], func(t *testing.T) {
			e := speaking(t, greeting[row.engine], func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte(strings.Repeat("s", 20<<20))) // more than a non-private response keeps in memory
			})
			s, c := opened(t, e, row.engine, session.SafeOff), console.New()
			a, err := c.SendText(t.Context(), s, "t1", row.text)
			require.NoError(t, err)
			require.True(t, a.Private)
			require.Contains(t, e.heard()[0], password)
			files, err := os.ReadDir(os.TempDir())
			require.NoError(t, err)
			require.Empty(t, files)
			sent := s.Requests.Since(0)
			last := sent[len(sent)-1]
			require.Equal(t, requestlog.GapPrivate, last.Gap)
			require.NotContains(t, fmt.Sprintf("%+v %s %s", last, last.Body(), last.Curl(s.Base())), "horse")
			require.Equal(t, "console", last.Purpose)
		})
	}
}

func TestAWriteWhoseAnswerDidNotComeMayHaveBeenCarriedOut(t *testing.T) {
	e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_ = connection.Close()
		}
	})
	s, c := opened(t, e, "elasticsearch", session.SafeOff), console.New()
	_, err := c.SendText(t.Context(), s, "t1", write)
	var failure *transport.Error
	require.ErrorAs(t, err, &failure)
	require.Equal(t, "The server may or may not have carried out this request. Check what it would have changed before sending it again.", failure.Hint)
	require.Len(t, e.heard(), 1, "it is not sent again")
	_, err = c.SendText(t.Context(), s, "t1", "GET books/_search")
	require.ErrorAs(t, err, &failure)
	require.NotContains(t, failure.Hint, "carried out")
}

func TestAWriteWhoseAnswerCannotBeKeptMayHaveBeenCarriedOut(t *testing.T) {
	e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.CopyN(w, endless{}, 17<<20) })
	s, c := opened(t, e, "elasticsearch", session.SafeOff), console.New()
	systemtest.SetTemp(t, filepath.Join(t.TempDir(), "none"))
	for text, hint := range map[string]string{
		write:               "The server may or may not have carried out this request. Check what it would have changed before sending it again.",
		"GET books/_search": "",
	} {
		_, err := c.SendText(t.Context(), s, "t1", text)
		failure := sessiontest.Failure(t, err)
		require.Contains(t, failure.Message, "Quarry could not keep the response: ")
		require.Contains(t, failure.Detail, "temporary file")
		require.Equal(t, hint, failure.Hint)
	}
	require.Len(t, e.heard(), 2, "neither is sent again")
	require.Zero(t, s.Shelf().Len())
}

// endless is a text without an end.
type endless struct{}

// Read implements [io.Reader].
func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// SPEC: CON-20
// SPEC: CNS-08, APP-05
func TestAWriteThatAGatewayAnsweredMayHaveBeenCarriedOut(t *testing.T) {
	const (
		page  = "<html><head><title>Bad</title></head></html>"
		doubt = "The server may or may not have carried out this request. Check what it would have changed before sending it again."
		got   = "A proxy in front of the server got no valid response from it (502 Bad Gateway). " + doubt
	)
	rows := []struct {
		name, text string
		status     int
		body, want string
	}{
		{"a page of 502", write, 502, page, got},
		{"502 and nothing else", write, 502, "", got},
		{"502 and a gateway's own JSON", write, 502, `{"message":"no upstream"}`, doubt},
		{"504 and a gateway's own text", write, 504, "stream timeout", doubt},
		{"a page of 500", write, 500, page, "A proxy returned a web page instead of the server's response, with status 500. " + doubt},
		{"a page in place of a success", write, 200, page, "A proxy returned a web page instead of the server's response, with status 200. " + doubt},
		{"a page that refuses", write, 403, page, ""},
		{"an error of the engine", write, 503, `{"error":{"type":"unavailable_shards_exception"}}`, ""},
		{"a success", write, 200, `{"result":"created"}`, ""},
		{"a read", "GET books/_search", 502, page, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(row.status)
				_, _ = io.WriteString(w, row.body)
			})
			s, c := opened(t, e, "elasticsearch", session.SafeOff), console.New()
			a, err := c.SendText(t.Context(), s, "t1", row.text)
			require.NoError(t, err)
			require.Equal(t, row.want, a.Doubt)
			require.Equal(t, row.body, whole(t, c, s, a))
			require.Len(t, e.heard(), 1)
		})
	}
}

func TestAPlaceIsLookedForInTheErrorsOfAnEngineAndNotInADepthWithoutEnd(t *testing.T) {
	for depth, want := range map[int]int{0: 15, 20: 15, 50_000: -1} {
		e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, strings.Repeat(`{"caused_by":[`, depth)+`{"line":1,"col":2}`+strings.Repeat(`]}`, depth))
		})
		a, err := console.New().SendText(t.Context(), opened(t, e, "elasticsearch", session.SafeOff), "t1", "GET _search/x\n{}")
		require.NoError(t, err)
		require.Equal(t, want, a.Fault, depth)
	}
}

func TestClosingTheTabCancelsWhatItSends(t *testing.T) {
	arrived := make(chan struct{})
	e := speaking(t, sessiontest.As8, func(_ http.ResponseWriter, q *http.Request) {
		close(arrived)
		<-q.Context().Done()
	})
	s, c := opened(t, e, "elasticsearch", session.SafeOff), console.New()
	ended := make(chan error, 1)
	go func() {
		_, err := c.SendText(context.Background(), s, "t1", "GET books/_search")
		ended <- err
	}()
	<-arrived
	c.Drop(s.ID, "t1")
	var failure *transport.Error
	require.ErrorAs(t, <-ended, &failure)
	require.Equal(t, transport.KindCancelled, failure.Kind)
	require.Zero(t, s.Shelf().Len())
}

func TestClosingTheSessionWaitsUntilWhatItSendsHasLeftNothing(t *testing.T) {
	there := make(chan struct{})
	e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(w, endless{}, 17<<20)
		_ = http.NewResponseController(w).Flush()
		close(there)
		<-r.Context().Done()
	})
	table, c := session.New(sessiontest.Drivers(t)), console.New()
	s := sessiontest.Open(t, table, sessiontest.To("elasticsearch", e.Address, nil), nil)
	e.greeted.Store(true)
	closed, early := make(chan struct{}), true
	c.Sent = func(*session.Session, *console.Plan, *console.Response) {
		select { // what follows the request takes its time
		case <-closed:
		case <-time.After(200 * time.Millisecond):
			early = false
		}
	}
	ended := make(chan error)
	go func() {
		_, err := c.SendText(context.Background(), s, "t1", "GET books/_search")
		ended <- err
	}()
	<-there
	require.NoError(t, table.Close(t.Context(), s.ID))
	close(closed)
	require.Error(t, <-ended)
	require.False(t, early, "a process that ends now would leave the file of the response")
}

func TestADriverWithoutAConsoleIsSaidToHaveNone(t *testing.T) {
	server := sessiontest.Record(t, sessiontest.AsFragile)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("fragile", server.Address, nil), nil)
	_, err := planOne(t, console.New(), s, "t1", "GET /")
	require.Equal(t, driver.Unsupported, sessiontest.Failure(t, err).Kind)
}

func TestASearchIsProfiledAsTypedAndItsProfileIsFoundInTheResponse(t *testing.T) {
	const response, profile = `{"hits":{"hits":[{"_source":{"profile":{}}}]},"profile":{"shards":[{"id":"ä"}]}}`, `{"shards":[{"id":"ä"}]}`
	e := speaking(t, greeting["elasticsearch"], func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(response)) })
	s, c := opened(t, e, "elasticsearch", session.SafeReadOnly), console.New()
	const typed = "GET books\n\nGET books/_search?q=a // c\n{\"size\": 1.0} \n\nGET books/_search\n[]"
	at := func(found string) console.Selection {
		return console.Selection{From: strings.Index(typed, found), To: strings.Index(typed, found), Profile: true}
	}
	all, err := c.Plan(t.Context(), s, "t1", typed, at("size"))
	require.NoError(t, err)
	require.Len(t, all, 1)
	a, err := c.Send(t.Context(), s, "t1", all[0].Digest)
	require.NoError(t, err)
	require.Equal(t, []string{`GET /books/_search?q=a application/json "{\"profile\": true, \"size\": 1.0} \n"`}, e.heard())
	require.Len(t, a.Measured, 1)
	part, _, err := c.Range(s, a.Number, a.Measured[0].From, int(a.Measured[0].Size))
	require.NoError(t, err)
	require.Equal(t, profile, string(part))

	for found, want := range map[string]string{
		"GET": "Only a search can be profiled. Nothing was sent.",
		"[]":  "The body is not a JSON object, so Quarry cannot profile the search. Nothing was sent.",
	} {
		all, err = c.Plan(t.Context(), s, "t1", typed, at(found))
		require.NoError(t, err)
		var refusal *driver.Error
		require.ErrorAs(t, all[0].Err, &refusal)
		require.Equal(t, driver.Refused, refusal.Kind)
		require.Equal(t, want, refusal.Message)
	}
	require.Empty(t, e.heard())
}

func TestASearchIsNotProfiledByAnEngineThatCannotDoIt(t *testing.T) {
	s, c := opened(t, speaking(t, greeting["typesense"], ok), "typesense", session.SafeReadOnly), console.New()
	all, err := c.Plan(t.Context(), s, "t1", "GET collections/books/documents/search?q=*", console.Selection{Profile: true})
	require.NoError(t, err)
	require.ErrorContains(t, all[0].Err, "This engine cannot profile a search. Nothing was sent.")
}

// SPEC: CON-25
func TestATypedRequestIsNeverRepeatedAndADriversReadIs(t *testing.T) {
	var broken atomic.Bool // the next request ends its connection
	e := speaking(t, greeting["elasticsearch"], func(w http.ResponseWriter, q *http.Request) {
		if broken.CompareAndSwap(true, false) {
			connection, _, err := w.(http.Hijacker).Hijack()
			assert.NoError(t, err)
			_ = connection.Close()
			return
		}
		_, _ = w.Write([]byte(`{"count":7}`))
	})
	s, c := opened(t, e, "elasticsearch", session.SafeOff), console.New()
	sent := func(act func() error) (int, error) {
		_, err := c.SendText(t.Context(), s, "t1", "GET books/_count") // leaves a connection that is kept alive
		require.NoError(t, err)
		e.heard()
		broken.Store(true)
		err = act()
		return len(e.heard()), err
	}

	times, err := sent(func() error { _, err := c.SendText(t.Context(), s, "t1", "GET books/_count"); return err })
	require.Error(t, err)
	require.Equal(t, 1, times)
	times, err = sent(func() error {
		_, err := session.Run[driver.Counts](t.Context(), s, driver.OpCount, &driver.CountArgs{Objects: []string{"books"}}, nil)
		return err
	})
	require.NoError(t, err)
	require.Equal(t, 2, times)
}
