// SPEC: CON-15, A-BRO-02, A-BRO-06, A-BRO-12, A-BRO-13, A-SRT-03, A-SRT-04, A-EDT-14
package elasticsearch_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
)

// index creates an index for one test, with documents whose ids count up from 1.
func (n *node) index(name, definition string, documents ...string) {
	n.t.Helper()
	n.ask(http.MethodDelete, "/"+name, "")
	n.t.Cleanup(func() { n.ask(http.MethodDelete, "/"+name, "") })
	n.ask(http.MethodPut, "/"+name, definition)
	for i, document := range documents {
		n.ask(http.MethodPut, "/"+name+"/_doc/"+string(rune('1'+i))+"?refresh=true", document)
	}
}

// document reads a document by the key of its row.
func (n *node) document(index, id string) *driver.Document {
	n.t.Helper()
	doc, err := plugin.Run[driver.Document](n.t.Context(), n.runner, n.call(driver.OpDocument, elastictest.DocumentKey(index, id, ""), nil))
	require.NoError(n.t, err)
	return doc
}

func TestVectorsOfAReal9AreShownAndSaidToBeRebuilt(t *testing.T) {
	n := connect(t, enginetest.ES9(t))
	const name = "quarry-vectors"
	n.index(name, `{"mappings":{"properties":{"v":{"type":"dense_vector","dims":3,"index":false},"s":{"type":"sparse_vector"},
		"n":{"type":"nested","properties":{"w":{"type":"dense_vector","dims":2,"index":false}}},"d":{"type":"double"}}}}`,
		`{"v":[1.5,2.25,0.5],"s":{"a":1.5},"n":[{"w":[0.5,1.0]}],"d":1.50}`)
	v := n.open(name)
	defer v.Close(t.Context())
	require.Equal(t, []string{"Values of " + name + " are shown as Elasticsearch rebuilt them, not character for character as they were sent."}, v.Set.Notices)
	require.Equal(t, [][]string{{"[1.5,2.25,0.5]", `{"a":1.5}`, "[[0.5,1.0]]"}}, n.cells(v, 0, "v", "s", "n.w"))
	for _, id := range []string{"1", ".."} {
		if id == ".." {
			n.ask(http.MethodPut, "/"+name+"/_doc/%2E%2E?refresh=true", `{"v":[1.5,2.25,0.5]}`)
		}
		require.Contains(t, n.document(name, id).Source, `"v":[1.5,2.25,0.5]`)
	}
}

func TestAnIndexWithoutVectorsOfAReal9IsShownCharacterForCharacter(t *testing.T) {
	n := connect(t, enginetest.ES9(t))
	const name = "quarry-plain"
	n.index(name, `{"mappings":{"properties":{"d":{"type":"double"}}}}`, `{ "d": 1.50 }`, `{"d":1E2}`, `{"d":-0}`)
	v := n.open(name)
	defer v.Close(t.Context())
	require.Empty(t, v.Set.Notices)
	require.Equal(t, [][]string{{"1.50"}, {"1E2"}, {"-0"}}, n.cells(v, 0, "d"))
	require.Equal(t, `{ "d": 1.50 }`, n.document(name, "1").Source)
}

func TestSourcesThatAReal9RebuildsOrDropsAreReadOnly(t *testing.T) {
	n := connect(t, enginetest.ES9(t))
	const name = "quarry-sources"
	rows := []struct{ name, settings, want string }{
		{"synthetic", `"index.mapping.source.mode":"synthetic"`, name + " rebuilds its source, so what you write is not what it stores."},
		{"disabled", `"index.mapping.source.mode":"disabled"`, name + " stores no source"},
		{"without sequence numbers", `"index.disable_sequence_numbers":true`, name + " has no sequence numbers, so a change made by someone else would be overwritten unnoticed."},
		{"stored", `"index.number_of_replicas":0`, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			n.t = t
			n.index(name, `{"settings":{`+row.settings+`},"mappings":{"properties":{"k":{"type":"keyword"}}}}`, `{"k":"a"}`)
			v := n.open(name)
			defer v.Close(t.Context())
			require.Equal(t, row.want, v.Set.ReadOnly)
			require.Equal(t, row.name == "synthetic", len(v.Set.Notices) == 1)
		})
	}
	n.t = t
}
