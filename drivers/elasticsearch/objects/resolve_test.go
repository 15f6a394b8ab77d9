// SPEC: A-BRO-02, CON-23, CON-24
package objects_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

const oneMapping = `{"i":{"mappings":{"properties":{"f":{"type":"long"}}}},"j":{"mappings":{"properties":{"f":{"type":"keyword"}}}}}`

const noneElse = `"aliases":[],"data_streams":[]`

func TestANameIsLookedUp(t *testing.T) {
	rows := []struct {
		name, typed, path, response string
		want                        driver.Object
	}{
		{"an index", "i", "i", `{"indices":[{"name":"i","attributes":["open"]}],` + noneElse + `}`,
			driver.Object{Name: "i", Kind: "index", Stands: 1, Parts: []driver.Part{{Name: "i"}}}},
		{"a closed index", " i ", "i", `{"indices":[{"name":"i","attributes":["closed"]}],` + noneElse + `}`,
			driver.Object{Name: "i", Kind: "index", Closed: true, Stands: 1, Parts: []driver.Part{{Name: "i"}}}},
		{"an alias", "al", "al", `{"indices":[],"aliases":[{"name":"al","indices":["i"]}],"data_streams":[]}`,
			driver.Object{Name: "al", Kind: "alias", Stands: 1, Parts: []driver.Part{{Name: "i", Via: "alias al"}}}},
		{"a data stream", "ds", "ds", `{"indices":[],"aliases":[],"data_streams":[{"name":"ds","backing_indices":[".ds-ds-1"],"timestamp_field":"@timestamp"}]}`,
			driver.Object{Name: "ds", Kind: "data stream", Stands: 1, Parts: []driver.Part{{Name: ".ds-ds-1", Via: "data stream ds"}}}},
		{"a pattern that stands for one", "i*", "i*", `{"indices":[{"name":"i","attributes":["open"]}],` + noneElse + `}`,
			driver.Object{Name: "i*", Kind: "pattern", Stands: 1, Parts: []driver.Part{{Name: "i"}}}},
		{"a list whose index comes twice", "i , al", "i,al", `{"indices":[{"name":"i","attributes":["open"]},{"name":"i","attributes":["open"]}],"aliases":[{"name":"al","indices":"i"}],"data_streams":[]}`,
			driver.Object{Name: "i,al", Kind: "pattern", Stands: 1, Parts: []driver.Part{{Name: "i"}}}},
		{"date math with a star", "<i-{now/d}*>", "%3Ci-%7Bnow%2Fd%7D*%3E", `{"indices":[{"name":"i-2026.11.21","attributes":["open"]}],` + noneElse + `}`,
			driver.Object{Name: "<i-{now/d}*>", Kind: "pattern", Stands: 1, Parts: []driver.Part{{Name: "i-2026.11.21"}}}},
		{"date math", "<i-{now/d}>", "%3Ci-%7Bnow%2Fd%7D%3E", `{"indices":[{"name":"i-2026.11.21","attributes":["open"]}],` + noneElse + `}`,
			driver.Object{Name: "<i-{now/d}>", Kind: "index", Stands: 1, Parts: []driver.Part{{Name: "i-2026.11.21"}}}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Opened(t, "8.16.3", map[string]script.Response{"GET /_resolve/index/" + row.path: script.JSON(200, row.response)})
			var o driver.Object
			require.NoError(t, elastictest.Run(h, driver.OpResolve, &driver.ResolveArgs{Name: row.typed}, &o))
			row.want.Size, row.want.Count = -1, -1
			require.Equal(t, row.want, o)
			require.Len(t, h.Sent, 1)
		})
	}
}

func TestAUnionSaysBeforeItIsOpenedWhichColumnsDiffer(t *testing.T) {
	h := elastictest.Opened(t, "8.16.3", map[string]script.Response{
		"GET /_resolve/index/i,j": script.JSON(200, `{"indices":[{"name":"i","attributes":["open"]},{"name":"j","attributes":["open"]}],"aliases":[],"data_streams":[]}`),
		"GET /i,j/_mapping":       script.JSON(200, oneMapping),
	})
	var o driver.Object
	require.NoError(t, elastictest.Run(h, driver.OpResolve, &driver.ResolveArgs{Name: "i,j"}, &o))
	require.Equal(t, 2, o.Stands)
	require.Equal(t, []string{"1 column has different types: f (long, keyword). It is marked in the grid."}, o.Notices)
}

func TestAVersionWithoutResolveIsAskedForItsAliases(t *testing.T) {
	rows := []struct {
		name, typed, kind string
		stands            int
	}{{"an index", "i", "index", 1}, {"an alias", "al", "alias", 1}, {"a pattern", "i*", "pattern", 1}}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Opened(t, "7.8.1", map[string]script.Response{"GET /" + row.typed + "/_alias": script.JSON(200, `{"i":{"aliases":{"al":{}}}}`)})
			var o driver.Object
			require.NoError(t, elastictest.Run(h, driver.OpResolve, &driver.ResolveArgs{Name: row.typed}, &o))
			require.Equal(t, row.kind, o.Kind)
			require.Equal(t, row.stands, o.Stands)
		})
	}
}

func TestAnUnknownNameIsSaidWithTheNamesLikeIt(t *testing.T) {
	all := script.JSON(200, `{"indices":[{"name":"books"},{"name":"books-drafts"},{"name":"weblog-2026"},{"name":".books"}],"aliases":[{"name":"bokz"}],"data_streams":[]}`)
	empty := script.JSON(200, `{"indices":[],"aliases":[],"data_streams":[]}`)
	rows := []struct {
		name, typed   string
		response      script.Response
		message, hint string
	}{
		{"by 8.x", "books,nope", elastictest.Recorded(t, "8.16.3", "mapping.missing"), "There is no index, alias or data stream named “nope”.", ""},
		{"by 8.x without its name", "boks", script.JSON(404, `{"error":"no","status":404}`), "There is no index, alias or data stream named “boks”.", "Similar names: books, bokz."},
		{"by 7.x", "boks", empty, "There is no index, alias or data stream named “boks”.", "Similar names: books, bokz."},
		{"one of a list", "books,weblog", script.JSON(200, `{"indices":[{"name":"books"}],"aliases":[],"data_streams":[]}`), "There is no index, alias or data stream named “weblog”.", "Similar names: weblog-2026."},
		{"a pattern", "weblog-2027*", empty, "No index, alias or data stream matches “weblog-2027*”.", "Similar names: weblog-2026."},
		{"nothing like it", "zzz", empty, "There is no index, alias or data stream named “zzz”.", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Opened(t, "8.16.3", nil)
			h.Respond = func(r driver.Request) script.Response {
				if r.Path == "/_resolve/index/*" {
					return all
				}
				return row.response
			}
			e := script.Fault(elastictest.Run(h, driver.OpResolve, &driver.ResolveArgs{Name: row.typed}, &driver.Object{}))
			require.NotNil(t, e)
			require.Equal(t, driver.NotFound, e.Kind)
			require.Equal(t, row.message, e.Message)
			require.Equal(t, row.hint, e.Hint)
		})
	}
}

func TestANameThatCannotBeOneIsRefusedBeforeAnythingIsSent(t *testing.T) {
	rows := []struct{ name, typed, message string }{
		{"nothing", "", "Enter the name of an index, an alias or a data stream, a pattern or a comma-separated list."},
		{"spaces", "  ", "Enter the name of an index, an alias or a data stream, a pattern or a comma-separated list."},
		{"every index", "_all", "_all is not accepted. Enter a pattern such as logs-* instead."},
		{"every index in a list", "a,_all", "_all is not accepted. Enter a pattern such as logs-* instead."},
		{"a part without a name", "a,,b", "An empty entry would match every index."},
		{"a list that ends in a comma", "a,", "An empty entry would match every index."},
		{"a route", "_search", "Names cannot begin with an underscore, a minus or a plus: “_search”."},
		{"a slash", "a/b", "Names cannot contain the character /: “a/b”."},
		{"a question mark", "a?", "Names cannot contain the character ?: “a?”."},
		{"a space inside", "a b", "Names cannot contain a space: “a b”."},
		{"another cluster", "far:a", "Names cannot contain a colon (indices of other clusters cannot be opened): “far:a”."},
		{"half of date math", "<a", "Names cannot contain the character <: “<a”."},
		{"a star behind date math", "<a-{now/d}>*", "Put the star inside the date math: “<a-{now/d}*>”."},
		{"a star behind date math that is excluded", "a-*,-<a-{now/d}>*", "Put the star inside the date math: “-<a-{now/d}*>”."},
		{"dots", "..", "“..” is not a valid index name."},
		{"an exclusion before the pattern", "-x,wc-*", "“-x” excludes nothing, because no name before it contains a star. Write it after one, as in logs-*,-logs-old."},
		{"an exclusion of a name", "a,-a", "“-a” excludes nothing, because no name before it contains a star. Write it after one, as in logs-*,-logs-old."},
		{"an exclusion alone", "-x*", "“-x*” excludes nothing, because no name before it contains a star. Write it after one, as in logs-*,-logs-old."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Opened(t, "8.16.3", nil)
			for op, args := range map[string]wire.Message{
				driver.OpResolve: &driver.ResolveArgs{Name: row.typed}, driver.OpColumns: &driver.ColumnsArgs{Object: row.typed},
				driver.OpCount: &driver.CountArgs{Objects: []string{row.typed}}, driver.OpPage: &driver.PageArgs{Object: row.typed, Size: 1},
			} {
				e := script.Fault(elastictest.Run(h, op, args, &driver.Empty{}))
				require.NotNil(t, e)
				require.Equal(t, driver.Invalid, e.Kind)
				require.Equal(t, row.message, e.Message)
			}
			require.Empty(t, h.Sent)
		})
	}
}

// SPEC: A-BRO-02
func TestDateMathThatTheEngineDoesNotExcludeIsRefused(t *testing.T) {
	const none = `{"error":{"type":"index_not_found_exception","reason":"no such index [<i-{now/d}>]","resource.id":"<i-{now/d}>"},"status":404}`
	today, all := script.JSON(200, `{"i-1":{"aliases":{}}}`), script.JSON(200, `{"i-1":{"aliases":{}},"i-2":{"aliases":{}}}`)
	for _, row := range []struct {
		name, version string
		typed         string
		of, named     script.Response
		message       string
	}{
		{"taken as it is written", "7.17.0", "i-*,-<i-{now/d}>", script.JSON(404, none), today, "-<i-{now/d}>"},
		{"a pattern that changes nothing", "7.17.0", "i-*,-<i-{now/d}*>", all, today, "-<i-{now/d}*>"},
		{"excluded where security is on", "7.17.0", "i-*,-<i-{now/d}>", script.JSON(200, `{"i-2":{"aliases":{}}}`), today, ""},
		{"nothing has the name", "7.17.0", "i-*,-<i-{now/d}*>", all, script.JSON(200, `{}`), ""},
		{"no permission to look", "", "i-*,-<i-{now/d}*>", script.JSON(403, `{}`), script.JSON(403, `{}`), ""},
	} {
		for op, args := range map[string]wire.Message{
			driver.OpResolve: &driver.ResolveArgs{Name: row.typed}, driver.OpColumns: &driver.ColumnsArgs{Object: row.typed},
		} {
			t.Run(row.name+", "+op, func(t *testing.T) {
				h := elastictest.Opened(t, row.version, nil)
				h.Respond = func(r driver.Request) script.Response {
					switch {
					case strings.HasSuffix(r.Path, "/_alias") && strings.HasPrefix(r.Path, "/i-*"):
						return row.of
					case strings.HasSuffix(r.Path, "/_alias"):
						return row.named
					case strings.HasPrefix(r.Path, "/_resolve"):
						return script.JSON(200, `{"indices":[{"name":"i-2","attributes":["open"]}],`+noneElse+`}`)
					}
					return script.JSON(200, `{"i-2":{"mappings":{"properties":{"a":{"type":"long"}}}}}`)
				}
				e := script.Fault(elastictest.Run(h, op, args, &driver.Empty{}))
				if row.message == "" {
					require.Nil(t, e)
					return
				}
				require.NotNil(t, e)
				require.Equal(t, driver.Invalid, e.Kind)
				require.Equal(t, "This version of Elasticsearch cannot exclude date math: “"+row.message+"”. Exclude the index by its own name instead.", e.Message)
			})
		}
	}
	h := elastictest.Opened(t, "8.16.3", map[string]script.Response{"GET /i-*,-%3Ci-%7Bnow%2Fd%7D%3E/_mapping": script.JSON(200, `{"i-2":{"mappings":{}}}`)})
	require.NoError(t, elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "i-*,-<i-{now/d}>"}, &driver.Empty{}))
	for _, sent := range h.Sent {
		require.NotContains(t, sent.Path, "_alias", "a version that excludes date math is not asked")
	}
}

func TestTheNamesOfAListAreEncodedOneByOne(t *testing.T) {
	rows := map[string]string{
		"a%b'🎉":              "/a%25b%27%F0%9F%8E%89/_count",
		" logs-* , .hidden":  "/logs-*,.hidden/_count",
		"<a-{now/d}>,b":      "/%3Ca-%7Bnow%2Fd%7D%3E,b/_count",
		"<a-{now,d}>":        "/%3Ca-%7Bnow%2Cd%7D%3E/_count",
		"logs-*,-logs-2025*": "/logs-*,-logs-2025*/_count",
	}
	for typed, want := range rows {
		t.Run(typed, func(t *testing.T) {
			h := elastictest.Opened(t, "8.16.3", nil)
			h.Respond = func(driver.Request) script.Response { return script.JSON(200, `{"count":3,"_shards":{"failed":0}}`) }
			var counts driver.Counts
			require.NoError(t, elastictest.Run(h, driver.OpCount, &driver.CountArgs{Objects: []string{typed}}, &counts))
			require.Equal(t, want, h.Sent[0].Path)
			require.Equal(t, int64(3), counts.Counts[0].Count)
			require.False(t, strings.Contains(h.Sent[0].Path, "//"))
		})
	}
}

func TestAUserWhoMayNotLookUpANameOpensItBySearching(t *testing.T) {
	h := elastictest.Opened(t, "8.16.3", map[string]script.Response{
		"GET /_resolve/index/books": elastictest.Recorded(t, "8.16.3-security", "sec.as.nobody.resolve"),
		"GET /books/_count":         elastictest.Recorded(t, "8.16.3-security", "sec.as.apikey_reader.count"),
	})
	var o driver.Object
	require.NoError(t, elastictest.Run(h, driver.OpResolve, &driver.ResolveArgs{Name: "books"}, &o))
	require.Equal(t, driver.Object{Name: "books", Kind: "index", Size: -1, Count: 3, Notices: []string{"You do not have permission to resolve books."}}, o)
}

func TestAUserWhoMayNeitherLookUpNorSearchGetsTheReason(t *testing.T) {
	h := elastictest.Opened(t, "8.16.3", map[string]script.Response{
		"GET /_resolve/index/books": elastictest.Recorded(t, "8.16.3-security", "sec.as.nobody.resolve"),
		"GET /books/_count":         elastictest.Recorded(t, "8.16.3-security", "sec.as.nobody.count"),
	})
	e := script.Fault(elastictest.Run(h, driver.OpResolve, &driver.ResolveArgs{Name: "books"}, &driver.Object{}))
	require.NotNil(t, e)
	require.Equal(t, driver.Auth, e.Kind)
	require.Contains(t, e.Message, "action [indices:data/read/search] is unauthorized for user [nobody]")
}

func TestAUserWhoMayHoldNoSnapshotReadsOnWithoutOne(t *testing.T) {
	h := elastictest.Conversation(t, "8.16.3", elastictest.Recorded(t, "8.16.3-security", "sec.as.apikey_reader.pit_private"), elastictest.PlainHits(100, 100))
	page, err := elastictest.ReadPage(h, 100, 100, nil)
	require.NoError(t, err)
	require.Zero(t, page.Snapshot)
	require.Equal(t, []string{"/books/_pit", "/books/_search"}, []string{h.Sent[0].Path, h.Sent[1].Path})
}
