// SPEC: A-BRO-02, A-BRO-16, A-EDT-13, B-BRO-04, B-BRO-07
package structure

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// refused is a response with a status other than 200.
type refused struct {
	status int
	body   string
}

// serve responds by path, with a text or a refused; any other path is not found.
func serve(responses map[string]any) http.HandlerFunc {
	return func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Elastic-Product", "Elasticsearch")
		switch response := responses[q.URL.Path].(type) {
		case string:
			_, _ = w.Write([]byte(response))
		case refused:
			w.WriteHeader(response.status)
			_, _ = w.Write([]byte(response.body))
		default:
			http.NotFound(w, q)
		}
	}
}

// lines returns the rows of a structure as "name|type|...".
func lines(t testing.TB, s *Table) []string {
	t.Helper()
	page, err := rows.Decode(s.Block)
	require.NoError(t, err)
	require.Equal(t, s.Rows, page.Rows)
	var all []string
	for row := range page.Rows {
		var cells []string
		for c := range page.Names {
			_, text := page.Cell(row, c)
			cells = append(cells, text)
		}
		all = append(all, strings.TrimRight(strings.Join(cells, "|"), "|"))
	}
	return all
}

func titles(s *Table) string {
	var all []string
	for _, c := range s.Columns {
		all = append(all, c.Title)
	}
	return strings.Join(all, ", ")
}

const forbidden = `{"error":{"root_cause":[{"type":"security_exception","reason":"action [indices:admin/mappings/get] is unauthorized for user [ada]"}],"type":"security_exception"},"status":403}`

func TestTheFieldsOfAnIndexAreATable(t *testing.T) {
	r := sessiontest.Record(t, serve(map[string]any{
		"/": sessiontest.Root("8.16.3"),
		"/books/_mapping": `{"books":{"mappings":{"dynamic":"strict","_routing":{"required":true},
			"dynamic_templates":[{"texts":{"match":"*"}}],
			"runtime":{"year":{"type":"long"}},"properties":{
			"authors":{"type":"nested","properties":{"name":{"type":"text","fields":{"keyword":{"type":"keyword"}}}}},
			"published":{"type":"date","format":"yyyy-MM-dd"},"price":{"type":"scaled_float","scaling_factor":100.0},
			"subtitle":{"type":"text","analyzer":"english","fields":{"raw":{"type":"keyword"}}},
			"off":{"type":"keyword","index":false,"doc_values":false,"null_value":"NULL"}}}}}`,
		"/books/_settings": `{}`,
	}))
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", r.Address, nil), nil)
	found, err := Read(t.Context(), s, "books")
	require.NoError(t, err)
	require.Equal(t, "Name, Type, Indexed, Doc values, Multi-fields, Analyzer, Notes", titles(found))
	require.Equal(t, []string{
		"_id|meta",
		"authors|nested|||||JSON column, not sortable, not filterable",
		"authors.name|text|yes|no|authors.name.keyword|standard|in authors",
		"published|date|yes|yes|||yyyy-MM-dd",
		"price|scaled_float|yes|yes|||factor 100.0",
		"subtitle|text|yes|no|subtitle.raw (keyword)|english",
		"off|keyword|no|no|||null_value NULL",
		"year|runtime long|||||computed at search time",
	}, lines(t, found))
	require.Equal(t, []driver.Text{{Key: "Dynamic", Value: "strict"}, {Key: "Routing", Value: "required true"}, {Key: "Dynamic templates", Value: "texts"}}, found.Facts)
	require.Equal(t, "Read-only. Change mappings in the console with PUT /books/_mapping.", found.Note)
}

func TestAUnionNamesTheIndicesWhoseTypesDiffer(t *testing.T) {
	r := sessiontest.Record(t, serve(map[string]any{
		"/": sessiontest.Root("8.16.3"),
		"/logs-*/_mapping": `{"logs-2":{"mappings":{"properties":{"v":{"type":"keyword"},"only2":{"type":"ip"}}}},
			"logs-3":{"mappings":{"properties":{"v":{"type":"keyword"},"only2":{"type":"ip"}}}},
			"logs-1":{"mappings":{"properties":{"v":{"type":"long"},"text":{"type":"text"}}}}}`,
		"/logs-*/_settings": `{"logs-1":{"settings":{"index":{"analysis":{"analyzer":{"default":{"type":"english"}}}}}}}`,
	}))
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", r.Address, nil), nil)
	found, err := Read(t.Context(), s, "logs-*")
	require.NoError(t, err)
	require.Equal(t, []string{
		"_id|meta",
		"only2|ip|yes|yes",
		"text|text|yes|no||default|not sortable",
		"v|long, keyword|yes|yes|||differs: long in logs-1; keyword in logs-2, logs-3",
	}, lines(t, found))
	require.Empty(t, found.Facts)
}

func TestADefinitionKeepsEveryDigitAndKey(t *testing.T) {
	r := sessiontest.Record(t, serve(map[string]any{
		"/":                sessiontest.Root("8.16.3"),
		"/books/_mapping":  refused{403, forbidden},
		"/books/_settings": `{"books":{"settings":{"z":"1","a":[1.0,9007199254740993],"e":{}}}}`,
	}))
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", r.Address, nil), nil)
	require.Equal(t, []driver.Text{{Key: "mapping", Value: "Mapping"}, {Key: "settings", Value: "Settings"}}, s.Definitions())
	found, err := Define(t.Context(), s, "books", "settings")
	require.NoError(t, err)
	require.Equal(t, "{\n  \"books\": {\n    \"settings\": {\n      \"z\": \"1\",\n      \"a\": [\n        1.0,\n        9007199254740993\n      ],\n      \"e\": {}\n    }\n  }\n}", string(found.Text))
	require.Equal(t, "Read-only. Change settings in the console with PUT /books/_settings.", found.Note)

	for name, read := range map[string]func() error{
		"the mapping":   func() error { _, err := Define(t.Context(), s, "books", "mapping"); return err },
		"the structure": func() error { _, err := Read(t.Context(), s, "books"); return err },
	} {
		e := sessiontest.Failure(t, read())
		require.Equal(t, driver.Auth, e.Kind, name)
		require.Equal(t, "action [indices:admin/mappings/get] is unauthorized for user [ada]", e.Message, name)
		require.Equal(t, "GET /books/_mapping", e.Op, name)
	}
	_, err = Define(t.Context(), s, "books", "../_cluster")
	require.Equal(t, driver.Invalid, sessiontest.Failure(t, err).Kind)
}

func TestTheAnalyzerIsNotGuessedWhereTheSettingsMayNotBeRead(t *testing.T) {
	r := sessiontest.Record(t, serve(map[string]any{
		"/":                sessiontest.Root("8.16.3"),
		"/books/_mapping":  `{"books":{"mappings":{"properties":{"t":{"type":"text"}}}}}`,
		"/books/_settings": refused{403, forbidden},
	}))
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", r.Address, nil), nil)
	found, err := Read(t.Context(), s, "books")
	require.NoError(t, err)
	require.Equal(t, "t|text|yes|no||index default|not sortable", lines(t, found)[1])
}

func TestADriverWithoutAStructureSaysSo(t *testing.T) {
	r := sessiontest.Record(t, sessiontest.As8)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("fragile", r.Address, nil), nil)
	_, err := Read(t.Context(), s, "books")
	require.ErrorIs(t, err, errNoStructure)
	_, err = Define(t.Context(), s, "books", "mapping")
	require.ErrorIs(t, err, errNoStructure)
	require.Empty(t, s.Definitions())
}

func TestTenThousandFieldsAreListed(t *testing.T) {
	var mapping strings.Builder
	for i := range 10_000 {
		kind := `{"type":"long"}`
		if i%10 == 9 {
			kind = `{"type":"text","fields":{"keyword":{"type":"keyword","ignore_above":256}}}`
		}
		fmt.Fprintf(&mapping, `,"field_%05d":%s`, i, kind)
	}
	r := sessiontest.Record(t, serve(map[string]any{
		"/":               sessiontest.Root("8.16.3"),
		"/wide/_mapping":  `{"wide":{"mappings":{"properties":{` + mapping.String()[1:] + `}}}}`,
		"/wide/_settings": `{}`,
	}))
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", r.Address, nil), nil)
	found, err := Read(t.Context(), s, "wide")
	require.NoError(t, err)
	require.Equal(t, 10_001, found.Rows)
	require.Equal(t, "field_09999|text|yes|no|field_09999.keyword|standard", lines(t, found)[10_000])
}
