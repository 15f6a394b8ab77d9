package drivertest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/drivers/drivertest/exchanges"
)

var typesenseModule = sync.OnceValues(func() (opener, error) { return build("quarry/drivers/typesense/wasm") })

const oddCollection = "oddfields"

// recordedCollections are collections of real servers: one of several pages, one with every type, one with odd names.
var recordedCollections = []string{"paged", "typed", oddCollection}

// oddOrders are orders of the collection with odd names.
var oddOrders = [][]grid.SortBy{nil, {{Column: "dash-ed"}}, {{Column: "a:b"}}, {{Column: "par(en"}}, {{Column: "a:b"}, {Column: "dash-ed"}}}

// recordedIn names the cases with a collection's schema and with its documents.
var recordedIn = map[string]struct {
	schema    string
	documents []string
}{
	"paged":       {"alias.shadow_coll_get", []string{"paged.read_1000_in_4", "paged.read_tail"}},
	"typed":       {"typed.schema", []string{"typed.search"}},
	oddCollection: {"odd.schema", []string{"odd.filter.dash-ed"}},
}

// loadRecorded copies a recorded collection into a sample server. Servers after 29.0 get the one of 29.0.
func loadRecorded(t *testing.T, address, version, name string) *sampleCollection {
	t.Helper()
	if version == "30.0" {
		version = "29.0"
	}
	list, err := exchanges.Load("typesense", version)
	require.NoError(t, err)
	cases := map[string]string{}
	for _, x := range list {
		if x.Response.Status == http.StatusOK {
			cases[x.Case] = x.Response.Body
		}
	}
	var schema map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(cases[recordedIn[name].schema]), &schema))
	for _, made := range []string{"created_at", "num_documents"} {
		delete(schema, made)
	}
	schema["name"], _ = json.Marshal(name) // a text can always be encoded
	definition, err := json.Marshal(schema)
	require.NoError(t, err)
	s := &sampleCollection{address: address, name: name}
	_, err = s.do(t.Context(), "POST", "/collections", string(definition))
	require.NoError(t, err)
	var lines strings.Builder
	documents := 0
	for _, each := range recordedIn[name].documents {
		var response struct {
			Results []struct {
				Hits []struct{ Document json.RawMessage }
			}
		}
		require.NoError(t, json.Unmarshal([]byte(cases[each]), &response), each)
		for _, result := range response.Results {
			for _, hit := range result.Hits {
				lines.Write(append(hit.Document, '\n'))
				documents++
			}
		}
	}
	require.Positive(t, documents)
	loaded, err := s.do(t.Context(), "POST", "/collections/"+name+"/documents/import", lines.String())
	require.NoError(t, err)
	require.Equal(t, documents, strings.Count(loaded, `"success":true`), loaded)
	return s
}
