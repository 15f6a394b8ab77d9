// SPEC: A-FIL-01, A-FIL-02, CNS-01, CNS-03, CNS-06, CNS-09, CNS-10, CON-22
package api

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/backend/testing/enginetest"
)

// seeded is one document of the index that these tests create.
type seeded struct{ id, source string }

// seeds returns documents whose tag is one value, several, null or missing.
func seeds() []seeded {
	tags := []string{`"blue"`, `"red"`, `["red","blue"]`, `null`, ``, `"blue sky"`, `[]`, `["green"]`}
	var list []seeded
	for i := range 400 {
		members := []string{fmt.Sprintf(`"n": %d`, i%7), fmt.Sprintf(`"price": %d.50`, i), fmt.Sprintf(`"title":"Vol. %d"`, i%3), fmt.Sprintf(`"flag":%t`, i%2 == 0)}
		if tag := tags[i%len(tags)]; tag != "" {
			members = append(members, `"tag":`+tag)
		}
		list = append(list, seeded{fmt.Sprintf("d%03d", i), "{ " + strings.Join(members, ", ") + " }"})
	}
	return list
}

// holds evaluates "equals" naively: the value, or one of an array, is the wanted JSON text.
func (d seeded) holds(t *testing.T, member, want string) bool {
	t.Helper()
	var members map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(d.source), &members))
	var several []json.RawMessage
	if json.Unmarshal(members[member], &several) != nil {
		several = []json.RawMessage{members[member]}
	}
	return slices.ContainsFunc(several, func(one json.RawMessage) bool { return string(one) == want })
}

// missing evaluates "is null" naively: there is no value except null.
func (d seeded) missing(t *testing.T, member string) bool {
	return !slices.ContainsFunc([]string{`"blue"`, `"red"`, `"blue sky"`, `"green"`}, func(value string) bool { return d.holds(t, member, value) })
}

// realNode is a real node with an index of seeds.
type realNode struct{ address, index string }

// onRealNodes runs a test on 7.17 and on 8.16.
func onRealNodes(t *testing.T, test func(t *testing.T, node realNode)) {
	t.Helper()
	nodes := []struct {
		name    string
		address func(enginetest.TB) string
	}{{"7.17", enginetest.ES7}, {"8.16", enginetest.ES8}}
	for _, n := range nodes {
		t.Run(n.name, func(t *testing.T) {
			node := realNode{n.address(t), fmt.Sprintf("acting-%d", os.Getpid())}
			node.ask(t, http.MethodPut, "/"+node.index, `{"mappings":{"properties":{"n":{"type":"long"},"price":{"type":"double"},"tag":{"type":"keyword"},`+
				`"title":{"type":"text","fields":{"raw":{"type":"keyword"}}},"flag":{"type":"boolean"}}}}`)
			t.Cleanup(func() { node.ask(t, http.MethodDelete, "/"+node.index, "") })
			var bulk strings.Builder
			for _, d := range seeds() {
				fmt.Fprintf(&bulk, "{\"index\":{\"_id\":%q}}\n%s\n", d.id, d.source)
			}
			require.Contains(t, string(node.ask(t, http.MethodPost, "/"+node.index+"/_bulk?refresh=true", bulk.String())), `"errors":false`)
			test(t, node)
		})
	}
}

// ask sends a request directly to the node, bypassing the application.
func (n realNode) ask(t *testing.T, method, path, body string) []byte {
	t.Helper()
	q, err := http.NewRequest(method, n.address+path, strings.NewReader(body))
	require.NoError(t, err)
	q.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(q)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return text
}

// connect opens a connection to the node in a safe mode, with pages of 100 rows.
func (n realNode) connect(t *testing.T, w *world, mode string) string {
	t.Helper()
	u, err := url.Parse(n.address)
	require.NoError(t, err)
	saved := w.save(t, w.draft(map[string]string{"host": u.Hostname(), "port": u.Port(), "auth": "none", "safeMode": mode, "pageSize": "100"}))
	info, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	return info.ID
}

// ids reads all pages of a view and returns the ids of their rows, in order.
func (w *world) ids(t *testing.T, view string, generation int) []string {
	t.Helper()
	ids := []string{}
	for page := 0; ; page++ {
		var info PageInfo
		code, block := w.data(t, http.MethodGet, fmt.Sprintf("/data/page?view=%s&generation=%d&page=%d", view, generation, page), &info)
		require.Equal(t, http.StatusOK, code, "%s", block)
		decoded, err := rows.Decode(block)
		require.NoError(t, err)
		for row := range decoded.Rows {
			_, id := decoded.Cell(row, decoded.Column("#id"))
			ids = append(ids, id)
		}
		if info.End {
			return ids
		}
		require.Less(t, page, 9)
	}
}

func TestAFilterRowShowsTheDocumentsThatMatchOnRealNodes(t *testing.T) {
	onRealNodes(t, func(t *testing.T, node realNode) {
		w := newWorld(t, "8.16.3")
		view, err := w.Grid.Open(OpenRequest{Session: node.connect(t, w, "read-only"), Object: node.index})
		require.NoError(t, err)
		tests := []struct {
			name    string
			row     FilterRow
			matches func(d seeded) bool
		}{
			{"a keyword", FilterRow{Column: "tag", Operator: "equals", Values: []string{"blue"}}, func(d seeded) bool { return d.holds(t, "tag", `"blue"`) }},
			{"a keyword in part", FilterRow{Column: "tag", Operator: "equals", Values: []string{"sky"}}, func(d seeded) bool { return d.holds(t, "tag", `"sky"`) }},
			{"a long", FilterRow{Column: "n", Operator: "equals", Values: []string{"3"}}, func(d seeded) bool { return d.holds(t, "n", "3") }},
			{"a double in another spelling", FilterRow{Column: "price", Operator: "equals", Values: []string{"17.5"}}, func(d seeded) bool { return d.holds(t, "price", "17.50") }},
			{"a boolean", FilterRow{Column: "flag", Operator: "equals", Values: []string{"true"}}, func(d seeded) bool { return d.holds(t, "flag", "true") }},
			{"a text by its keyword", FilterRow{Column: "title", Operator: "equals", Values: []string{"Vol. 2"}}, func(d seeded) bool { return d.holds(t, "title", `"Vol. 2"`) }},
			{"no value", FilterRow{Column: "tag", Operator: "is null", Values: []string{}}, func(d seeded) bool { return d.missing(t, "tag") }},
			{"any value", FilterRow{Column: "tag", Operator: "is not null", Values: []string{}}, func(d seeded) bool { return !d.missing(t, "tag") }},
		}
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				filtered, err := w.Grid.Arrange(ArrangeRequest{View: view.ID, Filter: Filter{Rows: []FilterRow{test.row}}})
				require.NoError(t, err)
				require.Empty(t, filtered.Refusals)
				want := []string{}
				for _, d := range seeds() {
					if test.matches(d) {
						want = append(want, d.id)
					}
				}
				got := w.ids(t, view.ID, filtered.Generation)
				slices.Sort(got)
				require.Equal(t, want, got)
				count, err := w.Grid.Count(GenerationRequest{View: view.ID, Generation: filtered.Generation})
				require.NoError(t, err)
				require.Equal(t, strconv.Itoa(len(want)), count.Count)
				refused, err := w.Grid.Arrange(ArrangeRequest{View: view.ID, Filter: Filter{Rows: []FilterRow{{Column: "n", Operator: "equals", Values: []string{"x"}}}}})
				require.NoError(t, err)
				require.Len(t, refused.Refusals, 1)
				require.Equal(t, -1, refused.Generation)
				require.Equal(t, got, w.ids(t, view.ID, filtered.Generation), "the rows stay as they were")
			})
		}
	})
}

// answerText reads a response in parts of a thousand bytes.
func (w *world) answerText(t *testing.T, session string, a ConsoleResponse) string {
	t.Helper()
	size, err := strconv.Atoi(a.Size)
	require.NoError(t, err)
	var text strings.Builder
	for text.Len() < size {
		var part ResponsePart
		code, bytes := w.data(t, http.MethodGet, fmt.Sprintf("/data/response?session=%s&response=%s&from=%d&size=1000", session, a.ID, text.Len()), &part)
		require.Equal(t, http.StatusOK, code)
		require.Equal(t, a.Size, part.Size)
		require.NotEmpty(t, bytes)
		text.Write(bytes)
	}
	return text.String()
}

func TestASearchOfTheConsoleIsReadByRangeOnRealNodes(t *testing.T) {
	onRealNodes(t, func(t *testing.T, node realNode) {
		w := newWorld(t, "8.16.3")
		session := node.connect(t, w, "read-only")
		a, err := w.Console.Send(SendRequest{Session: session, Tab: "t1", Text: "get " + node.index + "/_search?size=400\n{ /* all */ \"sort\": [{\"price\": \"asc\"}] } // in order\n"})
		require.NoError(t, err)
		require.Equal(t, "200 hits.hits _source", fmt.Sprint(a.Status, " ", a.Rows, " ", a.Doc))
		var answer struct {
			Hits struct {
				Hits []struct {
					ID     string          `json:"_id"`
					Source json.RawMessage `json:"_source"`
				} `json:"hits"`
			} `json:"hits"`
		}
		require.NoError(t, json.Unmarshal([]byte(w.answerText(t, session, a)), &answer))
		var got []seeded
		for _, hit := range answer.Hits.Hits {
			got = append(got, seeded{hit.ID, string(hit.Source)})
		}
		require.Equal(t, seeds(), got)

		a, err = w.Console.Send(SendRequest{Session: session, Tab: "t1", Text: "GET " + node.index + "/_search\n{\"no_such_key\": 1}"})
		require.NoError(t, err)
		require.Equal(t, http.StatusBadRequest, a.Status)
		require.Contains(t, w.answerText(t, session, a), "no_such_key", "an error comes whole, in the engine's words")

		a, err = w.Console.Send(SendRequest{Session: session, Tab: "t1", Text: "POST _msearch\n{\"index\":\"" + node.index + "\"}\n{\"size\":0}"})
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, a.Status, "the final line break is added")

		a, err = w.Console.Send(SendRequest{Session: session, Tab: "t1", Text: "GET _cat/indices/" + node.index})
		require.NoError(t, err)
		require.Contains(t, a.ContentType, "text/plain", "as curl and the documentation show it")
		require.Contains(t, w.answerText(t, session, a), node.index)

		_, err = w.Console.Send(SendRequest{Session: session, Tab: "t1", Text: "POST %5Fsql\n{\"query\":\"SELECT 1\"}"})
		require.Equal(t, "Quarry does not send SQL to Elasticsearch.", failed(t, err).Message)
	})
}

func TestAWriteOfTheConsoleNeedsItsDigestOnRealNodes(t *testing.T) {
	onRealNodes(t, func(t *testing.T, node realNode) {
		w := newWorld(t, "8.16.3")
		session := node.connect(t, w, "confirm")
		const document = "{ \"n\" : 1e2,\r\n\"price\":-0.0 }\n"
		text := "PUT " + node.index + "/_doc/typed?refresh=true\n" + document
		there := func() bool {
			return !strings.Contains(string(node.ask(t, http.MethodGet, "/"+node.index+"/_doc/typed", "")), `"found":false`)
		}
		plan, err := w.planned(t, ConsolePlanRequest{Session: session, Tab: "t1", Text: text})
		require.NoError(t, err)
		for _, q := range []SendRequest{{Text: text, Tab: "t1"}, {Digest: strings.Repeat("0", 64), Tab: "t1"}, {Digest: plan.Digest, Tab: "t2"}} {
			q.Session = session
			_, err = w.Console.Send(q)
			require.Equal(t, "refused", failed(t, err).Kind)
		}
		require.False(t, there())
		a, err := w.Console.Send(SendRequest{Session: session, Tab: "t1", Digest: plan.Digest})
		require.NoError(t, err)
		require.Equal(t, http.StatusCreated, a.Status)
		require.Equal(t, document, string(node.ask(t, http.MethodGet, "/"+node.index+"/_source/typed", "")))
		_, err = w.Console.Send(SendRequest{Session: session, Tab: "t1", Digest: plan.Digest})
		require.Equal(t, "refused", failed(t, err).Kind, "a digest is used once")

		session = node.connect(t, w, "read-only")
		plan, err = w.planned(t, ConsolePlanRequest{Session: session, Tab: "t1", Text: "DELETE " + node.index + "/_doc/typed"})
		require.NoError(t, err)
		for _, q := range []SendRequest{{Session: session, Tab: "t1", Digest: plan.Digest}, {Session: session, Tab: "t1", Text: "DELETE " + node.index + "/_doc/typed"}} {
			_, err = w.Console.Send(q)
			require.Equal(t, "This connection is read-only. Nothing was sent.", failed(t, err).Message)
		}
		require.True(t, there())
	})
}
