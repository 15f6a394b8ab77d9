package elasticsearch

// SPEC: APP-07, A-BRO-06, A-BRO-15, A-EDT-05

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"quarry/backend/sample"
)

func start(t *testing.T, o Options) (*Engine, string) {
	t.Helper()
	e, err := New(o)
	require.NoError(t, err)
	server := httptest.NewServer(e)
	t.Cleanup(server.Close)
	return e, server.URL
}

func TestEverySourceComesBackByteForByte(t *testing.T) {
	_, url := start(t, Options{})
	for _, x := range sample.Data(sample.DefaultSeed) {
		status, body := call(t, http.MethodPost, url+"/"+x.Name+"/_search", `{"size":5000}`)
		require.Equal(t, http.StatusOK, status)
		hits := gjson.Get(body, "hits.hits").Array()
		require.Len(t, hits, len(x.Docs))
		for i, h := range hits {
			require.Equal(t, string(x.Docs[i].Source), h.Get("_source").Raw)
			require.Equal(t, x.Docs[i].ID, h.Get("_id").String())
			require.Equal(t, x.Docs[i].Routing, h.Get("_routing").String())
		}
		for _, d := range x.Docs[:50] {
			_, one := call(t, http.MethodGet, url+"/"+x.Name+"/_doc/"+escaped(d.ID), "")
			require.Equal(t, string(d.Source), gjson.Get(one, "_source").Raw)
		}
	}
}

func TestWhatTheEngineDoesNotKnowIsSaidPlainly(t *testing.T) {
	_, url := start(t, Options{})
	for _, row := range []struct{ name, method, path, body, reason string }{
		{"a route", "GET", "/_cluster/stats", "", "The sample engine does not answer GET /_cluster/stats."},
		{"field capabilities", "GET", "/books/_field_caps?fields=*", "", "The sample engine does not answer GET /books/_field_caps."},
		{"the names of aliases", "GET", "/_alias", "", "The sample engine does not answer GET /_alias."},
		{"a source alone", "GET", "/books/_source/book-0010", "", "The sample engine does not answer GET /books/_source/book-0010."},
		{"a change of many documents", "POST", "/books/_update_by_query", `{}`, "The sample engine does not answer POST /books/_update_by_query."},
		{"a copy of an index", "POST", "/_reindex", `{}`, "The sample engine does not answer POST /_reindex."},
		{"a change of settings", "PUT", "/books/_settings", `{}`, "The sample engine does not answer PUT /books/_settings."},
		{"a change of a mapping", "PUT", "/books/_mapping", `{}`, "The sample engine does not answer PUT /books/_mapping."},
		{"an alias", "POST", "/_aliases", `{}`, "The sample engine does not answer POST /_aliases."},
		{"a script", "POST", "/books/_update/book-0001", `{"script":"ctx._source.pages++"}`, "The sample engine does not answer script in an update."},
		{"a version from outside", "PUT", "/books/_doc/1?version=5&version_type=external", `{}`, "The sample engine does not answer version of a write."},
		{"several shards", "PUT", "/new", `{"settings":{"index":{"number_of_shards":2}}}`, "The sample engine has one shard in each index."},
		{"a type of fields", "PUT", "/new", `{"mappings":{"properties":{"a":{"type":"join"}}}}`, "The sample engine does not answer fields of type join."},
		{"a date with slashes in a new field", "POST", "/books/_doc", `{"new":"2026/11/30"}`, "The sample engine does not learn a field from a date such as \"2026/11/30\"."},
		{"a query", "POST", "/books/_search", `{"query":{"fuzzy":{"title":"x"}}}`, "The sample engine does not answer a fuzzy query."},
		{"a query with one score", "POST", "/books/_search", `{"query":{"constant_score":{"filter":{"match_all":{}}}}}`, "The sample engine does not answer a constant_score query."},
		{"a query for nothing", "POST", "/books/_search", `{"query":{"match_none":{}}}`, "The sample engine does not answer a match_none query."},
		{"a mode of a sort", "POST", "/books/_search", `{"sort":[{"pages":{"mode":"median"}}]}`, "The sample engine does not answer the mode median in a sort."},
		{"a part of a search", "POST", "/books/_search", `{"profile":true}`, "The sample engine does not answer profile in a search."},
		{"an aggregation", "POST", "/books/_search", `{"aggs":{"x":{"percentiles":{"field":"pages"}}}}`, "The sample engine does not answer the aggregation percentiles."},
		{"a histogram whose width the engine chooses", "POST", "/books/_search", `{"aggs":{"x":{"auto_date_histogram":{"field":"published"}}}}`, "The sample engine does not answer the aggregation auto_date_histogram."},
		{"a way back from nested objects", "POST", "/books/_search", `{"aggs":{"x":{"nested":{"path":"authors"},"aggs":{"y":{"reverse_nested":{}}}}}}`, "The sample engine does not answer the aggregation reverse_nested."},
		{"an aggregation inside another", "POST", "/books/_search", `{"aggs":{"x":{"histogram":{"field":"pages","interval":10},"aggs":{"y":{"max":{"field":"pages"}}}}}}`, "The sample engine does not answer aggregations inside histogram."},
		{"an option of an aggregation", "POST", "/books/_search", `{"aggs":{"x":{"histogram":{"field":"pages","interval":10,"offset":5}}}}`, "The sample engine does not answer offset in a histogram."},
		{"a format of dates", "POST", "/books/_search", `{"query":{"range":{"published":{"gte":"1","format":"yyyy"}}}}`, "The sample engine does not answer the format yyyy in a range."},
		{"a time zone", "POST", "/books/_search", `{"query":{"range":{"published":{"gte":"2000","time_zone":"+01:00"}}}}`, "The sample engine does not answer a time zone in a range."},
		{"an operator of regular expressions", "POST", "/books/_search", `{"query":{"regexp":{"isbn":"a@b"}}}`, "The sample engine does not answer the operator @ in a regular expression: send the flags NONE."},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, body := call(t, row.method, url+row.path, row.body)
			require.Equal(t, http.StatusNotImplemented, status)
			require.Equal(t, row.reason, gjson.Get(body, "error.reason").String())
		})
	}
}

func TestAnEmptyClusterHasNoIndices(t *testing.T) {
	_, url := start(t, Options{Empty: true, Imitate: "7.17"})
	for _, row := range []struct{ path, want string }{
		{"/_cat/indices?format=json", "[]"}, {"/_resolve/index/*", `{"indices":[],"aliases":[],"data_streams":[]}`}, {"/_mapping", "{}"},
	} {
		status, body := call(t, http.MethodGet, url+row.path, "")
		require.Equal(t, http.StatusOK, status)
		require.Equal(t, row.want, body)
	}
	status, _ := call(t, http.MethodGet, url+"/_search", "")
	require.Equal(t, http.StatusOK, status)
}

func TestTheVersionAndItsHeadersFollowTheOptions(t *testing.T) {
	for _, row := range []struct{ imitate, number, content string }{
		{"", "8.16.3", "application/json"}, {"8.16", "8.16.3", "application/json"}, {"7.17", "7.17.15", "application/json; charset=UTF-8"},
	} {
		_, url := start(t, Options{Imitate: row.imitate, Empty: true})
		response, err := http.Get(url)
		require.NoError(t, err)
		var root struct{ Version struct{ Number string } }
		require.NoError(t, json.NewDecoder(response.Body).Decode(&root))
		require.NoError(t, response.Body.Close())
		require.Equal(t, row.number, root.Version.Number)
		require.Equal(t, row.content, response.Header.Get("Content-Type"))
		require.Equal(t, "Elasticsearch", response.Header.Get("X-elastic-product"))
	}
	_, err := New(Options{Imitate: "6.8"})
	require.ErrorContains(t, err, "choose 8.16 or 7.17")
}

func TestTheEngineListensOnLoopbackOnlyAndEndsWhenStopped(t *testing.T) {
	e, err := New(Options{Empty: true})
	require.NoError(t, err)
	for _, listen := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "nonsense"} {
		_, _, err := e.Start(listen)
		require.Error(t, err, listen)
	}
	url, stop, err := e.Start("127.0.0.1:0")
	require.NoError(t, err)
	status, _ := call(t, http.MethodGet, url, "")
	require.Equal(t, http.StatusOK, status)
	require.NoError(t, stop())
	_, err = http.Get(url)
	require.Error(t, err)
}

func TestAPointInTimeEndsWithItsTimeUnlessItIsUsed(t *testing.T) {
	now := time.Unix(1000, 0)
	p := newPoints(func() time.Time { return now })
	used, left := p.add(nil, time.Minute), p.add(nil, time.Minute)
	now = now.Add(50 * time.Second)
	require.NotNil(t, p.use(used, time.Minute))
	now = now.Add(50 * time.Second)
	require.NotNil(t, p.use(used, 0), "its life was lengthened")
	require.Nil(t, p.use(left, 0))
	_, known := p.close(left)
	require.False(t, known)
}

func TestTheSlicesOfAPointInTimeHoldEveryDocumentOnce(t *testing.T) {
	_, url := start(t, Options{})
	_, body := call(t, http.MethodPost, url+"/books/_pit?keep_alive=1m", "")
	seen := map[string]bool{}
	for id := range 3 {
		_, page := call(t, http.MethodPost, url+"/_search", fmt.Sprintf(`{"size":1200,"_source":false,"pit":{"id":%q},"slice":{"id":%d,"max":3},"sort":["_shard_doc"]}`, gjson.Get(body, "id").String(), id))
		hits := gjson.Get(page, "hits.hits").Array()
		require.NotEmpty(t, hits)
		for _, h := range hits {
			require.False(t, seen[h.Get("_id").String()])
			seen[h.Get("_id").String()] = true
		}
	}
	require.Len(t, seen, 1200)
}

func TestABodyMustSayThatItIsJSON(t *testing.T) {
	_, url := start(t, Options{})
	for _, content := range []string{"", "text/plain", "application/x-www-form-urlencoded"} {
		response, err := http.Post(url+"/books/_search", content, strings.NewReader(`{}`))
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusNotAcceptable, response.StatusCode, content)
	}
}

func TestARegularExpressionMatchesAWholeTerm(t *testing.T) {
	for _, row := range []struct {
		name, pattern string
		fold          bool
		term          string
		want          bool
	}{
		{"a part", "b", false, "abc", false},
		{"the whole", "a.c", false, "abc", true},
		{"an escaped dot", `a\.c`, false, "abc", false},
		{"anchors are characters", "^a$", false, "^a$", true},
		{"anchors do not anchor", "^a$", false, "a", false},
		{"operators are characters", `@~#<1-2>&"`, false, `@~#<1-2>&"`, true},
		{"a line break", "a.b", false, "a\nb", true},
		{"a class", "[a-c^-]+", false, "b^-", true},
		{"another class", `[^a-c\]]`, false, "]", false},
		{"either", "x|(y|z)w", false, "zw", true},
		{"counts", "a{2}b{1,}c{0,1}", false, "aab", true},
		{"a repeat of a repeat", "a+*", false, "aaa", true},
		{"a letter in the other case", "aB", true, "Ab", true},
		{"a letter beyond Z in the other case", "ż", true, "Ż", false},
		{"a class in the other case", "[ab]", true, "B", true},
		{"a range keeps its case", "[a-c]", true, "B", false},
		{"nothing", "", false, "", true},
		{"nothing is not anything", "", false, "a", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			matches, fail := release{major: 8}.expression(row.pattern, "NONE", row.fold)
			require.Nil(t, fail)
			require.Equal(t, row.want, matches(row.term))
		})
	}
	for pattern, reason := range map[string]string{
		"[a": "expected ']' at position 2", "a)": "end-of-string expected at position 1", "(a": "expected ')' at position 2", "a{x}": "integer expected at position 2", `a\`: "unexpected end-of-string",
	} {
		_, fail := release{major: 8}.expression(pattern, "NONE", false)
		require.NotNil(t, fail, pattern)
		require.Equal(t, reason, fail.reason)
	}
}
