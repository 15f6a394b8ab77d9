package elasticsearch_test

// SPEC: A-EDT-08

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

// typedValues are values to type into fields of typedMappings, all of them JSON.
var typedValues = []struct {
	field, text string
	fits        bool
}{
	{"c", `"word"`, true}, {"c", `["a","b"]`, true}, {"c", `{"input":["a"],"weight":3}`, true}, {"c", `[{"input":"a"},"b"]`, true}, {"c", `[]`, true},
	{"c", "5", false}, {"c", "true", false}, {"c", "[1]", false}, {"c", `["a",null]`, false}, {"c", `{"input":5}`, false},
	{"c", `{"input":"a","weight":-1}`, false}, {"c", `{"input":"a","weight":1.5}`, false}, {"c", `{"text":"a"}`, false}, {"c", `"a\u001fb"`, false},
	{"i", `{"gte":5,"lte":5}`, true}, {"i", `{"gt":5,"lt":7}`, true}, {"i", `{"gte":5,"lte":1}`, false}, {"i", `{"gt":5,"lt":6}`, false},
	{"u", `{"gte":5,"lte":1}`, true}, // it is not indexed
	{"f", `{"gt":5,"lt":6}`, true}, {"f", `{"gte":5.5,"lte":5.25}`, false}, {"f", `{"gt":5,"lte":5}`, false},
	{"s", `{"gte":16777217,"lte":16777216}`, true},
	{"a", `{"gte":"::1","lte":"192.0.2.1"}`, true}, {"a", `{"gte":"192.0.2.9","lte":"192.0.2.1"}`, false}, {"a", `{"gt":"192.0.2.1","lt":"192.0.2.1"}`, false},
	{"g", `"POINT (180 90)"`, true}, {"g", `"POINT (1 2 3)"`, true}, {"g", `"point (+1 .5)"`, true}, {"g", `"POINT EMPTY"`, true},
	{"g", `"POINT (200 1)"`, false}, {"g", `"POINT(1 91)"`, false}, {"g", `"LINESTRING (1 1, 2 2)"`, false}, {"g", `"POINT"`, false}, {"g", `"POINT (1,2)"`, false},
	{"g", `{"type":"Point","coordinates":[200,1]}`, false}, {"g", `{"type":"Point","coordinates":[1]}`, false},
}

const typedMappings = `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"c":{"type":"completion"},"i":{"type":"integer_range"},
	"u":{"type":"integer_range","index":false},"f":{"type":"double_range"},"s":{"type":"float_range"},"a":{"type":"ip_range"},"g":{"type":"geo_point"}}}}`

func TestWhatACellRefusesARealServerRefusesToo(t *testing.T) {
	t.Run("8", func(t *testing.T) { connect(t, enginetest.ES8(t)).agreesOnValues() })
	t.Run("7", func(t *testing.T) { connect(t, enginetest.ES7(t)).agreesOnValues() })
	t.Run("9", func(t *testing.T) { connect(t, enginetest.ES9(t)).agreesOnValues() })
}

// agreesOnValues sends values that a cell accepts, and values that it refuses.
func (n *node) agreesOnValues() {
	const name = "quarry-filt-typed"
	n.index(name, typedMappings)
	v := n.open(name)
	defer v.Close(n.t.Context())
	args := &driver.FitsArgs{View: v.Set.View}
	var body strings.Builder
	for _, row := range typedValues {
		edit, err := v.Edit(row.field, row.text, false)
		require.NoError(n.t, err)
		args.Cells = append(args.Cells, edit)
		fmt.Fprintf(&body, "{\"index\":{}}\n{%q:%s}\n", row.field, row.text)
	}
	fits, err := plugin.Run[driver.Fits](n.t.Context(), n.runner, n.call(driver.OpFits, args, nil))
	require.NoError(n.t, err)
	answer := n.ask(http.MethodPost, "/"+name+"/_bulk?filter_path=items.index.status", body.String())
	items := strings.Split(answer, `"status":`)[1:]
	require.Len(n.t, items, len(typedValues))
	for i, row := range typedValues {
		require.Equal(n.t, row.fits, fits.Reasons[i] == "", "%s %s: %s", row.field, row.text, fits.Reasons[i])
		require.Equal(n.t, row.fits, strings.HasPrefix(items[i], "201"), "%s %s: %s", row.field, row.text, items[i])
	}
}
