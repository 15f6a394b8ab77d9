// SPEC: A-BRO-06, A-BRO-09, A-BRO-17

package rows

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var fuzzPlan = Plan{
	Rows: "h", Doc: "_source", Cut: 12, Last: "sort", Pick: []string{"took", "r.*.e", "h"}, MaxDepth: 40,
	Columns: []Column{
		{Name: "_id", From: Row, Path: []string{"_id"}},
		{Name: "a", Path: []string{"a"}},
		{Name: "a.b", Path: []string{"a", "b"}, Nested: []int{1}},
		{Name: "a.b.c", Path: []string{"a", "b", "c"}, Nested: []int{1}},
		{Name: "b.c", Path: []string{"b", "c"}, First: true},
	},
	Hidden: []Hidden{{Name: "#id", At: "_id", Key: true}, {Name: "#hash"}},
}

// FuzzBlock checks that no response makes the kernel panic, that a returned page is a well-formed block whose picked
// texts occur in the response, and that JSON of the right shape becomes exactly the cells of the reference.
func FuzzBlock(f *testing.F) {
	g := generator{rand.New(rand.NewPCG(1, 2))}
	for range 20 {
		f.Add([]byte(`{"took":1,"h":` + g.response(fuzzPlan) + `,"r":[{"e":1},{}]}`))
	}
	f.Add([]byte(`{"h":[{"_source":{"a":[{"b":"\ud83e"}],"a.b":{"c":1e2}},"sort":[1]}]}`))
	f.Add([]byte(`{"h":[{"_source":{"a":"x`))
	f.Add([]byte("{\"h\":[{\"_source\":{\"a\":1/* \" */,// }\n\"x\":[2]}}]}"))
	kernel, err := Compile(fuzzPlan)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, response []byte) {
		result, err := kernel.Block(response)
		if err != nil {
			var syntax *SyntaxError
			require.True(t, errors.As(err, &syntax))
			require.LessOrEqual(t, syntax.Offset, len(response))
			return
		}
		_, err = Decode(result.Block)
		require.NoError(t, err)
		for n, text := range result.Picked {
			if n != 1 {
				require.Contains(t, string(response)+string(withoutComments(response)), text)
			}
		}
		if json.Valid(response) && !repeats(result.Picked[2]) {
			requireReference(t, result.Picked[2], &fuzzPlan, result)
			require.True(t, result.Picked[1] == "" || json.Valid([]byte(result.Picked[1])))
		}
	})
}

// repeats reports whether a row has two documents, which the reference does not support.
func repeats(rows string) bool {
	for _, row := range refElements(rows) {
		documents := 0
		for _, m := range refMembers(row) {
			if m.key == "_source" {
				documents++
			}
		}
		if documents > 1 {
			return true
		}
	}
	return false
}

// FuzzDecode checks that decoding any bytes ends with a page whose cells can all be read, or with an error.
func FuzzDecode(f *testing.F) {
	result, err := Block([]byte(`[{"a":[1,2],"b":{"c":"x"}},{}]`), &Plan{Columns: fuzzPlan.Columns, Cut: 2, Hidden: []Hidden{{Name: "#hash"}}})
	require.NoError(f, err)
	f.Add(result.Block)
	f.Fuzz(func(t *testing.T, block []byte) {
		page, err := Decode(block)
		if err != nil {
			require.ErrorIs(t, err, errBlock)
			return
		}
		for c := range page.Names {
			for r := range page.Rows {
				kind, text := page.Cell(r, c)
				require.LessOrEqual(t, kind, Escaped)
				require.Contains(t, string(block), text)
			}
		}
	})
}

// FuzzPick checks that picking never panics, that picks without `*` occur in the response, and that picks from JSON are
// JSON.
func FuzzPick(f *testing.F) {
	f.Add(`{"a":{"b":[1,{"c":"x"}]}}`, "a.b", "a.b.*.c")
	f.Add(`{"i":{"n":1},"j":{}}`, "*.n", "*.*")
	f.Add(`[[1],[2]]`, "*", "")
	f.Fuzz(func(t *testing.T, response, one, two string) {
		if strings.Count(one, ".")+strings.Count(two, ".") > 50 {
			return
		}
		got, err := Pick([]byte(response), []string{one, two})
		if err != nil {
			var syntax *SyntaxError
			require.True(t, errors.As(err, &syntax))
			return
		}
		for n, path := range []string{one, two} {
			if !hasStar(path) {
				require.Contains(t, response+string(withoutComments([]byte(response))), got[n])
			}
			if got[n] != "" && json.Valid([]byte(response)) {
				require.True(t, json.Valid([]byte(got[n])), got[n])
			}
		}
	})
}

// FuzzFields checks that walking a schema never panics, that a parent comes before its children, and that a path is its
// parent's path plus its own name.
func FuzzFields(f *testing.F) {
	f.Add([]byte(`{"i":{"mappings":{"properties":{"a":{"type":"text","fields":{"k":{}},"properties":{"b":{}}}}}},"fields":[{"name":"x","type":"y"}]}`))
	f.Add([]byte(`{"i":{"mappings":{"properties":{"a":{"properties":{"b":{}},"fields":{"k":{}}}}}}}`))
	specs := []FieldsSpec{mappingSpec, {At: "fields", Name: "name", Keys: []string{"type"}}}
	f.Fuzz(func(t *testing.T, response []byte) {
		records, err := Fields(response, specs)
		if err != nil {
			var syntax *SyntaxError
			require.True(t, errors.As(err, &syntax))
			return
		}
		for n, r := range records.List {
			require.Less(t, r.Parent, n)
			require.Len(t, r.Attrs, len(specs[r.Spec].Keys))
			require.Equal(t, strings.Join(r.Segments, "."), r.Path)
			if r.Parent >= 0 {
				require.Equal(t, records.List[r.Parent].Segments, r.Segments[:len(r.Segments)-1])
			}
		}
	})
}
