package sample

// SPEC: APP-07, A-BRO-05, A-BRO-06, A-BRO-07, A-BRO-09, A-EDT-05

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheSameSeedGivesTheSameData(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	require.Equal(t, Data(7), Data(7))
	require.NotEqual(t, Data(7), Data(8))
}

func TestEveryDocumentIsOneLineOfJSONWithAnIDOfItsOwn(t *testing.T) {
	counts := map[string]int{}
	for _, x := range Data(DefaultSeed) {
		seen := map[string]bool{}
		for _, d := range x.Docs {
			require.True(t, json.Valid(d.Source), "%s %s", x.Name, d.ID)
			require.False(t, bytes.ContainsAny(d.Source, "\r\n"), "%s %s: a bulk request has one line a document", x.Name, d.ID)
			require.NotEmpty(t, d.ID)
			require.False(t, seen[d.ID], "%s has %s twice", x.Name, d.ID)
			seen[d.ID] = true
		}
		counts[x.Name] = len(x.Docs)
		require.True(t, json.Valid(x.MappingFor("8.16.3")), x.Name)
		require.True(t, json.Valid(x.MappingFor("7.17.15")), x.Name)
	}
	require.Equal(t, map[string]int{"books": 1200, "weblog-2026.11": 4000, "products": 600}, counts)
}

func TestTheDataHoldWhatAClientMustShowExactly(t *testing.T) {
	all := map[string]string{}
	ids := map[string]bool{}
	routed := 0
	for _, x := range Data(DefaultSeed) {
		var b strings.Builder
		for _, d := range x.Docs {
			b.Write(d.Source)
			b.WriteByte('\n')
			ids[d.ID] = true
			if d.Routing != "" {
				routed++
			}
		}
		all[x.Name] = b.String()
	}
	for _, row := range []struct{ name, index, text string }{
		{"a price with a final zero", "books", `"price":12.5000`},
		{"a price with an exponent", "books", `"price":1e1`},
		{"a literal dotted key", "books", `"sales.total":`},
		{"a dotted key inside an object", "books", `"by_region.north":`},
		{"an empty array", "books", `"tags":[]`},
		{"a null", "books", `"published":null`},
		{"an emoji", "books", `🌊`},
		{"the largest long", "products", `"sold":9223372036854775807`},
		{"the smallest long", "products", `"sold":-9223372036854775808`},
		{"a long that no double holds", "products", `"sold":9007199254740993`},
		{"a negative zero", "products", `"weight":-0,`},
		{"more digits than a double has", "products", `"weight":0.1000000000000000055`},
		{"escapes and white space", "products", `"Plain \u0053tool \/ caf\u00e9" ,`},
		{"an empty document", "products", "{}\n"},
		{"nanoseconds", "products", `"made":"`},
		{"an address of version 6", "weblog-2026.11", `"client":"2001:db8::`},
	} {
		t.Run(row.name, func(t *testing.T) { require.Contains(t, all[row.index], row.text) })
	}
	for _, id := range oddIDs {
		require.True(t, ids[id], "the id %q", id)
	}
	require.Positive(t, routed, "documents with routing")
}

func TestSomeBooksHaveJSONCellsAndTitlesBeyondTenThousandCharacters(t *testing.T) {
	longArray, longTitle := 0, 0
	for _, d := range Data(DefaultSeed)[0].Docs {
		var b struct{ Chapters json.RawMessage }
		require.NoError(t, json.Unmarshal(d.Source, &b))
		var chapters []struct{ Title string }
		if b.Chapters != nil {
			require.NoError(t, json.Unmarshal(b.Chapters, &chapters))
		}
		if len(chapters) > 100 && len([]rune(string(b.Chapters))) > 10000 {
			longArray++
		}
		for _, c := range chapters {
			if len([]rune(c.Title)) > 10000 {
				longTitle++
			}
		}
	}
	require.Positive(t, longArray)
	require.Positive(t, longTitle)
}

func TestVersion7HasNoVectorsInItsMapping(t *testing.T) {
	products := Data(DefaultSeed)[2]
	require.Contains(t, string(products.MappingFor("8.16.3")), "dense_vector")
	require.NotContains(t, string(products.MappingFor("7.17.15")), "dense_vector")
	require.Equal(t, Data(1)[0].MappingFor("8.16"), Data(1)[0].MappingFor("7.17"))
}

func TestAWeblogHasAsManyLinesAsAskedFor(t *testing.T) {
	for _, n := range []int{0, 1, 5000} {
		require.Len(t, Weblog(1, "weblog-big", n).Docs, n)
	}
}
