package console_test

// SPEC: CNS-01, CNS-02, CNS-08

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/work/console"
)

// TestNoCommentReachesTheServer also checks that the text shown, copied and stored is the text sent.
func TestNoCommentReachesTheServer(t *testing.T) {
	const lines = "application/x-ndjson"
	rows := []struct{ name, engine, typed, head, body string }{
		{"behind the document of the last request", "elasticsearch", "PUT /lamps/_doc/1?refresh\n{ \"name\": \"lamp\" } // the first product", "PUT /lamps/_doc/1?refresh", `{ "name": "lamp" } `},
		{"below the last request", "elasticsearch", "PUT /lamps/_doc/1\n{ \"name\": \"lamp\" }\n\n// TODO: check\n", "PUT /lamps/_doc/1", "{ \"name\": \"lamp\" }\n"},
		{"below the last request, without an end", "elasticsearch", "PUT /lamps/_doc/1\n{}\n/* TODO", "PUT /lamps/_doc/1", "{}\n"},
		{"behind members", "elasticsearch", "PUT /lamps/_doc/1\n{\n  \"name\": \"lamp\", // as in the catalogue\n  \"price\": 12 /* net */\n}\n\nGET /", "PUT /lamps/_doc/1", "{\n  \"name\": \"lamp\", \n  \"price\": 12 \n}\n"},
		{"between the lines of a bulk request and behind a line", "elasticsearch", "PUT /lamps/_bulk\n{\"index\":{}}\n// the lamp\n{\"name\":\"lamp\"}\n{\"index\":{}}\n{\"name\":\"chair\"} // behind", "PUT /lamps/_bulk", "{\"index\":{}}\n{\"name\":\"lamp\"}\n{\"index\":{}}\n{\"name\":\"chair\"} \n"},
		{"beside a text of several lines", "elasticsearch", "POST /_query\n{ /* a */ \"query\": \"\"\"FROM x // kept\n# kept\"\"\" } // gone", "POST /_query", `{  "query": "FROM x // kept\n# kept" } `},
		{"between two numbers", "elasticsearch", "PUT /lamps/_doc/1\n[1/* or */2]", "PUT /lamps/_doc/1", "[1 2]"},
		{"in the value of a variable", "elasticsearch", "@o = {\"x\": \"//\"} // gone\nPUT /lamps/_doc/1\n{\"o\": ${o}}", "PUT /lamps/_doc/1", `{"o": {"x": "//"}}`},
		{"in a string", "elasticsearch", "PUT /lamps/_doc/1\n{\"a\": \"# // /* */\", \"\\\"#\": 1} # gone", "PUT /lamps/_doc/1", `{"a": "# // /* */", "\"#": 1} `},
		{"on the first line", "elasticsearch", "GET /lamps/_search /* all */ // of them\n{}", "GET /lamps/_search", "{}"},
		{"in a document for Typesense", "typesense", "POST /collections/lamps/documents\n{\"a\": 1} // one", "POST /collections/lamps/documents", `{"a": 1} `},
		{"between the lines of an import", "typesense", "POST /collections/lamps/documents/import\n{\"id\": \"1\"} # a\n/* b\n c */\n{\"id\": \"2\"}", "POST /collections/lamps/documents/import", "{\"id\": \"1\"} \n{\"id\": \"2\"}\n"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var body string
			e := speaking(t, greeting[row.engine], func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"ok":true}`) })
			s, c := opened(t, e, row.engine, session.SafeOff), console.New()
			c.Sent = func(_ *session.Session, p *console.Plan, _ *console.Response) { body = p.Body() }
			shown, err := planOne(t, c, s, "t1", row.typed)
			require.NoError(t, err)
			require.Equal(t, row.body, shown.Body())
			require.EqualValues(t, len(row.body), shown.Size)
			copied, err := c.Curl(t.Context(), s, row.typed, console.Selection{})
			require.NoError(t, err)
			again, _, err := console.FromCurl(s, copied)
			require.NoError(t, err)
			require.Equal(t, row.head+"\n"+row.body, again)
			_, err = c.Send(t.Context(), s, "t1", shown.Digest)
			require.NoError(t, err)
			require.Equal(t, row.body, body)
			kind := "application/json"
			if strings.HasSuffix(row.head, "_bulk") {
				kind = lines
			} else if strings.HasSuffix(row.head, "import") {
				kind = "text/plain"
			}
			require.Equal(t, []string{row.head + " " + kind + " " + quoted(row.body)}, e.heard())
		})
	}
}

func TestAnErrorBehindACommentIsShownInTheTextAsTyped(t *testing.T) {
	e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":{"line":2,"col":4}}`)
	})
	const typed = "GET x/_search\n{ // one\n  // two\n  /* three */ \"nope\": 1 }"
	a, err := console.New().SendText(t.Context(), opened(t, e, "elasticsearch", session.SafeOff), "t1", typed)
	require.NoError(t, err)
	require.Equal(t, []string{"GET /x/_search application/json " + quoted("{ \n   \"nope\": 1 }")}, e.heard())
	require.Equal(t, "\"nope\"", typed[a.Fault:a.Fault+6])
}

func quoted(s string) string { return fmt.Sprintf("%q", s) }
