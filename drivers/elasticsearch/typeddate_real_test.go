package elasticsearch_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

const dateMappings = `{"settings":{"number_of_replicas":0},"mappings":{"properties":{"d":{"type":"date"},"n":{"type":"date_nanos"},"slash":{"type":"date","format":"yyyy/MM/dd||epoch_second"},
	"time":{"type":"date","format":"yyyy-MM-dd HH:mm:ss"},"millis":{"type":"date","format":"epoch_millis"},"basic":{"type":"date","format":"basic_date"},
	"own":{"type":"date","format":"dd MMM yyyy"},"r":{"type":"date_range"}}}}`

// typedDates are texts for fields of dateMappings, with the moment that a server reads, "" if the text is refused
// before it is sent.
var typedDates = []typedDate{
	{"d", "2024", "2024-01-01T00:00:00.000Z"},
	{"d", "2024-02", "2024-02-01T00:00:00.000Z"},
	{"d", "2024-02-29", "2024-02-29T00:00:00.000Z"},
	{"d", "2024-02-29T10", "2024-02-29T10:00:00.000Z"},
	{"d", "2024-02-29T10:30:15.5+02:00", "2024-02-29T08:30:15.500Z"},
	{"d", "2024-02-29T10:30Z", "2024-02-29T10:30:00.000Z"},
	{"d", "1577836800000", "2020-01-01T00:00:00.000Z"},
	{"d", "-86400000", "1969-12-31T00:00:00.000Z"},
	{"d", "-2024", ""}, // the server would read a year
	{"d", "1969-12-31", "1969-12-31T00:00:00.000Z"},
	{"d", "abc", ""},
	{"d", "now", ""},
	{"d", "2024-02-30", ""},
	{"d", "2024-13-01", ""},
	{"d", "31/12/2024", ""},
	{"d", "2024-1-1", ""},
	{"d", "2024-01-01 10:00", ""},
	{"d", "20240506", ""},
	{"d", "12345", ""},
	{"d", "1.5", ""},
	{"d", "99999999999999999999", ""},
	{"n", "2024-02-29T10:30:15.123456789Z", "2024-02-29T10:30:15.123456789Z"},
	{"n", "1970", "1970-01-01T00:00:00.000Z"},
	{"n", "2262-04-11", "2262-04-11T00:00:00.000Z"},
	{"n", "1577836800000", "2020-01-01T00:00:00.000Z"},
	{"n", "2024-02-29T10:30:15+02:00", "2024-02-29T08:30:15.000Z"},
	{"n", "2024-02-29T10", ""},
	{"n", "2024-02-29T10:30", ""},
	{"n", "2024-02-29T10:30Z", ""},
	{"n", "1969-12-31", ""},
	{"n", "1970-01-01T00:00:00+01:00", ""},
	{"n", "2263", ""},
	{"n", "9223372036855", ""},
	{"n", "-1", ""},
	{"slash", "2024/02/29", "2024-02-29T00:00:00.000Z"},
	{"slash", "1577836800", "2020-01-01T00:00:00.000Z"},
	{"slash", "20240506", "1970-08-23T06:21:46.000Z"},
	{"slash", "2024/02/30", ""},
	{"slash", "2024-02-29", ""},
	{"slash", "abc", ""},
	{"time", "2024-02-29 10:30:15", "2024-02-29T10:30:15.000Z"},
	{"time", "2024-02-29", ""},
	{"time", "2024-02-29 25:30:15", ""},
	{"millis", "20240506", "1970-01-01T05:37:20.506Z"},
	{"millis", "2024-02-29", ""},
	{"basic", "20240229", "2024-02-29T00:00:00.000Z"},
	{"basic", "20240230", ""},
	{"own", "29 Feb 2024", "2024-02-29T00:00:00.000Z"},
	{"own", "20240506", "?"}, // a format that only the server knows
	{"r", `{"gte":"2024-01-01","lt":1777836800000}`, "?"},
	{"r", `{"gte":-86400000,"lt":"1970"}`, "?"},
	{"r", `{"gte":"2024","lte":"2024"}`, "?"},
	{"r", `{"gte":"2024-05-06","lt":"2024-05-06"}`, ""},
	{"r", `{"gte":"2024-02-30"}`, ""},
	{"r", `{"gte":"31/12/2024"}`, ""},
	{"d", `["2024-01-01","2024-02-30"]`, ""},
}

type typedDate struct{ field, text, moment string }

func TestWhatACellTakesForADateARealServerReadsAsTheSameMoment(t *testing.T) {
	t.Run("8", func(t *testing.T) { connect(t, enginetest.ES8(t)).acceptsDates("1969-12-31T23:59:59.999Z") })
	t.Run("7", func(t *testing.T) { connect(t, enginetest.ES7(t)).acceptsDates("") }) // which reads whole seconds only
	t.Run("9", func(t *testing.T) { connect(t, enginetest.ES9(t)).acceptsDates("1969-12-31T23:59:59.999Z") })
}

// acceptsDates compares the dates that a cell accepts with what a server reads; last is the moment of the last
// millisecond before 1970.
func (n *node) acceptsDates(last string) {
	typedDates := append([]typedDate{{"d", "-1", last}, {"millis", "-1", last}}, typedDates...)
	const name = "quarry-filt-dates"
	n.index(name, dateMappings)
	v := n.open(name)
	defer v.Close(n.t.Context())
	args := &driver.FitsArgs{View: v.Set.View}
	for _, row := range typedDates {
		edit, err := v.Edit(row.field, row.text, false)
		require.NoError(n.t, err)
		args.Cells = append(args.Cells, edit)
	}
	fits, err := plugin.Run[driver.Fits](n.t.Context(), n.runner, n.call(driver.OpFits, args, nil))
	require.NoError(n.t, err)
	for i, row := range typedDates {
		require.Equal(n.t, row.moment == "", fits.Reasons[i] != "", "%s %s: %s", row.field, row.text, fits.Reasons[i])
		if row.moment == "" || row.text == "20240506" && row.field == "own" {
			continue
		}
		value, _ := json.Marshal(row.text)
		if row.field == "r" {
			value = []byte(row.text)
		}
		n.ask(http.MethodPut, fmt.Sprintf("/%s/_doc/%d?refresh=true", name, i), fmt.Sprintf(`{%q:%s}`, row.field, value))
		if row.moment == "?" {
			continue
		}
		query := url.Values{"filter_path": {"hits.hits.fields"}}.Encode()
		got := n.ask(http.MethodPost, "/"+name+"/_search?"+query, fmt.Sprintf(
			`{"query":{"ids":{"values":["%d"]}},"docvalue_fields":[{"field":%q,"format":"strict_date_time"}]}`, i, row.field))
		require.Contains(n.t, got, row.moment, row.text)
	}
}
