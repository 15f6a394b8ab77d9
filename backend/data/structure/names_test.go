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
	found, err := Fields(t.Context(), s, "a,b", nil)
	require.NoError(t, err)
	require.ElementsMatch(t, []Field{
		{Name: "authors", Type: "nested"}, {Name: "authors.name", Type: "text", Around: "authors"}, {Name: "authors.name.keyword", Type: "keyword", Around: "authors"},
		{Name: "authors.place", Type: "object", Around: "authors"}, {Name: "authors.place.at", Type: "geo_point", Around: "authors"},
		{Name: "also", Type: "alias"}, {Name: "n", Type: "long"}, {Name: "year", Type: "long"}, {Name: "n.text", Type: "text"},
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
	found, err := Fields(t.Context(), s, "books", nil)
	require.NoError(t, err)
	require.Equal(t, []Field{{Name: "n", Type: "long"}}, found)
}

func TestNamesHaveTheAttributesBelowTheWantedTitles(t *testing.T) {
	r := sessiontest.Record(t, serve(map[string]any{
		"/":                sessiontest.Root("8.16.3"),
		"/books/_mapping":  `{"books":{"mappings":{"properties":{"n":{"type":"keyword","index":false,"fields":{"text":{"type":"text"}}},"m":{"type":"long"}}}}}`,
		"/books/_settings": `{}`,
	}))
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", r.Address, nil), nil)
	found, err := Fields(t.Context(), s, "books", []string{"Indexed", "No such title"})
	require.NoError(t, err)
	require.ElementsMatch(t, []Field{
		{Name: "n", Type: "keyword", Attributes: []string{"no", ""}}, {Name: "n.text", Type: "text"},
		{Name: "m", Type: "long", Attributes: []string{"yes", ""}},
	}, found)
}
