// SPEC: A-BRO-10, A-BRO-17, CON-24
package elasticsearch_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/backend/testing/enginetest"
)

const aliasIndex = "quarry-apart"

const aliasMapping = `{"mappings":{"properties":{
	"kind":{"type":"keyword"},"count":{"type":"long"},"at":{"type":"date"},"title":{"type":"text","fields":{"raw":{"type":"keyword"}}},
	"alt":{"type":"alias","path":"kind"},"to_count":{"type":"alias","path":"count"},"to_at":{"type":"alias","path":"at"},"to_raw":{"type":"alias","path":"title.raw"},
	"rare":{"type":"alias","path":"seldom"},"seldom":{"type":"keyword"}}}}`

// withoutMapping returns the address of an engine that refuses to return mappings, as for a user without
// view_index_metadata.
func withoutMapping(t *testing.T, address string) string {
	t.Helper()
	to, err := url.Parse(address)
	require.NoError(t, err)
	pass := httputil.NewSingleHostReverseProxy(to)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/_mapping") {
			pass.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"error":{"root_cause":[{"type":"security_exception","reason":"action [indices:admin/mappings/get] is unauthorized"}],"type":"security_exception","reason":"action [indices:admin/mappings/get] is unauthorized"},"status":403}`))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// seedAliases creates the index with aliases; ask sends a request.
func seedAliases(t *testing.T, ask func(method, path, body string)) {
	t.Helper()
	ask(http.MethodDelete, "/"+aliasIndex, "")
	t.Cleanup(func() { ask(http.MethodDelete, "/"+aliasIndex, "") })
	ask(http.MethodPut, "/"+aliasIndex, aliasMapping)
	var body strings.Builder
	for i := range 150 {
		body.WriteString("{\"index\":{}}\n{\"kind\":\"ember\",\"count\":9007199254740993,\"at\":\"2020-01-02T03:04:05.000Z\",\"title\":\"A b\"")
		if i == 149 {
			body.WriteString(`,"seldom":"once"`)
		}
		body.WriteString("}\n")
	}
	ask(http.MethodPost, "/"+aliasIndex+"/_bulk?refresh=true", body.String())
}

var aliasNames = []string{"alt", "to_count", "to_at", "to_raw"}

// requireAliases compares the cells of every row with the documents.
func requireAliases(t *testing.T, n *node, v *grid.View) {
	t.Helper()
	generation := arrange(t, v, []grid.SortBy{{Column: "alt"}, {Column: "to_count", Desc: true}})
	lines := n.cells(v, generation, aliasNames...)
	require.Len(t, lines, 150)
	for _, line := range lines {
		require.Equal(t, []string{"ember", "9007199254740993", "2020-01-02T03:04:05.000Z", "A b"}, line)
	}
	rare := 0
	for _, line := range n.cells(v, generation, "rare", "seldom") {
		require.Equal(t, line[1], line[0])
		if line[0] == "once" {
			rare++
		}
	}
	require.Equal(t, 1, rare)
	for _, c := range v.Columns {
		require.True(t, c.ReadOnly, c.Name)
	}
}

func TestAliasesOfAUserWithoutTheMappingRealTLSShowTheirValues(t *testing.T) {
	s := openSecured(t)
	seedAliases(t, func(method, path, body string) { s.ask(method, path, body) })
	n := s.user(`{"indices":[{"names":["` + aliasIndex + `"],"privileges":["read"]}]}`)
	_, err := n.greet()
	require.NoError(t, err)
	v := n.open(aliasIndex)
	defer v.Close(t.Context())
	require.Contains(t, v.Set.ReadOnly, aliasIndex)
	require.Empty(t, v.Set.Notices)
	requireAliases(t, n, v)
}

func TestAliasesWithoutTheMappingOnARealEngineShowTheirValues(t *testing.T) {
	for name, address := range map[string]func(enginetest.TB) string{"8.16": enginetest.ES8, "7.17": enginetest.ES7} {
		t.Run(name, func(t *testing.T) {
			url := address(t)
			admin := connect(t, url)
			seedAliases(t, func(method, path, body string) { admin.ask(method, path, body) })
			n := connect(t, withoutMapping(t, url))
			v := n.open(aliasIndex)
			defer v.Close(t.Context())
			require.Empty(t, v.Set.Notices)
			requireAliases(t, n, v)
		})
	}
}

func TestAliasesWithoutTheMappingOnReal79AreSaidToBeEmpty(t *testing.T) {
	url := enginetest.ES79(t)
	admin := connect(t, url)
	seedAliases(t, func(method, path, body string) { admin.ask(method, path, body) })
	n := connect(t, withoutMapping(t, url))
	v := n.open(aliasIndex)
	defer v.Close(t.Context())
	require.Equal(t, []string{"Columns of alias and runtime fields are empty: the server does not return their values."}, v.Set.Notices)
}
