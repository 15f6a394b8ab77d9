// SPEC: A-BRO-04, A-BRO-05, A-BRO-06, A-BRO-07, A-BRO-09, A-BRO-10, A-BRO-17, B-BRO-03, B-BRO-05

package rows

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type shown struct {
	kind Kind
	text string
}

var (
	missing = shown{Missing, ""}
	isNull  = shown{Null, ""}
)

func asJSON(text string) shown { return shown{JSON, text} }

// cellOf returns the cell of one column of one document.
func cellOf(t *testing.T, doc string, column Column, cut int) shown {
	t.Helper()
	column.Name = "column"
	result, err := Block([]byte("["+doc+"]"), &Plan{Columns: []Column{column}, Cut: cut})
	require.NoError(t, err)
	page, err := Decode(result.Block)
	require.NoError(t, err)
	require.Equal(t, 1, page.Rows)
	kind, text := page.Cell(0, 0)
	return shown{kind, text}
}

func TestAValueKeepsTheEnginesCharacters(t *testing.T) {
	for name, row := range map[string]struct {
		value string
		want  shown
	}{
		"a 64-bit integer":             {"9007199254740993", shown{Number, "9007199254740993"}},
		"an unsigned 64-bit integer":   {"18446744073709551615", shown{Number, "18446744073709551615"}},
		"a trailing zero":              {"1.0", shown{Number, "1.0"}},
		"an exponent":                  {"1e2", shown{Number, "1e2"}},
		"a signed exponent":            {"-1.5E+300", shown{Number, "-1.5E+300"}},
		"minus zero":                   {"-0", shown{Number, "-0"}},
		"a long decimal":               {"123456789012345678901234567890.0000000000000000001", shown{Number, "123456789012345678901234567890.0000000000000000001"}},
		"true":                         {"true", shown{Bool, "true"}},
		"false":                        {"false", shown{Bool, "false"}},
		"null":                         {"null", isNull},
		"an empty string":              {`""`, shown{String, ""}},
		"a string that looks a number": {`"1.0"`, shown{String, "1.0"}},
		"escapes":                      {`"a\"b\\c\/d\b\f\n\r\te"`, shown{String, "a\"b\\c/d\b\f\n\r\te"}},
		"an escaped letter":            {`"\u00e9\u0041"`, shown{String, "éA"}},
		"an emoji as it is":            {`"🦊"`, shown{String, "🦊"}},
		"an emoji as a pair":           {`"\ud83e\uDD8A!"`, shown{String, "🦊!"}},
		"a NUL":                        {`"a\u0000b"`, shown{String, "a\x00b"}},
		"a lone first half":            {`"a\n\ud83e"`, shown{Escaped, `a\n\ud83e`}},
		"a lone second half":           {`"\udd8a b"`, shown{Escaped, `\udd8a b`}},
		"two first halves":             {`"\ud83e\ud83e"`, shown{Escaped, `\ud83e\ud83e`}},
		"a first half and a letter":    {`"\ud83e\u0041"`, shown{Escaped, `\ud83e\u0041`}},
		"an array with its spaces":     {"[1, 2.0 ,\t{\"b\" : 1e2}]", asJSON("[1, 2.0 ,\t{\"b\" : 1e2}]")},
		"an object with its order":     {`{"z":1,"a":-0,"ü":"\u00e9"}`, asJSON(`{"z":1,"a":-0,"ü":"\u00e9"}`)},
		"an empty array":               {"[]", asJSON("[]")},
		"an empty object":              {"{ }", asJSON("{ }")},
		"an array of a lone half":      {`["\ud83e"]`, asJSON(`["\ud83e"]`)},
		"a string of 12,000 letters":   {`"` + strings.Repeat("é", 12000) + `"`, shown{String, strings.Repeat("é", 12000)}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, row.want, cellOf(t, `{"a":`+row.value+`}`, Column{Path: []string{"a"}}, 10000))
		})
	}
}

func TestEverySpellingReachesItsColumn(t *testing.T) {
	path := []string{"a", "b", "c"}
	for name, row := range map[string]struct {
		doc  string
		want shown
	}{
		"objects":                              {`{"a":{"b":{"c":1}}}`, shown{Number, "1"}},
		"one dotted key":                       {`{"a.b.c":1}`, shown{Number, "1"}},
		"a dotted key with an object":          {`{"a.b":{"c":1}}`, shown{Number, "1"}},
		"an object with a dotted key":          {`{"a":{"b.c":1}}`, shown{Number, "1"}},
		"an escaped key":                       {`{"\u0061.b":{"\u0063":1}}`, shown{Number, "1"}},
		"two spellings in document order":      {`{"a.b.c": 2 ,"a":{"b":{"c":"x"}}}`, asJSON(`[2,"x"]`)},
		"three spellings":                      {`{"a":{"b.c":1},"a.b":{"c":[2, 3]},"a.b.c":null}`, asJSON(`[1,[2, 3],null]`)},
		"the same key twice":                   {`{"a.b.c":1,"a.b.c":2}`, asJSON(`[1,2]`)},
		"other keys around":                    {`{"x":{"b":{"c":0}},"a":{"x":"}","b":{"c":1,"d":[[{"a":1}]]}},"a.b.d":3}`, shown{Number, "1"}},
		"a key that only begins the same":      {`{"a":{"bb":{"c":1}},"a.b":{"cc":1},"a.b.c.d":2}`, missing},
		"nothing":                              {`{}`, missing},
		"a missing leaf":                       {`{"a":{"b":{}}}`, missing},
		"a null leaf":                          {`{"a":{"b":{"c":null}}}`, isNull},
		"a null parent":                        {`{"a":{"b":null}}`, isNull},
		"a null ancestor":                      {`{"a":null}`, isNull},
		"a null ancestor beside a value":       {`{"a":null,"a.b.c":1}`, shown{Number, "1"}},
		"a value beside a null ancestor":       {`{"a.b.c":1,"a":null}`, shown{Number, "1"}},
		"a scalar where an object should be":   {`{"a":{"b":5}}`, missing},
		"a string where an object should be":   {`{"a":"x"}`, missing},
		"an object where a scalar should be":   {`{"a":{"b":{"c":{"lat":1,"lon":2}}}}`, asJSON(`{"lat":1,"lon":2}`)},
		"an array of objects and a dotted one": {`{"a":[{"b":{"c":1}}],"a.b.c":2}`, asJSON(`[[1],2]`)},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, row.want, cellOf(t, row.doc, Column{Path: path}, 0))
			require.Equal(t, row.want, cellOf(t, row.doc, Column{Path: []string{"a.b", "c"}}, 0), "keys may hold dots in the plan too")
		})
	}
}

func TestArraysOfObjectsAlign(t *testing.T) {
	for name, row := range map[string]struct {
		doc    string
		nested []int
		want   shown
	}{
		"one entry per object":               {`{"a":[{"b":1},{"b":"x"}]}`, nil, asJSON(`[1,"x"]`)},
		"null where a field is omitted":      {`{"a":[{"b":1},{},{"x":2}]}`, nil, asJSON(`[1,null,null]`)},
		"null for null":                      {`{"a":[{"b":null},null,{"b":2}]}`, nil, asJSON(`[null,null,2]`)},
		"null for a scalar":                  {`{"a":[5,"x",true,{"b":2}]}`, nil, asJSON(`[null,null,null,2]`)},
		"an array inside":                    {`{"a":[{"b":[1, 2]},{"b":[]}]}`, nil, asJSON(`[[1, 2],[]]`)},
		"an array of arrays of objects":      {`{"a":[[{"b":1}],[],{"b":2}]}`, nil, asJSON(`[[1],[],2]`)},
		"values verbatim":                    {`{"a":[ {"b" : 1.50} , {"b":"\u00e9\ud83e"} ]}`, nil, asJSON(`[1.50,"\u00e9\ud83e"]`)},
		"an empty array":                     {`{"a":[]}`, nil, asJSON(`[]`)},
		"two spellings in an element":        {`{"a":[{"b":1,"b":2},{"b":3}]}`, nil, asJSON(`[[1,2],3]`)},
		"a single plain object":              {`{"a":{"b":1}}`, nil, shown{Number, "1"}},
		"a single nested object":             {`{"a":{"b":1}}`, []int{1}, asJSON(`[1]`)},
		"a single nested object without it":  {`{"a":{}}`, []int{1}, asJSON(`[null]`)},
		"nested objects":                     {`{"a":[{"b":1},{}]}`, []int{1}, asJSON(`[1,null]`)},
		"a nested null":                      {`{"a":null}`, []int{1}, isNull},
		"a nested field that is not there":   {`{}`, []int{1}, missing},
		"a dotted key past a nested field":   {`{"a.b":1}`, []int{1}, asJSON(`[1]`)},
		"both spellings of a nested leaf":    {`{"a":[{"b":1},{"b":2}],"a.b":3}`, []int{1}, asJSON(`[[1,2],[3]]`)},
		"nested arrays are not wrapped more": {`{"a":[[{"b":1}]]}`, []int{1}, asJSON(`[[1]]`)},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, row.want, cellOf(t, row.doc, Column{Path: []string{"a", "b"}, Nested: row.nested}, 0))
		})
	}
}

func TestNestedInNestedAligns(t *testing.T) {
	for name, row := range map[string]struct {
		doc  string
		want shown
	}{
		"arrays in arrays":            {`{"a":[{"b":[{"c":1},{"c":2}]},{"b":[{}]},{}]}`, asJSON(`[[1,2],[null],null]`)},
		"single objects":              {`{"a":{"b":{"c":1}}}`, asJSON(`[[1]]`)},
		"an object in an array":       {`{"a":[{"b":{"c":1}},{"b":[]}]}`, asJSON(`[[1],[]]`)},
		"an array in an object":       {`{"a":{"b":[{"c":1},{"c":2}]}}`, asJSON(`[[1,2]]`)},
		"a dotted key past both":      {`{"a.b.c":1}`, asJSON(`[[1]]`)},
		"a dotted key past the last":  {`{"a":[{"b.c":1},{}]}`, asJSON(`[[1],null]`)},
		"a dotted key past the first": {`{"a.b":[{"c":1}]}`, asJSON(`[[1]]`)},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, row.want, cellOf(t, row.doc, Column{Path: []string{"a", "b", "c"}, Nested: []int{1, 2}}, 0))
		})
	}
}

func TestAColumnWithColumnsBelowTakesItsWholeValue(t *testing.T) {
	plan := &Plan{Columns: []Column{
		{Name: "a", Path: []string{"a"}},
		{Name: "a.b", Path: []string{"a", "b"}, Nested: []int{1}},
		{Name: "a again", Path: []string{"a"}},
	}}
	result, err := Block([]byte(`[{"a":[ {"b":1,"x":[1.0]} ]},{"a":{"b":2}},{"a.b":3},{"a":null},{"a":[1],"a":{}}]`), plan)
	require.NoError(t, err)
	require.Equal(t, [][]shown{
		{asJSON(`[ {"b":1,"x":[1.0]} ]`), asJSON(`[1]`), asJSON(`[ {"b":1,"x":[1.0]} ]`)},
		{asJSON(`{"b":2}`), asJSON(`[2]`), asJSON(`{"b":2}`)},
		{missing, asJSON(`[3]`), missing},
		{isNull, isNull, isNull},
		{asJSON(`[[1],{}]`), asJSON(`[[null],[null]]`), asJSON(`[[1],{}]`)},
	}, cells(t, result))
}

// cells returns all cells of a page, row by row.
func cells(t *testing.T, result *Result) [][]shown {
	t.Helper()
	page, err := Decode(result.Block)
	require.NoError(t, err)
	require.Equal(t, result.Rows, page.Rows)
	out := make([][]shown, page.Rows)
	for r := range out {
		for c := range page.Names {
			kind, text := page.Cell(r, c)
			out[r] = append(out[r], shown{kind, text})
		}
	}
	return out
}

func TestAnArrayOfOneShowsAsItsValueWhereThePlanSaysSo(t *testing.T) {
	for name, row := range map[string]struct {
		value string
		want  shown
	}{
		"a number":          {`[ 1.0 ]`, shown{Number, "1.0"}},
		"a string":          {`["x\n"]`, shown{String, "x\n"}},
		"a null":            {`[null]`, isNull},
		"a lone half":       {`["\ud83e"]`, shown{Escaped, `\ud83e`}},
		"an object":         {`[{"a":[1]}]`, asJSON(`{"a":[1]}`)},
		"an array":          {`[[1]]`, asJSON(`[1]`)},
		"two values":        {`[1, 2]`, asJSON(`[1, 2]`)},
		"no value":          {`[ ]`, asJSON(`[ ]`)},
		"not an array":      {`7`, shown{Number, "7"}},
		"an object outside": {`{"a":1}`, asJSON(`{"a":1}`)},
	} {
		t.Run(name, func(t *testing.T) {
			doc := `{"fields":{"rt.x":` + row.value + `}}`
			require.Equal(t, row.want, cellOf(t, doc, Column{From: Row, Path: []string{"fields", "rt.x"}, First: true}, 0))
		})
	}
}

func TestOnlyArraysAndObjectsAreCutAndBetweenCharacters(t *testing.T) {
	letters := func(n int) string { return `["` + strings.Repeat("🦊", n-4) + `"]` }
	for name, row := range map[string]struct {
		value string
		cut   int
		want  string
		whole uint32
	}{
		"exactly as long":  {letters(10000), 10000, letters(10000), 0},
		"one more":         {letters(10001), 10000, `["` + strings.Repeat("🦊", 9997) + `"...`, 10001},
		"much more":        {letters(30000), 10000, `["` + strings.Repeat("🦊", 9998) + `...`, 30000},
		"never":            {letters(30000), 0, letters(30000), 0},
		"an object":        {`{"é":1}`, 3, `{"é...`, 7},
		"a string is kept": {`"123456"`, 3, "123456", 0},
		"a number is kept": {`123456`, 3, "123456", 0},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := Block([]byte(`[{"x":0},{"a":`+row.value+`}]`), &Plan{Columns: []Column{{Name: "a", Path: []string{"a"}}}, Cut: row.cut})
			require.NoError(t, err)
			page, err := Decode(result.Block)
			require.NoError(t, err)
			_, text := page.Cell(1, 0)
			require.Equal(t, row.want, text)
			if row.whole == 0 {
				require.Empty(t, page.Cuts)
				return
			}
			require.Equal(t, []Cut{{1, 0, row.whole}}, page.Cuts)
		})
	}
}

func TestACellThatIsPutTogetherIsCutToo(t *testing.T) {
	doc := `{"a":[` + strings.Repeat(`{"b":"é"},`, 9) + `{"b":"é"}]}`
	plan := &Plan{Columns: []Column{{Name: "a.b", Path: []string{"a", "b"}}, {Name: "again", Path: []string{"a", "b"}}}, Cut: 7}
	result, err := Block([]byte("["+doc+","+doc+"]"), plan)
	require.NoError(t, err)
	page, err := Decode(result.Block)
	require.NoError(t, err)
	_, text := page.Cell(1, 1)
	require.Equal(t, `["é","é...`, text)
	require.Equal(t, []Cut{{0, 0, 41}, {0, 1, 41}, {1, 0, 41}, {1, 1, 41}}, page.Cuts)
}
