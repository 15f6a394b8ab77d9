// SPEC: A-BRO-02, A-BRO-10, A-SRT-01, A-SRT-02, A-SRT-03, A-SRT-04
package columns_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

func TestAUnionHasTheColumnsOfEachMappingInOrder(t *testing.T) {
	got, set := elastictest.United(t, "8.16.3",
		`{"properties":{"a":{"type":"keyword"},"o":{"properties":{"a":{"type":"keyword"},"z":{"type":"keyword"}}},"z":{"type":"keyword"}}}`,
		`{"properties":{"m":{"type":"keyword"},"o":{"properties":{"m":{"type":"keyword"},"q":{"properties":{"n":{"type":"keyword"}}}}},"o-2":{"type":"keyword"}}}`)
	var names []string
	for _, line := range got {
		name, _, _ := strings.Cut(line, " ")
		names = append(names, name)
	}
	require.Equal(t, []string{"a", "m", "o.a", "o.m", "o.q.n", "o.z", "o-2", "z"}, names)
	require.Empty(t, set.Notices)
	require.Equal(t, []string{"o", "o.q"}, set.Described)
}

func TestAUnionOfOneFieldMarksAndSortsItAsItsTypesAllow(t *testing.T) {
	const no = "not: "
	rows := []struct{ name, one, other, want string }{
		{"one type", `{"type":"keyword"}`, `{"type":"keyword"}`, "f (keyword) text -> f keyword"},
		{"in one index only", `{"type":"long"}`, ``, "f (long) number integer -> f long"},
		{"whole numbers", `{"type":"integer"}`, `{"type":"long"}`, "f (integer, long) number integer -> f long long | integer in u1, long in u2"},
		{"small whole numbers", `{"type":"byte"}`, `{"type":"short"}`, "f (byte, short) number integer -> f long long | byte in u1, short in u2"},
		{"fractions", `{"type":"float"}`, `{"type":"scaled_float"}`, "f (float, scaled_float) number -> f double double | float in u1, scaled_float in u2"},
		{"one fraction", `{"type":"scaled_float"}`, ``, "f (scaled_float) number -> f double double"},
		{"whole numbers and fractions", `{"type":"integer"}`, `{"type":"double"}`, "f (integer, double) number -> f double double | integer in u1, double in u2"},
		{"64 bits and fractions", `{"type":"long"}`, `{"type":"double"}`, "f (long, double) number -> " + no + "It is long in u1, double in u2, which have no common order without losing digits. | long in u1, double in u2"},
		{"unsigned numbers", `{"type":"long"}`, `{"type":"unsigned_long"}`, "f (long, unsigned_long) number integer -> " + no + "It is long in u1, unsigned_long in u2, which have no common order without losing digits. | long in u1, unsigned_long in u2"},
		{"dates", `{"type":"date"}`, `{"type":"date_nanos"}`, "f (date, date_nanos) date -> f date_nanos date_nanos | date in u1, date_nanos in u2"},
		{"one date", `{"type":"date"}`, ``, "f (date) date -> f date"},
		{"words of two types", `{"type":"keyword"}`, `{"type":"constant_keyword"}`, "f (keyword, constant_keyword) text -> f keyword | keyword in u1, constant_keyword in u2"},
		{"a number and a word", `{"type":"long"}`, `{"type":"keyword"}`, "f (long, keyword) text -> " + no + "It is long in u1, keyword in u2, which have no common order. | long in u1, keyword in u2"},
		{"addresses and words", `{"type":"ip"}`, `{"type":"keyword"}`, "f (ip, keyword) text -> " + no + "It is ip in u1, keyword in u2, which have no common order. | ip in u1, keyword in u2"},
		{"text and a word", `{"type":"keyword"}`, `{"type":"text"}`, "f (keyword, text) text -> " + no + "In u2: Text without a keyword subfield cannot be sorted. | keyword in u1, text in u2"},
		{"text with its subfield and a word", `{"type":"keyword"}`, `{"type":"text","fields":{"raw":{"type":"keyword"}}}`, "f (keyword, text) text -> " + no + "It sorts by f in u1, f.raw in u2. | keyword in u1, text in u2"},
		{"text with the subfield in both", `{"type":"text","fields":{"raw":{"type":"keyword"}}}`, `{"type":"text","fields":{"raw":{"type":"keyword"}}}`, "f (text) text -> f.raw keyword"},
		{"text without the subfield in one", `{"type":"text","fields":{"raw":{"type":"keyword"}}}`, `{"type":"text"}`, "f (text) text -> " + no + "In u2: Text without a keyword subfield cannot be sorted."},
		{"text in both", `{"type":"text"}`, `{"type":"text","analyzer":"english"}`, "f (text) text -> " + no + "Text without a keyword subfield cannot be sorted."},
		{"doc values in one", `{"type":"long"}`, `{"type":"long","doc_values":false}`, "f (long) number integer -> " + no + "In u2: Its mapping has doc_values: false."},
		{"an object and a word", `{"properties":{"x":{"type":"long"}}}`, `{"type":"keyword"}`, "f (object, keyword) json -> " + no + "In u1: Objects cannot be sorted. | object in u1, keyword in u2"},
		{"an object with and without leaves", `{"type":"object"}`, `{"properties":{"x":{"type":"long"}}}`, "f.x (long) number integer -> f.x long"},
		{"a number that sorts by a subfield", `{"type":"long","doc_values":false,"fields":{"k":{"type":"keyword"}}}`, ``, "f (long) number integer -> f.k keyword"},
		{"ranges", `{"type":"date_range"}`, `{"type":"date_range"}`, "f (date_range) json -> " + no + "Range fields cannot be sorted."},
		{"a type that cannot be named alone", `{"type":"token_count"}`, ``, "f (token_count) text -> f integer"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			mappings := []string{`{"properties":{"f":` + row.one + `}}`, `{"properties":{"f":` + row.other + `,"zz":{"type":"long"}}}`}
			if row.other == "" {
				mappings[1] = `{"properties":{}}`
			}
			got, _ := elastictest.United(t, "8.16.3", mappings...)
			require.Equal(t, row.want, got[0])
		})
	}
}

func TestMillisecondsAndNanosecondsAreNotSortedTogetherBefore714(t *testing.T) {
	const one, other = `{"properties":{"f":{"type":"date"}}}`, `{"properties":{"f":{"type":"date_nanos"}}}`
	rows := map[string]string{
		"7.13.4": "not: This version of Elasticsearch omits rows when date and date_nanos are sorted together.",
		"7.14.0": "f date_nanos date_nanos",
	}
	for version, want := range rows {
		got, _ := elastictest.United(t, version, one, other)
		require.Equal(t, "f (date, date_nanos) date -> "+want+" | date in u1, date_nanos in u2", got[0])
	}
}

func TestAFieldThatIsNestedInOneIndexOnlyIsOneColumnWithItsLeaves(t *testing.T) {
	const leaf = `"properties":{"x":{"type":"long"}}`
	got, set := elastictest.United(t, "8.16.3", `{"properties":{"f":{"type":"nested",`+leaf+`}}}`, `{"properties":{"f":{`+leaf+`}}}`)
	require.Equal(t, []string{
		"f (nested, object) json nested -> not: In u1: f is a JSON column. Sort or filter by one of its leaves, such as f.x. | nested in u1, object in u2",
		"f.x (long) number leaf integer -> not: It is long in nested f in u1, long in u2. | long in nested f in u1, long in u2",
	}, got)
	require.Equal(t, []string{"2 columns have different types: f (nested, object), f.x (long). They are marked in the grid."}, set.Notices)
}

func TestANestedLeafSortsWhereEachIndexHasItsNestedField(t *testing.T) {
	const nested = `{"properties":{"f":{"type":"nested","properties":{"x":{"type":"long"}}}}}`
	rows := []struct{ name, version, other, want string }{
		{"in both", "8.16.3", strings.TrimSuffix(nested, "}}") + `,"zz":{"type":"long"}}}`, "f.x long"},
		{"without the leaf", "8.16.3", `{"properties":{"f":{"type":"nested","properties":{"y":{"type":"long"}}}}}`, "f.x long"},
		{"without the nested field", "8.16.3", `{"properties":{"a":{"type":"long"}}}`, "not: It is inside the nested field f, which u2 lacks."},
		{"without it in 7.17", "7.17.15", `{"properties":{"a":{"type":"long"}}}`, "f.x long"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, _ := elastictest.United(t, row.version, nested, row.other)
			require.Contains(t, got, "f.x (long) number leaf integer -> "+row.want)
		})
	}
}

func TestAnAliasOrARuntimeFieldOfSomeIndicesIsMarked(t *testing.T) {
	got, set := elastictest.United(t, "8.16.3",
		`{"runtime":{"r":{"type":"long"}},"properties":{"a":{"type":"alias","path":"b"},"b":{"type":"keyword"},"s":{"type":"alias","path":"b"}}}`,
		`{"properties":{"a":{"type":"keyword"},"b":{"type":"keyword"},"r":{"type":"long"},"s":{"type":"alias","path":"b"}}}`)
	require.Equal(t, []string{
		"a (alias, keyword) text -> a keyword | alias of b (its values are not shown) in u1, keyword in u2",
		"b (keyword) text -> b keyword",
		"r (runtime long, long) number integer -> r long | runtime long (its values are not shown) in u1, long in u2",
		"s (alias) text alias -> s keyword",
	}, got)
	require.Equal(t, "b", set.Columns[3].At)
	require.Empty(t, set.Columns[0].At)
}

func TestARuntimeFieldOfEveryIndexComesWithTheRow(t *testing.T) {
	const mapping = `{"runtime":{"r":{"type":"long"}},"properties":{"k":{"type":"keyword"},"r":{"type":"keyword"}}}`
	got, set := elastictest.United(t, "8.16.3", mapping, `{"runtime":{"r":{"type":"long"}}}`)
	require.Equal(t, []string{"k (keyword) text -> k keyword", "r (runtime long) number row integer -> r long"}, got)
	require.Contains(t, elastictest.SearchOf(t, elastictest.Opened(t, "8.16.3", nil), set), `"fields":["r"]`)
}

func TestARuntimeFieldStandsForTheMappedFieldOfItsName(t *testing.T) {
	got, _ := elastictest.Columns(t, elastictest.Mapped(t, "8.16.3", `{"runtime":{"r":{"type":"long"}},"properties":{"r":{"type":"keyword"}}}`), "i")
	require.Equal(t, []string{"r number row integer -> self"}, got)
}

func TestManyIndicesOfOneMappingAreCountedInAConflict(t *testing.T) {
	mappings := []string{`{"properties":{"f":{"type":"long"}}}`}
	for range 4 {
		mappings = append(mappings, `{"properties":{"f":{"type":"keyword"}}}`)
	}
	_, set := elastictest.United(t, "8.16.3", mappings...)
	require.Equal(t, "long in u1, keyword in u2 and 3 more", set.Columns[0].Conflict)
	require.Equal(t, []string{"1 column has different types: f (long, keyword). It is marked in the grid."}, set.Notices)
}

func TestAUnionThatHoldsAFilteredSourceIsReadOnly(t *testing.T) {
	_, set := elastictest.United(t, "8.16.3", `{"properties":{"f":{"type":"long"}}}`, `{"_source":{"enabled":false}}`)
	require.Equal(t, "u2 stores no source", set.ReadOnly)
}

func TestAPatternThatMatchesNothingShowsTheMetaColumns(t *testing.T) {
	got, set := elastictest.United(t, "8.16.3")
	require.Empty(t, got)
	require.Len(t, set.Meta, 4)
}

func TestIndicesOfOneMappingAreReadAsOne(t *testing.T) {
	const mapping = `{"mappings":{"properties":{"f":{"type":"long"},"o":{"properties":{"x":{"type":"keyword"}}}}}}`
	h := elastictest.Opened(t, "8.16.3", map[string]script.Response{"GET /al/_mapping": script.JSON(200, `{"i":`+mapping+`,"j":`+mapping+`,"k":`+mapping+`}`)})
	got, set := elastictest.Columns(t, h, "al")
	require.Equal(t, []string{"f number integer -> self", "o.x text -> self"}, got)
	require.Empty(t, set.Notices)
}

func TestASortKeyOfAUnionSaysWhatItsValuesAre(t *testing.T) {
	key := driver.SortKey{Field: "f", Type: "integer, long", Unmapped: "long", Numeric: "long"}
	_, h, err := elastictest.ReadFirstPage(t, elastictest.Recorded(t, "8.16.3", "browse.page.from0"), driver.PageArgs{Size: 10, Sort: []driver.SortKey{key}})
	require.NoError(t, err)
	require.Contains(t, string(h.Sent[0].Body), `"sort":[{"f":{"order":"asc","unmapped_type":"long","numeric_type":"long"}}]`)
}
