package typesense_test

// SPEC: CON-18

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

func TestErrorsKeepTheEnginesSentenceEvenWhereTheyAreNoJSON(t *testing.T) {
	real := func(name string) string { return recorded(t, "29.0", name).Body }
	rows := []struct{ name, body, want string }{
		{"a plain message", `{"message": "Not Found"}`, "Not Found"},
		{"spaces", `{ "message": "Not Ready or Lagging"}`, "Not Ready or Lagging"},
		{"escapes", `{"message":"a \"b\" \u00fc \\ c"}`, `a "b" ü \ c`},
		{"another key behind it", `{"message":"a \"b\"","code":404}`, `a "b"`},
		{"quotes that are not escaped", real("filter.get.dquote_in_error"), "Could not find a filter field named `no\"pe` in the schema."},
		{"a quoted id", real("extra.get_missing_id_with_quote"), `Could not find a document with id: a"b`},
		{"a quoted id and a backslash", real("extra.delete_missing_id_with_quote"), `Could not find a document with id: a"b\`},
		{"a quoted name", real("extra.delete_coll_with_quote"), "No collection with name `a\"b` found."},
		{"cut in the middle", `{"message": "Not Fo`, "Not Fo"},
		{"plain text", "upstream is gone", "upstream is gone"},
		{"a web page", "<html>Bad Gateway</html>", "A proxy returned a web page instead of the server's response, with status 400."},
		{"nothing", "", "The server responded with status 400 and no reason."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := host(t, map[string]script.Response{"GET /collections/c": {Status: 400, Body: row.body}})
			e := script.Fault(run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "c"}, &driver.ColumnSet{}))
			require.NotNil(t, e)
			require.Equal(t, row.want, e.Message)
		})
	}
}

func TestErrorsAreSortedByStatus(t *testing.T) {
	rows := map[int]driver.Kind{400: driver.Engine, 401: driver.Auth, 403: driver.Auth, 404: driver.NotFound, 409: driver.Conflict, 422: driver.Engine, 503: driver.Engine}
	for status, kind := range rows {
		response := script.JSON(status, `{"message":"x"}`)
		h := host(t, map[string]script.Response{"GET /collections/c": response, "POST /multi_search": response})
		e := script.Fault(run(h, driver.OpColumns, &driver.ColumnsArgs{Object: "c"}, &driver.ColumnSet{}))
		require.NotNil(t, e)
		require.Equal(t, kind, e.Kind)
		require.Equal(t, status, e.Status)
		require.Equal(t, kind == driver.Auth, e.Hint == "Check API Key.")
	}
}

// SPEC: CNS-10, B-BRO-10
func TestMessagesComeWithWhatToDoAboutThem(t *testing.T) {
	member := func(version, name string) string {
		var body struct {
			Message string
			Results []struct{ Error string }
		}
		require.NoError(t, json.Unmarshal([]byte(recorded(t, version, name).Body), &body))
		if len(body.Results) > 0 {
			return body.Results[0].Error
		}
		return body.Message
	}
	for message, hint := range map[string]string{
		"Synonym index not found":                                     "The collection names a synonym set that does not exist",
		"Not Ready or Lagging":                                        "The server is starting",
		member("29.0", "filter.get.unknown"):                          "Filters work on the fields in the schema",
		member("29.0", "filter.eq.int_float"):                         "Enter an integer from -2147483648 to 2147483647",
		"Only upto 250 hits can be fetched.":                          "A search returns at most 250 hits",
		"Could not find a field named `a` in the schema for sorting.": "Only fields whose schema says sort: true can be sorted.",
	} {
		found := script.JSON(200, `{"results":[{"code":404,"error":`+strconv.Quote(message)+`}]}`)
		h := host(t, map[string]script.Response{"POST /multi_search": found})
		e := script.Fault(run(h, driver.OpPage, &driver.PageArgs{Object: "c", Size: 10}, &driver.PageResult{}))
		require.Equal(t, message, e.Message)
		require.Contains(t, e.Hint, hint)
	}
}
