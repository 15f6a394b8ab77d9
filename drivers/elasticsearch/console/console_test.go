package console_test

// SPEC: CNS-02, CNS-03, CNS-06, CNS-08

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

// judged returns the driver's verdict on a route, without a server to ask.
func judged(t *testing.T, method, path string) (*driver.ConsoleRoute, error) {
	t.Helper()
	h := elastictest.Host(t, nil)
	result := &driver.ConsoleRoute{}
	err := elastictest.Run(h, driver.OpConsole, &driver.ConsoleArgs{Method: method, Path: path}, result)
	require.Empty(t, h.Sent)
	return result, err
}

func TestEachSpellingOfTheSQLEndpointIsRefused(t *testing.T) {
	for _, path := range []string{
		"/_sql", "/_sql/", "/_sql/translate", "/_sql/close", "/_sql/async/abc", "/%5Fsql", "/%5fsql", "/_%73ql", "/%255Fsql", "/_SQL",
		"/_xpack/sql", "/_xpack/sql/translate", "/_xpack%2Fsql", "/%5fxpack/%73ql", "/books/%2e%2e/_sql", "/%2e/_sql", "/%2F_sql",
		"/_sql%3Fformat=json", "/_sql;x=1",
	} {
		for _, method := range []string{"GET", "POST"} {
			_, err := judged(t, method, path)
			require.NotNil(t, script.Fault(err), "%s %s", method, path)
			require.Equal(t, driver.Refused, script.Fault(err).Kind, path)
			require.Equal(t, "Quarry does not send SQL to Elasticsearch.", script.Fault(err).Message)
		}
	}
	for _, path := range []string{"/books/_doc/_sql", "/sql", "/sql/_search", "/_sqlx", "/_xpack", "/_xpack/usage", "/books/_search"} {
		_, err := judged(t, "GET", path)
		require.NoError(t, err, path)
	}
}

// SPEC: CNS-12
func TestARequestToKibanaIsRefused(t *testing.T) {
	for _, path := range []string{"/kbn:/api/spaces", "/kbn:/", "/kbn%3A/api"} {
		_, err := judged(t, "GET", path)
		require.NotNil(t, script.Fault(err), path)
		require.Equal(t, "Paths that begin with kbn: belong to Kibana. Quarry sends requests to Elasticsearch only.", script.Fault(err).Message)
	}
}

func TestOnlyRoutesWithoutCredentialsAreStorable(t *testing.T) {
	for _, path := range []string{
		"/_security/api_key", "/_security/user/anna/_password", "/_security/oauth2/token", "/_security/service/elastic/fleet-server/credential/token",
		"/%5Fsecurity/api_key", "/_xpack/security/user/anna", "/_security", "/_SECURITY/api_key", "/_nodes/reload_secure_settings", "/_nodes/n1/reload_secure_settings",
		"/_reindex", "/_watcher/watch/w", "/_inference/sparse_embedding/e", "/_connector/_secret/s", "/.security/_search", "/.security-7/_search",
		"/books,.security-tokens/_search", "/.sec*/_search", "/.*/_search", "/%2Esecurity-7/_doc/user-anna", "/_logstash/pipeline/p", "/.watches/_search",
		"/.logstash/_search", "/.secrets-inference/_search", "/.connector-secrets/_search", "/_snapshot/repo", "/_ingest/pipeline/p", "/_cluster/settings",
		"/_cluster/state", "/_unknown", "/books/_unknown", "/_mapping/../_security/user", "/_cat/%2e%2e/_snapshot/r", "/_mapping/.watches",
	} {
		r, err := judged(t, "POST", path)
		require.NoError(t, err)
		require.False(t, r.Storable, path)
	}
	for _, path := range []string{
		"/", "/books/_search", "/security/_search", "/*/_search", "/_nodes/stats", "/books/_doc/_security", "/_cat/indices", "/books", "/_msearch",
		"/books/_mapping", "/books/_field_caps", "/_field_caps", "/books/_count", "/books/_doc/1", "/books/book/1", "/books/book/_search", "/_bulk", "/books/_bulk",
		"/_mget", "/_query", "/books/_update/1", "/.ds-logs-1/_search", "/_search/scroll", "/_async_search/abc", "/_cluster/health", "/_resolve/index/*",
	} {
		r, err := judged(t, "GET", path)
		require.NoError(t, err)
		require.True(t, r.Storable, path)
	}
	var r driver.ConsoleRoute
	require.NoError(t, elastictest.Run(elastictest.Host(t, nil), driver.OpConsole, &driver.ConsoleArgs{Method: "GET", Path: "/*/_search", Query: "Expand_Wildcards=all"}, &r))
	require.False(t, r.Storable, "a pattern that reaches hidden indices")
}

func TestBodiesOfOneValueALineHaveTheirContentType(t *testing.T) {
	for _, path := range []string{"/_bulk", "/books/_bulk", "/books/_bulk/", "/books/book/_bulk", "/_msearch", "/books/_msearch", "/_msearch/template", "/books/_msearch/template", "/_monitoring/bulk", "/_fleet/_fleet_msearch", "/books/_fleet/_fleet_msearch"} {
		r, err := judged(t, "POST", path)
		require.NoError(t, err)
		require.True(t, r.Lines, path)
	}
	for _, path := range []string{"/_bulk", "/books/_msearch"} {
		r, err := judged(t, "PUT", path)
		require.NoError(t, err)
		require.Equal(t, "application/x-ndjson", r.ContentType)
	}
	for _, path := range []string{"/", "/books/_search", "/books/_doc/_bulk", "/books/_create/_msearch", "/bulk", "/_search/template"} {
		r, err := judged(t, "PUT", path)
		require.NoError(t, err)
		require.False(t, r.Lines, path)
		require.Equal(t, "application/json", r.ContentType)
	}
}

// SPEC: CNS-02
func TestARouteOfSeveralPartsSaysWhichOfThemFailed(t *testing.T) {
	for path, want := range map[string]string{
		"/_bulk": "operations in items", "/books/_bulk": "operations in items", "/books/_doc/_bulk": "operations in items",
		"/_msearch": "searches in responses", "/books/_msearch/template": "searches in responses", "/_mget": "documents in docs",
		"/_aliases": "actions in action_results", "/_reindex": "documents in failures", "/books/_update_by_query": "documents in failures",
		"/a,b/_delete_by_query": "documents in failures", "/_async_search": "shards by response._shards.failed", "/books/_search": "shards by _shards.failed",
		"/_cat/indices": "shards by _shards.failed",
	} {
		r, err := judged(t, "POST", path)
		require.NoError(t, err)
		first := r.Parts[0]
		got := first.Noun + " in " + first.List
		if first.List == "" {
			got = first.Noun + " by " + first.Count
		}
		require.Equal(t, want, got, path)
	}
	result := &driver.ConsoleRoute{}
	args := &driver.ConsoleArgs{Method: "POST", Path: "/_bulk", Query: "filter_path=items.*.error"}
	require.NoError(t, elastictest.Run(elastictest.Host(t, nil), driver.OpConsole, args, result))
	require.Equal(t, "filter_path", result.Parts[0].All, "how many succeeded is not known")
	for path, late := range map[string]string{"/books/_search": "timed_out", "/_async_search/x": "response.timed_out", "/_reindex": "timed_out"} {
		r, err := judged(t, "GET", path)
		require.NoError(t, err)
		require.Equal(t, late, r.Parts[len(r.Parts)-1].Any, path)
	}
}

func TestSearchesCanBeProfiled(t *testing.T) {
	for request, want := range map[string][2]string{
		"GET /_search":                  {"profile", "profile"},
		"POST /books/_search":           {"profile", "profile"},
		"GET /scroll/_search":           {"profile", "profile"},
		"POST /books/_search/template":  {"profile", "profile"},
		"POST /books/_async_search":     {"profile", "response.profile"},
		"GET /_async_search/abc":        {"", "response.profile"},
		"POST /_search/scroll":          {"", "profile"},
		"POST /_msearch":                {"profile", "responses.#.profile"},
		"GET /books/_msearch/template":  {"profile", "responses.#.profile"},
		"POST /_query":                  {"profile", "profile"},
		"POST /_query/":                 {"profile", "profile"},
		"POST /_query/async":            {"profile", "profile"},
		"GET /_query/async/abc":         {"", "profile"},
		"POST /_query/async/abc/stop":   {"", "profile"},
		"GET /_query":                   {"", "profile"},
		"POST /_query_rules/abc":        {},
		"PUT /_msearch":                 {},
		"POST /_bulk":                   {},
		"GET /books/_count":             {},
		"GET /":                         {},
		"PUT /books/_search":            {},
		"POST /books/_delete_by_query":  {},
		"GET /_async_search/status/abc": {"", "response.profile"},
	} {
		method, path, _ := strings.Cut(request, " ")
		r, err := judged(t, method, path)
		require.NoError(t, err)
		require.Equal(t, want, [2]string{r.Profile, r.Profiled}, request)
		require.Equal(t, r.Profiled != "", len(r.Layout.Parts) > 0, request)
		for at, part := range r.Layout.Parts {
			require.LessOrEqual(t, part.Inside, at, "%s: a part is inside of an earlier one", request)
		}
	}
}

func TestOnlyRoutesWithRowsSayWhatASearchHasBesidesThem(t *testing.T) {
	for path, want := range map[string][2]string{
		"/_search": {"_index", ""}, "/_async_search/abc": {"_index", "response"}, "/books/_count": {}, "/_query": {},
	} {
		r, err := judged(t, "GET", path)
		require.NoError(t, err)
		require.Equal(t, want, [2]string{r.Search.Place, r.Around}, path)
		require.NotEmpty(t, r.Faults.Texts, "an error of every route names places")
	}
}

func TestSearchesHaveRows(t *testing.T) {
	rows := map[string]string{
		"GET /_search": "hits.hits", "POST /books/_search": "hits.hits", "GET /books/_search/": "hits.hits", "GET /books/book/_search": "hits.hits",
		"POST /books/_search/template": "hits.hits", "POST /_search/scroll": "hits.hits", "GET /_async_search/abc": "response.hits.hits",
		"POST /books/_async_search": "response.hits.hits",
		"DELETE /_search/scroll":    "", "GET /books": "", "GET /": "", "GET /_cat/indices": "", "POST /_msearch": "", "GET /_search_shards": "", "DELETE /books/_search": "",
	}
	for request, want := range rows {
		t.Run(request, func(t *testing.T) {
			method, path, _ := strings.Cut(request, " ")
			r, err := judged(t, method, path)
			require.NoError(t, err)
			require.Equal(t, want, r.Rows)
			require.Equal(t, want != "", r.Doc == "_source")
		})
	}
}
