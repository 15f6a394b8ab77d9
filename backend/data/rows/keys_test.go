// SPEC: A-BRO-13
package rows

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheDigestOfKeysTellsDocumentsAndTheirOrder(t *testing.T) {
	hidden := []Hidden{{Name: "#index", At: "_index", Key: true}, {Name: "#id", At: "_id", Key: true}, {Name: "#routing", At: "_routing", Key: true}}
	wide := &Plan{Rows: "hits", Doc: "_source", Columns: []Column{{Name: "a", Path: []string{"a"}}}, Hidden: append(hidden, Hidden{Name: "#hash"})}
	narrow := &Plan{Rows: "hits", Hidden: hidden}
	keys := func(plan *Plan, response string) string {
		result, err := Block([]byte(response), plan)
		require.NoError(t, err)
		return result.Keys
	}
	const response = `{"hits":[{"_index":"i","_id":"12","_source":{"a":1}},{"_index":"i","_id":"3","_source":{"a":2}}]}`
	want := keys(wide, response)
	require.Equal(t, want, keys(narrow, `{"hits":[{"_index":"i","_id":"12"},{"_index":"i","_id":"3"}]}`), "other columns, the same documents")
	for name, other := range map[string]string{
		"another order":         `{"hits":[{"_index":"i","_id":"3"},{"_index":"i","_id":"12"}]}`,
		"another index":         `{"hits":[{"_index":"i","_id":"12"},{"_index":"j","_id":"3"}]}`,
		"another cut of the id": `{"hits":[{"_index":"i","_id":"1"},{"_index":"i","_id":"23"}]}`,
		"a routing":             `{"hits":[{"_index":"i","_id":"12","_routing":"r"},{"_index":"i","_id":"3"}]}`,
		"a row less":            `{"hits":[{"_index":"i","_id":"12"}]}`,
		"none":                  `{"hits":[]}`,
	} {
		require.NotEqual(t, want, keys(narrow, other), name)
	}
}
