// SPEC: A-FIL-10, A-SRT-04, APP-15
package columns_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

const (
	aliased  = `{"properties":{"k":{"type":"keyword","ignore_above":5},"al":{"type":"alias","path":"k"},"n":{"type":"keyword","ignore_above":3},"t":{"type":"text"}}}`
	unlike   = `{"properties":{"z":{"type":"keyword"}}}`
	targeted = `{"properties":{"k":{"type":"keyword","ignore_above":5}}}`
)

// clauseOf compiles one row for a column, and returns its clause, or why it is refused.
func clauseOf(t *testing.T, h *script.Host, set *driver.ColumnSet, row driver.FilterRow) string {
	t.Helper()
	column := columnOf(t, set, row.Column)
	row.Field, row.Type, row.About = row.Column, column.Type, set.Filters[column.Filter-1].About
	var f driver.Filtered
	require.NoError(t, elastictest.Run(h, driver.OpFilter, &driver.FilterArgs{Object: "u*", View: set.View, Rows: []driver.FilterRow{row}}, &f))
	if len(f.Refusals) > 0 {
		return f.Refusals[0].Err.Message
	}
	return f.Clauses[0]
}

func columnOf(t *testing.T, set *driver.ColumnSet, name string) *driver.Column {
	t.Helper()
	for i := range set.Columns {
		if set.Columns[i].Name == name {
			return &set.Columns[i]
		}
	}
	t.Fatalf("no column %s", name)
	return nil
}

func TestAnAliasOfAUnionIsFilteredByItsOwnTarget(t *testing.T) {
	const present = `{"bool":{"should":[{"exists":{"field":"al"}},{"term":{"_ignored":"k"}}],"minimum_should_match":1}}`
	rows := []struct {
		name     string
		mappings []string
	}{
		{"the alias in the first index", []string{aliased, unlike}},
		{"the alias in the second index", []string{unlike, aliased}},
		{"other fields first", []string{`{"properties":{"zz":{"type":"long"},"a":{"type":"alias","path":"zz"}}}`, aliased}},
		{"the alias in both", []string{aliased, `{"properties":{"b":{"type":"long"},"k":{"type":"keyword","ignore_above":5},"al":{"type":"alias","path":"k"}}}`}},
		{"a runtime field with the target's name", []string{`{"runtime":{"k":{"type":"long"}},` + aliased[1:], unlike}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Opened(t, "8.16.3", nil)
			_, set := elastictest.United(t, "8.16.3", row.mappings...)
			require.Equal(t, present, clauseOf(t, h, set, driver.FilterRow{Column: "al", Operator: driver.IsNotNull}))
			require.Equal(t, `{"term":{"al":"abc"}}`, clauseOf(t, h, set, driver.FilterRow{Column: "al", Operator: driver.Equals, Values: []string{"abc"}}))
		})
	}
}

func TestAnAliasOfAMultiFieldIsFoundWhereAnotherIndexHasAFieldWithItsPath(t *testing.T) {
	const alias, multi = `"al":{"type":"alias","path":"t.raw"}`, `"t":{"type":"text","fields":{"raw":{"type":"keyword","ignore_above":5}}}`
	_, set := elastictest.United(t, "8.16.3", `{"properties":{"t":{"properties":{"raw":{"type":"long"}}}}}`, `{"properties":{`+multi+`,`+alias+`}}`, `{"properties":{`+multi+`}}`)
	require.Equal(t, `{"bool":{"must_not":[{"exists":{"field":"al"}},{"bool":{"filter":[{"term":{"_ignored":"t.raw"}}],"must_not":[{"terms":{"_index":["u1","u3"]}}]}}]}}`,
		clauseOf(t, elastictest.Opened(t, "8.16.3", nil), set, driver.FilterRow{Column: "al", Operator: driver.IsNull}))
}

func TestAnAliasIsOfTheMappedFieldAndNotOfARuntimeFieldWithItsName(t *testing.T) {
	h := elastictest.Mapped(t, "8.16.3", `{"runtime":{"k":{"type":"long"}},`+aliased[1:])
	_, set := elastictest.Columns(t, h, "i")
	require.Equal(t, driver.KindText, columnOf(t, set, "al").Kind)
	require.Equal(t, `{"term":{"al":"abc"}}`, clauseOf(t, h, set, driver.FilterRow{Column: "al", Operator: driver.Equals, Values: []string{"abc"}}))
}

func TestAnAliasWhoseTargetDiffersIsWhatEachTargetIs(t *testing.T) {
	const one, other = `{"properties":{"k":{"type":"keyword"},"al":{"type":"alias","path":"k"}}}`, `{"properties":{"k":{"type":"long"},"al":{"type":"alias","path":"k"}}}`
	got, set := elastictest.United(t, "8.16.3", one, other)
	require.Equal(t, []string{
		"al (alias) text alias -> not: It is keyword in u1, long in u2, which have no common order. | alias of k (keyword) in u1, alias of k (long) in u2",
		"k (keyword, long) text -> not: It is keyword in u1, long in u2, which have no common order. | keyword in u1, long in u2",
	}, got)
	h := elastictest.Opened(t, "8.16.3", nil)
	require.Equal(t, "In u2: al is a long, and “abc” is not a whole number from -9223372036854775808 to 9223372036854775807.",
		clauseOf(t, h, set, driver.FilterRow{Column: "al", Operator: driver.Equals, Values: []string{"abc"}}))
}

func TestAFilterByAnAliasLeavesOutIndicesThatOnlyHaveItsTarget(t *testing.T) {
	h := elastictest.Opened(t, "8.16.3", nil)
	const ignored = `{"bool":{"filter":[{"term":{"_ignored":"k"}}],"must_not":[{"terms":{"_index":["u2"]}}]}}`
	_, set := elastictest.United(t, "8.16.3", aliased, targeted, unlike)
	require.Equal(t, `{"bool":{"must_not":[{"exists":{"field":"al"}},`+ignored+`]}}`, clauseOf(t, h, set, driver.FilterRow{Column: "al", Operator: driver.IsNull}))
	require.Equal(t, `{"bool":{"should":[{"exists":{"field":"al"}},`+ignored+`],"minimum_should_match":1}}`, clauseOf(t, h, set, driver.FilterRow{Column: "al", Operator: driver.IsNotNull}))

	const text = `{"properties":{"t":{"type":"text","fields":{"raw":{"type":"keyword"}}}`
	_, set = elastictest.United(t, "8.16.3", text+`,"al":{"type":"alias","path":"t"}}}`, text+`,"z":{"type":"long"}}}`)
	const term = `{"bool":{"filter":[{"term":{"t.raw":"x"}}],"must_not":[{"terms":{"_index":["u2"]}}]}}`
	require.Equal(t, term, clauseOf(t, h, set, driver.FilterRow{Column: "al", Operator: driver.Equals, Values: []string{"x"}}))
	require.Equal(t, `{"bool":{"must_not":[`+term+`]}}`, clauseOf(t, h, set, driver.FilterRow{Column: "al", Operator: driver.NotEquals, Values: []string{"x"}}))
	require.Contains(t, clauseOf(t, h, set, driver.FilterRow{Column: "al", Operator: driver.IsEmpty}), `"must_not":[{"terms":{"_index":["u2"]}}]`)

	column := columnOf(t, set, "al")
	h = elastictest.Opened(t, "8.16.3", map[string]script.Response{"POST /u*/_search": script.JSON(200, `{"_shards":{"total":1,"successful":1,"failed":0},"aggregations":{"values":{"buckets":[]}}}`)})
	row := driver.FilterRow{Column: "al", Field: "al", Type: column.Type, About: set.Filters[column.Filter-1].About}
	require.NoError(t, elastictest.Run(h, driver.OpSuggest, &driver.SuggestArgs{Object: "u*", View: set.View, Row: row, Size: 5}, &driver.Suggested{}))
	require.Contains(t, string(h.Sent[len(h.Sent)-1].Body), `{"query":{"bool":{"must_not":[{"terms":{"_index":["u2"]}}]}},`)
}

func TestStatisticsOfAnAliasCountWhatItsTargetIgnores(t *testing.T) {
	rows := []struct {
		name, want string
		mappings   []string
	}{
		{"one index", `"ignored":{"filter":{"term":{"_ignored":"k"}}}`, []string{aliased}},
		{"an index without both", `"ignored":{"filter":{"term":{"_ignored":"k"}}}`, []string{unlike, aliased}},
		{"an index with the target only", `"ignored":{"filter":{"bool":{"filter":[{"term":{"_ignored":"k"}}],"must_not":[{"terms":{"_index":["u2"]}}]}}}`, []string{aliased, targeted}},
		{"a field with its name", `"ignored":{"filter":{"bool":{"should":[{"term":{"_ignored":"k"}},{"term":{"_ignored":"al"}}],"minimum_should_match":1}}}`,
			[]string{aliased, `{"properties":{"al":{"type":"keyword","ignore_above":9}}}`}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, set := elastictest.United(t, "8.16.3", row.mappings...)
			column := columnOf(t, set, "al")
			asked := driver.StatisticsColumn{Name: "al", Type: column.Type, Kind: column.Kind, Key: driver.SortKey{Field: column.Sort, Type: column.Type}}
			h := elastictest.Opened(t, "8.16.3", map[string]script.Response{"POST /u*/_search": script.JSON(200, `{"_shards":{"total":1,"successful":1,"failed":0},"hits":{"total":{"value":0}}}`)})
			require.NoError(t, elastictest.Run(h, driver.OpStatistics, &driver.StatisticsArgs{Object: "u*", View: set.View, Column: asked}, &driver.Statistics{}))
			require.Contains(t, string(h.Sent[len(h.Sent)-1].Body), row.want)
		})
	}
}
