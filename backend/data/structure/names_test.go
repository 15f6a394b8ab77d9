// SPEC: CNS-07
package structure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
)

func TestEveryNameOfAMappingIsListedOnceWithItsTypeAndTheNestedObjectAroundIt(t *testing.T) {
	r := sessiontest.Record(t, serve(map[string]any{
		"/": sessiontest.Root("8.16.3"),
		"/a,b/_mapping": `{"a":{"mappings":{"runtime":{"year":{"type":"long"}},"properties":{
			"authors":{"type":"nested","properties":{"name":{"type":"text","fields":{"keyword":{"type":"keyword"}}},"place":{"properties":{"at":{"type":"geo_point"}}}}},
			"also":{"type":"alias","path":"authors"},"n":{"type":"long"}}}},
			"b":{"mappings":{"properties":{"n":{"type":"keyword","fields":{"text":{"type":"text"}}}}}}}`,
		"/a,b/_settings": `{}`,
	}))
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", r.Address, nil), nil)
	found, err := Fields(t.Context(), s, "a,b")
	require.NoError(t, err)
	require.ElementsMatch(t, []Field{
		{"authors", "nested", ""}, {"authors.name", "text", "authors"}, {"authors.name.keyword", "keyword", "authors"},
		{"authors.place", "object", "authors"}, {"authors.place.at", "geo_point", "authors"},
		{"also", "alias", ""}, {"n", "long", ""}, {"year", "long", ""}, {"n.text", "text", ""},
	}, found)
}

func TestNamesComeFromTheSearchWhereTheMappingCannotBeRead(t *testing.T) {
	r := sessiontest.Record(t, serve(map[string]any{
		"/":                  sessiontest.Root("8.16.3"),
		"/books/_mapping":    refused{403, forbidden},
		"/books/_settings":   refused{403, forbidden},
		"/books/_field_caps": `{"indices":["books"],"fields":{"n":{"long":{"type":"long","metadata_field":false,"searchable":true,"aggregatable":true}}}}`,
	}))
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", r.Address, nil), nil)
	found, err := Fields(t.Context(), s, "books")
	require.NoError(t, err)
	require.Equal(t, []Field{{Name: "n", Type: "long"}}, found)
}
