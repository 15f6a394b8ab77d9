package typesense_test

// SPEC: A-FIL-09, B-BRO-09

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

func TestTheValuesOfAFacetAreSuggestedWithTheirCounts(t *testing.T) {
	h := host(t, map[string]script.Response{"POST /multi_search": script.JSON(200, `{"results":[{"facet_counts":[{"counts":[
		{"count":7,"highlighted":"<mark>r</mark>ed","value":"red"},{"count":2,"highlighted":"r","value":"r\"1"},{"count":1,"value":"rose"}
	],"field_name":"tags"}],"found":9,"hits":[]}]}`)})
	var s driver.Suggested
	args := &driver.SuggestArgs{
		Object: "x", View: filteredBy(t, "n", "int32", "1"), Size: 2, Row: driver.FilterRow{Column: "tags", Field: "tags", Type: "string[]", Operator: driver.Equals, Values: []string{" r "}},
	}
	require.NoError(t, run(h, driver.OpSuggest, args, &s))
	require.Equal(t, driver.Suggested{Values: []driver.SuggestedValue{{Text: "red", Count: 7}, {Text: `r"1`, Count: 2}}, More: true}, s)
	require.Equal(t, []string{`POST /multi_search {"searches":[{"collection":"x","q":"*","filter_by":"n:=1","enable_overrides":"false","enable_curations":"false","facet_by":"tags","facet_query":"tags:r","max_facet_values":3,"per_page":0}]}`}, h.Lines())

	args.View, args.Row.Values = nil, []string{""}
	require.NoError(t, run(h, driver.OpSuggest, args, &s))
	require.NotContains(t, h.Lines()[1], "facet_query")
}

func TestARefusedFacetIsTheServersError(t *testing.T) {
	h := host(t, map[string]script.Response{"POST /multi_search": script.JSON(200, `{"results":[{"code":404,"error":"Could not find a facet field named `+"`n`"+` in the schema."}]}`)})
	args := &driver.SuggestArgs{Object: "x", Size: 2, Row: driver.FilterRow{Field: "n", Type: "int32"}}
	require.EqualError(t, run(h, driver.OpSuggest, args, &driver.Suggested{}), "Could not find a facet field named `n` in the schema.")
}

func TestOnlyValuesOfFacetsAreListed(t *testing.T) {
	_, _, set := columns(t, script.JSON(200, `{"fields":[
		{"name":"a","type":"string","facet":true},{"name":"b","type":"string","facet":false},{"name":"c","type":"int64[]","facet":true},
		{"name":"d","type":"bool","facet":true},{"name":"e","type":"geopoint","facet":true},{"name":"f,g","type":"string","facet":true}
	]}`))
	lists := map[string]bool{}
	for i := range set.Columns {
		lists[set.Columns[i].Name] = set.Filters[set.Columns[i].Filter-1].NoSuggest == ""
	}
	require.Equal(t, map[string]bool{"a": true, "b": false, "c": true, "d": true, "e": false, "f,g": false}, lists)
	require.Equal(t, "Typesense lists the values of fields whose schema says facet: true.", set.Filters[0].NoSuggest)
}
