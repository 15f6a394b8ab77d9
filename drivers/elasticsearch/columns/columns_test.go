package columns_test

// SPEC: A-BRO-03, A-BRO-04, A-BRO-05, A-BRO-10, A-SRT-01, A-SRT-02, A-SRT-04, A-FIL-07, A-EDT-07, A-EDT-14

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

func TestARealMappingBecomesColumns(t *testing.T) {
	want := []string{
		"a number integer -> self", "addr text -> self", "blurb text -> not: Text without a keyword subfield cannot be sorted.",
		"half number -> self", "in_print boolean -> self", "isbn text -> self", "len number integer -> self",
		"lenient number integer -> self", "loc json -> not: Geo fields can only be sorted by distance.", "lower text -> self",
		"m.a number integer -> self", "m.z number integer -> self",
		"noboth text -> not: Its mapping has doc_values: false.", "nodv text -> not: Its mapping has doc_values: false.",
		"noidx text -> self", "nullv text -> self", "nums number integer -> self",
		"off json -> not: Objects cannot be sorted.", "pages number integer -> self", "price number -> self",
		"pub_fmt date -> self", "pub_ms date -> self", "pub_ns date -> self", "published date -> self", "rating number -> self",
		"small number integer -> self", "sold number integer -> self", "strictnum number integer -> self", "subtitle text -> sub keyword",
		"tags text -> self", "tiny number integer -> self", "title text -> sub raw", "z number integer -> self",
	}
	for _, version := range elastictest.Versions {
		t.Run(version, func(t *testing.T) {
			h := elastictest.Opened(t, version, map[string]script.Response{"GET /books/_mapping": elastictest.Recorded(t, version, "mapping.books")})
			got, set := elastictest.Columns(t, h, "books")
			require.Equal(t, want, got)
			require.Equal(t, []string{"GET /books/_mapping"}, elastictest.ReadsOf(h))
			require.Equal(t, []string{"m"}, set.Described)
			require.Empty(t, set.ReadOnly)
		})
	}
}

func TestNestedFieldsGiveOneJSONColumnAndTheirLeaves(t *testing.T) {
	const self = " -> self"
	parent := func(name, leaf string) string {
		return name + " -> not: " + strings.Fields(name)[0] + " is a JSON column. Sort or filter by one of its leaves, such as " + leaf + "."
	}
	h := elastictest.Opened(t, "8.16.3", map[string]script.Response{"GET /catalog/_mapping": elastictest.Recorded(t, "8.16.3", "mapping.catalog")})
	got, _ := elastictest.Columns(t, h, "catalog")
	require.Equal(t, []string{
		parent("incl json nested", "incl.a"), "incl.a number leaf integer" + self,
		"l1.l2.l3.v number integer -> self", "l1.l2.l3.w text -> sub exact", "l1.l2.v text -> self", "l1.v number integer -> self",
		parent("offers json nested", "offers.note"), "offers.note text leaf -> not: Text without a keyword subfield cannot be sorted.", "offers.price number leaf" + self, "offers.shop text leaf" + self,
		parent("offers.terms json nested leaf", "offers.terms.code"), "offers.terms.code text leaf" + self, "offers.terms.days number leaf integer" + self,
		"parts.n text -> self", "parts.q number integer -> self", "sku text -> self",
	}, got)
}

func TestTheFieldsOfAnObjectThatIsNotIndexedAreNotColumns(t *testing.T) {
	got, set := elastictest.Columns(t, elastictest.Mapped(t, "8.16.3", `{"properties":{"off":{"type":"object","enabled":false,"properties":{"o":{"properties":{"k":{"type":"keyword"}}}}},"on":{"properties":{"k":{"type":"keyword"}}}}}`), "i")
	require.Equal(t, []string{"off json -> not: Objects cannot be sorted.", "on.k text -> self"}, got)
	require.Equal(t, []string{"on"}, set.Described)
}

func TestEveryTypeHasAColumn(t *testing.T) {
	rows := []struct{ name, mapping, want string }{
		{"text sorts by the subfield named keyword, wherever it stands", `{"type":"text","fields":{"raw":{"type":"keyword"},"keyword":{"type":"keyword"}}}`, "text -> sub keyword"},
		{"text sorts by the first keyword subfield with doc values", `{"type":"text","fields":{"en":{"type":"text"},"a":{"type":"keyword","doc_values":false},"b":{"type":"keyword"}}}`, "text -> sub b"},
		{"a subfield without doc values is none", `{"type":"text","fields":{"keyword":{"type":"keyword","doc_values":false}}}`, "text -> not: Text without a keyword subfield cannot be sorted."},
		{"a keyword without doc values sorts by its subfield", `{"type":"keyword","doc_values":false,"fields":{"k":{"type":"keyword"}}}`, "text -> sub k"},
		{"match_only_text", `{"type":"match_only_text"}`, "text -> not: Text without a keyword subfield cannot be sorted."},
		{"search_as_you_type", `{"type":"search_as_you_type","max_shingle_size":3}`, "text -> not: Text without a keyword subfield cannot be sorted."},
		{"unsigned_long", `{"type":"unsigned_long"}`, "number integer -> self"},
		{"scaled_float", `{"type":"scaled_float","scaling_factor":100}`, "number -> self"},
		{"date_nanos", `{"type":"date_nanos"}`, "date -> self"},
		{"ip", `{"type":"ip"}`, "text -> self"},
		{"version", `{"type":"version"}`, "text -> self"},
		{"wildcard", `{"type":"wildcard"}`, "text -> self"},
		{"join", `{"type":"join","relations":{"q":["a"]}}`, "json -> self"},
		{"integer_range", `{"type":"integer_range"}`, "json -> not: Range fields cannot be sorted."},
		{"date_range", `{"type":"date_range"}`, "json -> not: Range fields cannot be sorted."},
		{"ip_range", `{"type":"ip_range"}`, "json -> not: Range fields cannot be sorted."},
		{"geo_point", `{"type":"geo_point"}`, "json -> not: Geo fields can only be sorted by distance."},
		{"geo_shape", `{"type":"geo_shape"}`, "json -> not: Geo fields can only be sorted by distance."},
		{"flattened", `{"type":"flattened"}`, "json -> not: Objects cannot be sorted."},
		{"an object without leaves", `{"type":"object"}`, "json -> not: Objects cannot be sorted."},
		{"an object that is not indexed", `{"type":"object","enabled":false}`, "json -> not: Objects cannot be sorted."},
		{"a nested field without leaves", `{"type":"nested"}`, "json nested -> not: f is a JSON column without leaves."},
		{"binary", `{"type":"binary"}`, "text -> not: Fields of this type cannot be sorted."},
		{"completion", `{"type":"completion","analyzer":"simple"}`, "json -> not: Fields of this type cannot be sorted."},
		{"dense_vector", `{"type":"dense_vector","dims":3}`, "json -> not: Fields of this type cannot be sorted."},
		{"rank_feature", `{"type":"rank_feature"}`, "number -> not: Fields of this type cannot be sorted."},
		{"percolator", `{"type":"percolator"}`, "json -> not: Fields of this type cannot be sorted."},
		{"histogram", `{"type":"histogram"}`, "json -> not: Fields of this type cannot be sorted."},
		{"a type that nobody knows", `{"type":"hologram"}`, "json -> not: Fields of this type cannot be sorted."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, _ := elastictest.Columns(t, elastictest.Mapped(t, "8.16.3", `{"properties":{"f":`+row.mapping+`}}`), "i")
			require.Equal(t, []string{"f " + row.want}, got)
		})
	}
}

func TestAnAliasSortsAsItsTarget(t *testing.T) {
	h := elastictest.Mapped(t, "8.16.3", `{"properties":{
		"to_long":{"type":"alias","path":"o.n"},"to_text":{"type":"alias","path":"t"},"to_sub":{"type":"alias","path":"t.raw"},
		"to_leaf":{"type":"alias","path":"nest.k"},"o":{"properties":{"n":{"type":"long"}}},
		"t":{"type":"text","fields":{"en":{"type":"text"},"raw":{"type":"keyword"}}},"nest":{"type":"nested","properties":{"k":{"type":"keyword"}}}}}`)
	got, set := elastictest.Columns(t, h, "i")
	require.Equal(t, []string{
		"to_long number alias integer -> self",
		"to_text text alias -> not: It is an alias of a field that cannot be sorted.",
		"to_sub text row -> self",
		"to_leaf text alias -> self",
	}, got[:4])
	require.Equal(t, "fields.", set.RowFields)
	require.Contains(t, elastictest.SearchOf(t, h, set), `"fields":["to_sub"]`)
}

func TestAnAliasOfAMultiFieldIsNotAskedForBeforeTheOptionExists(t *testing.T) {
	h := elastictest.Mapped(t, "7.9.3", `{"properties":{"s":{"type":"alias","path":"t.raw"},"t":{"type":"text","fields":{"raw":{"type":"keyword"}}}}}`)
	got, set := elastictest.Columns(t, h, "i")
	require.Equal(t, "s text alias -> self", got[0])
	require.NotContains(t, elastictest.SearchOf(t, h, set), "fields")
}

func TestRuntimeFieldsComeWithTheRow(t *testing.T) {
	h := elastictest.Opened(t, "8.16.3", map[string]script.Response{"GET /dynruntime/_mapping": elastictest.Recorded(t, "8.16.3", "mapping.dynruntime")})
	got, set := elastictest.Columns(t, h, "dynruntime")
	require.Equal(t, []string{"d date row -> self", "k text row -> self", "n number row integer -> self", "o.p text row -> self"}, got)
	h.Respond = func(driver.Request) script.Response { return script.JSON(200, `{"took":1,"hits":{"hits":[]}}`) }
	require.Contains(t, elastictest.SearchOf(t, h, set), `"fields":["d","k","n","o.p"]`)
}

func TestACompositeRuntimeFieldIsNoColumnButItsFieldsAre(t *testing.T) {
	h := elastictest.Mapped(t, "8.16.3", `{"runtime":{"c":{"type":"composite","fields":{"ip":{"type":"ip"},"at":{"type":"geo_point"}}}},"properties":{"k":{"type":"keyword"}}}`)
	got, set := elastictest.Columns(t, h, "i")
	require.ElementsMatch(t, []string{"c.ip text row -> self", "c.at json row -> not: Geo fields can only be sorted by distance.", "k text -> self"}, got)
	require.Contains(t, elastictest.SearchOf(t, h, set), `"fields":["c.ip","c.at"]`)
}

func TestAnIndexWithoutMappingShowsTheMetaColumns(t *testing.T) {
	h := elastictest.Opened(t, "8.16.3", map[string]script.Response{"GET /empty/_mapping": elastictest.Recorded(t, "8.16.3", "mapping.empty")})
	got, set := elastictest.Columns(t, h, "empty")
	require.Empty(t, got)
	require.Len(t, set.Meta, 4)
	require.Equal(t, driver.MetaColumn{Name: "_id", At: "_id", Kind: driver.KindID, Primary: true, Reason: "_id cannot be sorted on this cluster.", Filter: 1}, set.Meta[0])
	require.Equal(t, "_index", set.Meta[1].Name)
	require.Equal(t, "_score", set.Meta[2].Name)
	routing := set.Meta[3]
	require.Equal(t, []string{"_routing", "_routing", "#routing", "Routing"}, []string{routing.Name, routing.At, routing.Sets, routing.Title})
	require.True(t, routing.Rare)
	require.NotEmpty(t, routing.Hint)
}

func TestTheIndexOfADocumentIsShownLastWhereThereIsOnlyOne(t *testing.T) {
	_, set := elastictest.Columns(t, elastictest.Mapped(t, "8.16.3", `{"properties":{"k":{"type":"keyword"}}}`), "i")
	require.Equal(t, []string{"_index", "_score", "_routing"}, shownLast(set))
}

func TestTheIndexOfADocumentIsShownEarlyInAUnion(t *testing.T) {
	const mapping = `{"mappings":{"properties":{"f":{"type":"long"}}}}`
	for name, other := range map[string]string{"of one mapping": mapping, "of several": `{"mappings":{}}`} {
		h := elastictest.Opened(t, "8.16.3", map[string]script.Response{"GET /al/_mapping": script.JSON(200, `{"i":`+mapping+`,"j":`+other+`}`)})
		var set driver.ColumnSet
		require.NoError(t, elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "al"}, &set))
		require.Equal(t, []string{"_score", "_routing"}, shownLast(&set), name)
	}
}

func shownLast(set *driver.ColumnSet) (names []string) {
	for _, m := range set.Meta {
		if m.Last {
			names = append(names, m.Name)
		}
	}
	return names
}

func TestThePlanReadsTheWholeSourceAndTheRowsRevision(t *testing.T) {
	_, set := elastictest.Columns(t, elastictest.Mapped(t, "8.16.3", `{}`), "i")
	require.Equal(t, driver.RowsPlan{
		At: "hits.hits", Doc: "_source", Cut: 10_000, Last: "sort",
		Hidden: []driver.Hidden{
			{Name: "#index", At: "_index", Role: driver.RolePlace}, {Name: "#id", At: "_id", Role: driver.RoleKey},
			{Name: "#routing", At: "_routing", Role: driver.RoleRouting},
			{Name: "#seq", At: "_seq_no", Role: driver.RoleRevision, Rank: 2},
			{Name: "#term", At: "_primary_term", Role: driver.RoleRevision, Rank: 1}, {Name: "#hash", Role: driver.RoleHash},
		},
	}, set.Plan)
}

func TestAFilteredSourceIsReadOnlyWithTheReason(t *testing.T) {
	rows := []struct{ name, source, want string }{
		{"off", `{"enabled":false}`, "i stores no source"},
		{"filtered out", `{"excludes":["secret","o.*"]}`, "i omits fields from its source: a partial update would drop secret, o.* from the index."},
		{"filtered in", `{"includes":["a"],"excludes":[]}`, "i omits fields from its source: a partial update would drop all but a from the index."},
		{"one name", `{"excludes":"secret"}`, "i omits fields from its source: a partial update would drop secret from the index."},
		{"rebuilt", `{"mode":"synthetic"}`, "i rebuilds its source, so what you write is not what it stores."},
		{"off by its mode", `{"mode":"disabled"}`, "i stores no source"},
		{"on", `{"enabled":true}`, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, set := elastictest.Columns(t, elastictest.Mapped(t, "8.16.3", `{"_source":`+row.source+`}`), "i")
			require.Equal(t, row.want, set.ReadOnly)
		})
	}
}

func TestAMappingThatMayNotBeReadIsAnError(t *testing.T) {
	rows := []struct {
		name, version, response, reason, op string
		kind                                driver.Kind
	}{
		{"forbidden", "8.16.3-security", "sec.as.apikey_reader.mapping_private", "action [indices:data/read/search] is unauthorized", "POST /x/_search", driver.Auth},
		{"missing", "8.16.3", "mapping.missing", "no such index [nope]", "GET /x/_mapping", driver.NotFound},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Host(t, map[string]script.Response{
				"GET /x/_mapping":    elastictest.Recorded(t, row.version, row.response),
				"GET /x/_field_caps": elastictest.Recorded(t, "8.16.3-security", "sec.as.nobody.field_caps"),
				"POST /x/_search":    elastictest.Recorded(t, "8.16.3-security", "sec.as.apikey_reader.search_private"),
			})
			e := script.Fault(elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "x"}, &driver.ColumnSet{}))
			require.NotNil(t, e)
			require.Equal(t, row.kind, e.Kind)
			require.Contains(t, e.Message, row.reason)
			require.Equal(t, row.op, e.Op)
		})
	}
}

func TestNamesAreEncodedAndAnEmptyOneIsRefused(t *testing.T) {
	h := elastictest.Host(t, map[string]script.Response{"GET /a%25b%27%F0%9F%8E%89/_mapping": script.JSON(200, `{"x":{"mappings":{}}}`)})
	require.NoError(t, elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "a%b'🎉"}, &driver.ColumnSet{}))
	e := script.Fault(elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{}, &driver.ColumnSet{}))
	require.NotNil(t, e)
	require.Equal(t, driver.Invalid, e.Kind)
	require.Len(t, h.Sent, 1)
}

func TestTenThousandFieldsAreJudgedOneByOne(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"properties":{`)
	for i := range 10_000 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"f` + strconv.Itoa(i) + `":{"type":"text","fields":{"keyword":{"type":"keyword"}}}`)
	}
	b.WriteString(`}}`)
	got, _ := elastictest.Columns(t, elastictest.Mapped(t, "8.16.3", b.String()), "i")
	require.Len(t, got, 10_000)
	require.Equal(t, "f9999 text -> sub keyword", got[9999])
}
