// SPEC: A-BRO-06, A-EDT-14
package mapping_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

const settingsPath = "/_settings/index.mode,index.mapping.source.mode,index.mapping.exclude_source_vectors,index.version.created,index.disable_sequence_numbers"

// settled reads the columns of "i" with these settings and this mapping.
func settled(t *testing.T, version, settings, mapping string) (*driver.ColumnSet, *script.Host) {
	t.Helper()
	h := elastictest.Opened(t, version, map[string]script.Response{
		"GET /i/_mapping":       script.JSON(200, `{"i":{"mappings":`+mapping+`}}`),
		"GET /i" + settingsPath: script.JSON(200, `{"i":{"settings":`+settings+`}}`),
	})
	if version == "" {
		h.Session = nil
	}
	var set driver.ColumnSet
	require.NoError(t, elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "i"}, &set))
	return &set, h
}

const (
	keepsNot = "i rebuilds its source, so what you write is not what it stores."
	asBuilt  = "Values of i are shown as Elasticsearch rebuilt them, not character for character as they were sent."
	made94   = `"index.version.created":"9094000"`
	made8    = `"index.version.created":"8536000"`
)

func TestASourceThatOnlyTheSettingsNameIsReadOnlyWithTheReason(t *testing.T) {
	rows := []struct{ name, version, settings, mapping, readOnly, notice string }{
		{"synthetic", "9.4.3", `{"index.mapping.source.mode":"synthetic"}`, `{}`, keepsNot, asBuilt},
		{"synthetic in upper case", "9.4.3", `{"index.mapping.source.mode":"SYNTHETIC"}`, `{}`, keepsNot, asBuilt},
		{"disabled", "9.4.3", `{"index.mapping.source.mode":"disabled"}`, `{}`, "i stores no source", ""},
		{"of logs", "9.4.3", `{"index.mode":"logsdb"}`, `{}`, keepsNot, asBuilt},
		{"of time series", "8.19.13", `{"index.mode":"time_series"}`, `{}`, keepsNot, asBuilt},
		{"of logs, but stored", "8.19.13", `{"index.mode":"logsdb","index.mapping.source.mode":"STORED"}`, `{"_source":{"mode":"stored"}}`, "", ""},
		{"of logs on Serverless", "serverless", `{"index.mode":"logsdb"}`, `{}`, keepsNot, asBuilt},
		{"of an ordinary index", "9.4.3", `{"index.mode":"standard",` + made94 + `}`, `{}`, "", ""},
		{"synthetic by its mapping", "8.16.3", ``, `{"_source":{"mode":"synthetic"}}`, keepsNot, asBuilt},
		{"without sequence numbers", "9.4.3", `{"index.disable_sequence_numbers":"true"}`, `{}`, "i has no sequence numbers, so a change made by someone else would be overwritten unnoticed.", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			set, h := settled(t, row.version, row.settings, row.mapping)
			require.Equal(t, row.readOnly, set.ReadOnly)
			require.Equal(t, row.notice, strings.Join(set.Notices, "\n"))
			want := []string{"GET /i/_mapping", "GET /i" + settingsPath + "?flat_settings=true"}
			if row.version == "8.16.3" {
				want = want[:1]
			}
			require.Equal(t, want, h.Lines())
		})
	}
}

func TestVectorsThatAnIndexKeepsApartAreAskedForAndSaid(t *testing.T) {
	const asked = `,"_source":{"exclude_vectors":false}`
	const vector = `{"properties":{"v":{"type":"dense_vector"},"t":{"type":"keyword"}}}`
	rows := []struct {
		name, version, settings, mapping string
		apart                            bool
	}{
		{"Serverless", "serverless", `{` + made94 + `}`, vector, true},
		{"Serverless that shows no version of the index", "serverless", `{"index.mode":"standard"}`, vector, true},
		{"Serverless, kept in the source", "serverless", `{"index.mapping.exclude_source_vectors":"false"}`, vector, false},
		{"an index of 9.4", "9.4.3", `{` + made94 + `}`, vector, true},
		{"sparse ones inside nested objects", "9.4.3", `{` + made94 + `}`, `{"properties":{"n":{"type":"nested","properties":{"s":{"type":"sparse_vector"}}}}}`, true},
		{"an index of 9.4 that keeps them in its documents", "9.4.3", `{"index.mapping.exclude_source_vectors":"false",` + made94 + `}`, vector, false},
		{"an index of 8.19", "9.4.3", `{` + made8 + `}`, vector, false},
		{"an index without vectors", "9.4.3", `{` + made94 + `}`, `{"properties":{"t":{"type":"keyword"}}}`, false},
		{"an older server", "8.19.13", `{` + made8 + `}`, vector, false},
		{"a server before 9.2", "9.0.1", `{"index.version.created":"9009000"}`, vector, false},
		{"a server whose version is unknown", "", `{` + made94 + `}`, vector, true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			set, h := settled(t, row.version, row.settings, row.mapping)
			require.Empty(t, set.ReadOnly)
			body := elastictest.SearchOf(t, h, set)
			if row.apart {
				require.Contains(t, body, asked)
				require.Equal(t, []string{asBuilt}, set.Notices)
				return
			}
			require.NotContains(t, body, "_source")
			require.Empty(t, set.Notices)
		})
	}
}

func TestWhereTheSettingsMayNotBeReadVectorsAreAskedFor(t *testing.T) {
	h := elastictest.Opened(t, "9.4.3", map[string]script.Response{
		"GET /i/_mapping":       script.JSON(200, `{"i":{"mappings":{"properties":{"v":{"type":"dense_vector"}}}}}`),
		"GET /i" + settingsPath: script.JSON(403, `{"error":{"type":"security_exception","reason":"no"},"status":403}`),
	})
	var set driver.ColumnSet
	require.NoError(t, elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "i"}, &set))
	require.Contains(t, elastictest.SearchOf(t, h, &set), `"exclude_vectors":false`)
}

func TestOfManyIndicesThoseThatRebuildTheirSourceAreNamed(t *testing.T) {
	var mappings, settings []string
	for _, name := range strings.Split("abcdefgh", "") {
		mappings = append(mappings, `"`+name+`":{"mappings":{}}`)
		if name != "b" {
			settings = append([]string{`"` + name + `":{"settings":{"index.mode":"logsdb"}}`}, settings...) // not in the order of the mappings
		}
	}
	h := elastictest.Opened(t, "9.4.3", map[string]script.Response{
		"GET /logs-*/_mapping":       script.JSON(200, `{`+strings.Join(mappings, ",")+`}`),
		"GET /logs-*" + settingsPath: script.JSON(200, `{`+strings.Join(settings, ",")+`}`),
	})
	var set driver.ColumnSet
	require.NoError(t, elastictest.Run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "logs-*"}, &set))
	require.Equal(t, []string{"Values of a, c, d, e, f and 2 more indices are shown as Elasticsearch rebuilt them, not character for character as they were sent."}, set.Notices)
	require.Equal(t, "a rebuilds its source, so what you write is not what it stores.", set.ReadOnly)
}
