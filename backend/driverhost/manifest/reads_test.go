// SPEC: CON-22
package manifest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/manifest"
)

type readRow struct {
	name, method, path string
	read               bool
}

func checkReads(t *testing.T, m *manifest.Manifest, rows []readRow) {
	t.Helper()
	table, err := session.ReadsOf(m)
	require.NoError(t, err)
	for _, row := range rows {
		t.Run(row.name+": "+row.method+" "+row.path, func(t *testing.T) {
			require.Equal(t, row.read, table.IsRead(row.method, row.path))
		})
	}
}

func TestElasticsearchReadsAreThoseOfItsTable(t *testing.T) {
	checkReads(t, engine(t, "elasticsearch"), []readRow{
		{"the root", "GET", "/", true},
		{"a listing", "GET", "/_cat/indices", true},
		{"a mapping", "GET", "/books/_mapping", true},
		{"a document", "GET", "/books/_doc/a%2Fb", true},
		{"existence", "HEAD", "/books/_doc/1", true},
		{"an id that is called _bulk", "GET", "/ids/_doc/_bulk", true},
		{"a typed search of 7.x", "GET", "/i/_doc/_search", true},
		{"a search by GET", "GET", "/books/_search", true},
		{"a search", "POST", "/books/_search", true},
		{"a search of all", "POST", "/_search", true},
		{"a search of _all", "POST", "/_all/_search", true},
		{"a search of a pattern", "POST", "/weblog-*/_search", true},
		{"a search of a list", "POST", "/a,b,-c/_search", true},
		{"a search of an alias with an escape", "POST", "/b%C3%BCcher/_search", true},
		{"a final slash", "POST", "/books/_search/", true},
		{"several searches", "POST", "/_msearch", true},
		{"several searches of one index", "POST", "/books/_msearch", true},
		{"a count", "POST", "/books/_count", true},
		{"several documents", "POST", "/books/_mget", true},
		{"field capabilities", "POST", "/books/_field_caps", true},
		{"a validation", "POST", "/books/_validate/query", true},
		{"an explanation", "POST", "/books/_explain/7", true},
		{"an analysis", "POST", "/_analyze", true},
		{"a template search", "POST", "/books/_search/template", true},
		{"a rendered template", "POST", "/_render/template/mine", true},
		{"term vectors", "POST", "/books/_termvectors/7", true},
		{"many term vectors", "POST", "/books/_mtermvectors", true},
		{"a ranking evaluation", "POST", "/books/_rank_eval", true},
		{"a query of ES|QL", "POST", "/_query", true},
		{"a query of ES|QL in the background", "POST", "/_query/async", true},
		{"a query of ES|QL that is stopped", "POST", "/_query/async/abc/stop", false},
		{"a rule", "POST", "/_query_rules", false},
		{"the shards of a search", "POST", "/books/_search_shards", true},
		{"an asynchronous search's state", "GET", "/_async_search/abc", true},
		{"opening a point in time", "POST", "/books/_pit", true},
		{"closing a point in time", "DELETE", "/_pit", true},
		{"going on with a scroll", "POST", "/_search/scroll", true},
		{"closing a scroll", "DELETE", "/_search/scroll", true},

		{"closing everybody's scrolls", "DELETE", "/_search/scroll/_all", false},
		{"bulk", "POST", "/_bulk", false},
		{"bulk by PUT", "PUT", "/_bulk", false},
		{"bulk of one index", "POST", "/books/_bulk", false},
		{"bulk of _all", "POST", "/_all/_bulk", false},
		{"a typed bulk of 7.x", "POST", "/books/_doc/_bulk", false},
		{"a new document", "POST", "/books/_doc", false},
		{"a document whose id is _search, a search on 7.x", "POST", "/books/_doc/_search", false},
		{"an update", "POST", "/books/_update/1", false},
		{"an update by query", "POST", "/books/_update_by_query", false},
		{"a delete by query", "POST", "/books/_delete_by_query", false},
		{"a reindex", "POST", "/_reindex", false},
		{"a deleted index", "DELETE", "/books", false},
		{"a deleted document", "DELETE", "/books/_doc/1", false},
		{"a deleted asynchronous search", "DELETE", "/_async_search/abc", false},
		{"a stored asynchronous search", "POST", "/books/_async_search", false},
		{"a setting", "PUT", "/books/_settings", false},
		{"aliases", "POST", "/_aliases", false},
		{"a cancelled task", "POST", "/_tasks/x:1/_cancel", false},
		{"a snapshot repository called _search", "POST", "/_snapshot/_search", false},
		{"an index template called _search", "POST", "/_index_template/_search", false},
		{"an old template called _count", "POST", "/_template/_count", false},
		{"a stored script called _search", "POST", "/_scripts/_search", false},
		{"a stored script called _explain", "POST", "/_scripts/_explain/score", false},
		{"a stored script called _validate", "POST", "/_scripts/_validate/query", false},
		{"a document of a type that looks like a search, on 7.x", "POST", "/books/%5Fsearch", false},
		{"an escaped snapshot", "POST", "/%5Fsnapshot/_search", false},
		{"a terms enumeration by POST, a typed document before 7.14", "POST", "/books/_terms_enum", false},
		{"the same by GET", "GET", "/books/_terms_enum", true},
		{"SQL by POST", "POST", "/_sql", false},
		{"SQL by GET", "GET", "/_sql", false},
		{"SQL translated by GET", "GET", "/_sql/translate", false},
		{"SQL under its older name", "GET", "/_xpack/sql", false},
		{"a refresh by GET", "GET", "/_refresh", false},
		{"a refresh of one index by GET", "GET", "/books/_refresh", false},
		{"a refresh of all by GET", "GET", "/_all/_refresh", false},
		{"a refresh with an encoded letter", "GET", "/books/_refres%68", false},
		{"a refresh behind an encoded slash", "GET", "/books%2F_refresh", false},
		{"a refresh that is encoded twice", "GET", "/books/%255Frefresh", false},
		{"a refresh with a final slash", "GET", "/books/_refresh/", false},
		{"a flush by GET", "GET", "/_flush", false},
		{"a flush of several by GET", "GET", "/a,b/_flush", false},
		{"a synced flush by GET", "GET", "/books/_flush/synced", false},
		{"enrolling Kibana by GET, which makes a token", "GET", "/_security/enroll/kibana", false},
		{"a document whose id is _refresh", "GET", "/books/_doc/_refresh", true},
		{"the users", "GET", "/_security/user", true},
		{"capitals are another route", "POST", "/books/_SEARCH", false},
		{"an empty index name", "POST", "//_search", false},
		{"an empty segment in a GET", "GET", "//books/_search", false},
		{"no slash", "POST", "_search", false},
		{"an unknown method", "PATCH", "/books", false},
		{"more than the route", "POST", "/books/_search/x", false},
	})
}

func TestTypesenseReadsAreThoseOfItsTable(t *testing.T) {
	checkReads(t, engine(t, "typesense"), []readRow{
		{"the collections", "GET", "/collections", true},
		{"a collection", "GET", "/collections/b%C3%BCcher", true},
		{"a document", "GET", "/collections/items/documents/1", true},
		{"a search", "GET", "/collections/items/documents/search", true},
		{"an export", "GET", "/collections/items/documents/export", true},
		{"the keys", "GET", "/keys", true},
		{"metrics", "GET", "/metrics.json", true},
		{"the version", "GET", "/debug", true},
		{"several searches", "POST", "/multi_search", true},

		{"an import", "POST", "/collections/items/documents/import", false},
		{"a new document", "POST", "/collections/items/documents", false},
		{"a search by POST, which the engine does not have", "POST", "/collections/items/documents/search", false},
		{"a changed document", "PATCH", "/collections/items/documents/1", false},
		{"a deleted document", "DELETE", "/collections/items/documents/1", false},
		{"documents deleted by a filter", "DELETE", "/collections/items/documents", false},
		{"a new collection", "POST", "/collections", false},
		{"a deleted collection", "DELETE", "/collections/items", false},
		{"a new key", "POST", "/keys", false},
		{"a deleted key", "DELETE", "/keys/1", false},
		{"compaction", "POST", "/operations/db/compact", false},
		{"an alias", "PUT", "/aliases/a", false},
		{"an override", "PUT", "/collections/items/overrides/o", false},
		{"an unknown route", "POST", "/nope", false},
	})
}
