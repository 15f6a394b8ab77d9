// SPEC: A-BRO-03, A-BRO-06, A-BRO-10

package rows

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const searchAnswer = `{"took":3,"timed_out":false,"_shards":{"total": 1},
 "hits":{"total":{"value":2,"relation":"eq"},"max_score":null,"hits":[
  {"_index":"books","_id":"1","_score":1.0,"_seq_no":4,"_primary_term":1,"_source":{"title":"Dune","n":{"x":9007199254740993}},"fields":{"rt":[5]},"sort":[1.0, "a"]},
  {"_id":"2","_index":"books","_score":null,"_routing":"r\u00e9","_source":{ },"sort":["\ud83e"]}
 ]},"pit_id":"abc=="}`

func TestRowAndDocumentColumnsStandSideBySide(t *testing.T) {
	plan := elasticPlan([]Column{
		{Name: "_id", From: Row, Path: []string{"_id"}},
		{Name: "_score", From: Row, Path: []string{"_score"}},
		{Name: "title", Path: []string{"title"}},
		{Name: "n.x", Path: []string{"n", "x"}},
		{Name: "rt", From: Row, Path: []string{"fields", "rt"}, First: true},
		{Name: "document"},
	})
	plan.Pick = append(plan.Pick, "pit_id", "nope", "hits.max_score")
	result, err := Block([]byte(searchAnswer), &plan)
	require.NoError(t, err)
	text := func(s string) shown { return shown{String, s} }
	require.Equal(t, [][]shown{
		{
			text("1"), {Number, "1.0"}, text("Dune"), {Number, "9007199254740993"}, {Number, "5"}, asJSON(`{"title":"Dune","n":{"x":9007199254740993}}`),
			text("books"), text("1"), missing, {Number, "4"}, {Number, "1"}, text(hexHash(`{"title":"Dune","n":{"x":9007199254740993}}`)),
		},
		{
			text("2"), isNull, missing, missing, missing, asJSON(`{ }`),
			text("books"), text("2"), text("ré"), missing, missing, text(hexHash(`{ }`)),
		},
	}, cells(t, result))
	require.Equal(t, `[1.0, "a"]`, result.First)
	require.Equal(t, `["\ud83e"]`, result.Last)
	require.Equal(t, []string{"3", "false", `{"total": 1}`, `{"value":2,"relation":"eq"}`, `"abc=="`, "", "null"}, result.Picked)
	page, err := Decode(result.Block)
	require.NoError(t, err)
	require.Equal(t, 6, page.Visible)
	require.Equal(t, []string{"_id", "_score", "title", "n.x", "rt", "document", "#index", "#id", "#routing", "#seq", "#term", "#hash"}, page.Names)
}

func hexHash(text string) string { return fmt.Sprintf("%016x", hash([]byte(text))) }

func TestRowsAreFoundWhereThePlanSays(t *testing.T) {
	for name, row := range map[string]struct {
		rows     string
		response string
		want     []string
	}{
		"the response itself":           {"", `[{"id":1},{"id":2}]`, []string{"1", "2"}},
		"no rows":                       {"", `[ ]`, nil},
		"one level":                     {"hits", `{"found":2,"hits":[{"id":1}],"x":[{"id":9}]}`, []string{"1"}},
		"two levels":                    {"hits.hits", `{"hits":{"hits":[{"id":1}]}}`, []string{"1"}},
		"several searches in order":     {"results.*.hits", `{"results":[{"hits":[{"id":1},{"id":2}]},{"hits":[]},{"found":1,"hits":[{"id":3}]}]}`, []string{"1", "2", "3"}},
		"a search that failed":          {"results.*.hits", `{"results":[{"code":404,"error":"x"},{"hits":[{"id":3}]}]}`, []string{"3"}},
		"no search":                     {"results.*.hits", `{"results":[]}`, nil},
		"white space everywhere":        {"hits", " {\n\"hits\" : [ { \"id\" : 1 } , {} ] } \r\n", []string{"1", ""}},
		"the same keys in other places": {"hits.hits", `{"x":{"hits":{"hits":[{"id":0}]}},"hits":{"x":{"hits":[{"id":0}]},"hits":[{"id":1}]}}`, []string{"1"}},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := Block([]byte(row.response), &Plan{Rows: row.rows, Columns: []Column{{Name: "id", Path: []string{"id"}}}})
			require.NoError(t, err)
			var got []string
			for _, cells := range cells(t, result) {
				got = append(got, cells[0].text)
			}
			require.Equal(t, row.want, got)
			require.Empty(t, result.First+result.Last)
		})
	}
}

func TestADocumentMayBeMissingOrNull(t *testing.T) {
	plan := &Plan{Doc: "_source", Columns: []Column{{Name: "a", Path: []string{"a"}}}, Hidden: []Hidden{{Name: "#hash"}}, Last: "sort"}
	result, err := Block([]byte(`[{"_id":1,"sort":[7]},{"_source":null},{"_source":{"a":1}}]`), plan)
	require.NoError(t, err)
	require.Equal(t, [][]shown{{missing, missing}, {isNull, missing}, {{Number, "1"}, {String, hexHash(`{"a":1}`)}}}, cells(t, result))
	require.Equal(t, "[7]", result.First)
	require.Equal(t, "", result.Last)
}

func TestABrokenAnswerIsAnErrorWithItsPlace(t *testing.T) {
	plan := Plan{Rows: "hits", Doc: "_source", MaxDepth: 20, Pick: []string{"took"}, Columns: []Column{
		{Name: "a", Path: []string{"a"}}, {Name: "b.c", Path: []string{"b", "c"}, Nested: []int{1}}, {Name: "b", Path: []string{"b"}},
	}}
	inDoc := func(doc string) string { return `{"hits":[{"_source":` + doc + `}]}` }
	for name, row := range map[string]struct {
		response string
		offset   int
		what     string
	}{
		"nothing":                            {"", 0, "ends early"},
		"only spaces":                        {"  ", 2, "ends early"},
		"no rows":                            {`{"took":1}`, 10, "no rows at hits"},
		"rows that are null":                 {`{"hits":null}`, 8, "array of rows"},
		"rows that are an object":            {`{"hits":{}}`, 8, "array of rows"},
		"two arrays of rows":                 {`{"hits":[],"hits":[]}`, 18, "second array"},
		"a response that is an array":        {`[]`, 0, "way to the rows"},
		"a response that is a number":        {`1`, 0, "way to the rows"},
		"a row that is a number":             {`{"hits":[1]}`, 9, "a row"},
		"a document that is an array":        {inDoc(`[]`), 20, "the document"},
		"a document that is a string":        {inDoc(`"x"`), 20, "the document"},
		"a response cut in a row":            {`{"hits":[{"_source":{"a":1`, 26, "ends early"},
		"a response cut after a row":         {`{"hits":[{"_source":{"a":1}}`, 28, "ends early"},
		"a response cut after the rows":      {`{"hits":[{"_source":{"a":1}}]`, 29, "ends early"},
		"a response cut in a string":         {`{"hits":[{"_source":{"a":"xy`, 25, "without an end"},
		"a response cut in an escape":        {`{"hits":[{"_source":{"a":"xy\`, 25, "without an end"},
		"a response cut in a word":           {`{"hits":[{"_source":{"a":tr`, 27, "ends early"},
		"text behind the response":           {`{"hits":[]} x`, 12, "after the end"},
		"a second answer":                    {`{"hits":[]}{}`, 11, "after the end"},
		"a comma at the end of an object":    {inDoc(`{"a":1,}`), 27, "a string"},
		"a comma at the end of the rows":     {`{"hits":[{},]}`, 12, "a row"},
		"no colon":                           {inDoc(`{"a" 1}`), 25, `":"`},
		"no comma":                           {inDoc(`{"a":1 "b":2}`), 27, `","`},
		"a key without quotes":               {inDoc(`{a:1}`), 21, "a string"},
		"a leading zero":                     {inDoc(`{"a":01}`), 26, `","`},
		"a plus":                             {inDoc(`{"a":+1}`), 25, "a value"},
		"a point without digits":             {inDoc(`{"a":1.}`), 27, "a digit"},
		"an exponent without digits":         {inDoc(`{"a":1e+}`), 28, "a digit"},
		"not a number":                       {inDoc(`{"a":NaN}`), 25, "a value"},
		"a wrong word":                       {inDoc(`{"a":nulL}`), 25, "a value"},
		"a bad number in a cell's array":     {inDoc(`{"a":[1,-]}`), 29, "a value"},
		"a bad number below a taken parent":  {inDoc(`{"b":[{"x":[01]}]}`), 33, `","`},
		"a bad escape in a taken string":     {inDoc(`{"a":"\x"}`), 26, "escape"},
		"a short escape in a taken string":   {inDoc(`{"a":"\u12"}`), 26, "escape"},
		"a bad escape in a key":              {inDoc(`{"\x":1}`), 22, "escape"},
		"a bad escape in a cell's array":     {inDoc(`{"a":["\u00zz"]}`), 27, "escape"},
		"a bracket of another kind, skipped": {inDoc(`{"x":[1}}`), 27, "brackets"},
		"a bracket of another kind, taken":   {inDoc(`{"a":[1}}`), 27, `","`},
		"a skipped value without an end":     {inDoc(`{"x":[[[`), 28, "brackets"},
		"a skipped string without an end":    {`{"x":["abc}`, 6, "without an end"},
		"bytes that are not UTF-8":           {"{\"x\":\"a\xff\",\"hits\":[]}", 7, "UTF-8"},
		"too deep, skipped":                  {`{"x":` + strings.Repeat("[", 30), 24, "deep"},
		"too deep, taken":                    {inDoc(`{"a":` + strings.Repeat("[", 30)), 41, "deep"},
		"too deep, on the way to a column":   {inDoc(`{"b":` + strings.Repeat("[", 30)), 41, "deep"},
		"too deep, picked":                   {`{"took":` + strings.Repeat("[", 30), 27, "deep"},
		"a picked value with a bad number":   {`{"took":[1.],"hits":[]}`, 11, "a digit"},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := Block([]byte(row.response), &plan)
			require.Nil(t, result)
			var syntax *SyntaxError
			require.True(t, errors.As(err, &syntax), "%v", err)
			require.Contains(t, syntax.What, row.what)
			require.Equal(t, row.offset, syntax.Offset)
			require.Contains(t, err.Error(), fmt.Sprintf("byte %d", row.offset))
		})
	}
}

func TestEveryBeginningOfAnAnswerIsRefused(t *testing.T) {
	plan := elasticPlan(benchColumns())
	kernel, err := Compile(plan)
	require.NoError(t, err)
	response := strings.TrimSpace(searchAnswer)
	for n := range len(response) {
		result, err := kernel.Block([]byte(response[:n]))
		var syntax *SyntaxError
		require.True(t, errors.As(err, &syntax), "the first %d bytes", n)
		require.Nil(t, result)
	}
}

func TestNestingUpToTheLimitIsRead(t *testing.T) {
	deep := func(n int) []byte {
		return []byte(`[{"a":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}]`)
	}
	for name, path := range map[string][]string{"taken": {"a"}, "skipped": {"x"}, "aligned": {"a", "b"}} {
		t.Run(name, func(t *testing.T) {
			for limit, inside := range map[int]int{0: deepest - 2, 50: 48, deepest: deepest - 2} {
				plan := &Plan{Columns: []Column{{Name: "a", Path: path}}, MaxDepth: limit}
				result, err := Block(deep(inside), plan)
				require.NoError(t, err)
				require.Empty(t, result.Flaws)
				result, err = Block(deep(inside+1), plan)
				require.NoError(t, err)
				require.Equal(t, []Flaw{{Row: 0, Why: TooDeep, Lost: true}}, result.Flaws)
				require.Equal(t, missing, cells(t, result)[0][0])
			}
		})
	}
}

func TestARowWithTooManyValuesIsAnError(t *testing.T) {
	kernel, err := Compile(Plan{Columns: []Column{dotted("a.b", 1), dotted("a.c", 1), dotted("a.b.c", 1)}})
	require.NoError(t, err)
	for name, row := range map[string]string{
		"elements":    `[{"a":[1,2,3,4,5,6,7]}]`,
		"dotted keys": `[{"a.b":{"c":1},"a.b":{"c":1},"a.b":{"c":1}}]`,
	} {
		t.Run(name, func(t *testing.T) {
			r := kernel.newRun()
			r.links.limit = 12
			_, err := r.read([]byte(row))
			require.ErrorContains(t, err, "too many values in one row")
			r.links.limit = 40
			_, err = r.read([]byte(row))
			require.NoError(t, err)
		})
	}
}

func TestAPlanThatCannotWorkIsRefused(t *testing.T) {
	for name, row := range map[string]struct {
		plan Plan
		what string
	}{
		"a pick inside the rows":           {Plan{Rows: "hits", Pick: []string{"hits.x"}}, "into the rows"},
		"a pick inside the rows by star":   {Plan{Rows: "results.*.hits", Pick: []string{"*.*.hits.*"}}, "into the rows"},
		"a depth that is too large":        {Plan{MaxDepth: deepest + 1}, "depth"},
		"a depth below 0":                  {Plan{MaxDepth: -1}, "depth"},
		"a cut below 0":                    {Plan{Cut: -1}, "cut"},
		"a hidden column without a sign":   {Plan{Hidden: []Hidden{{Name: "id", At: "id"}}}, "#"},
		"a nested prefix that is too long": {Plan{Columns: []Column{{Name: "a", Path: []string{"a"}, Nested: []int{2}}}}, "nested prefix"},
		"a path that is too deep":          {Plan{Columns: []Column{{Name: "a", Path: []string{strings.Repeat(".", deepest)}}}}, "too deep"},
		"an unknown origin":                {Plan{Columns: []Column{{Name: "a", From: 2}}}, "origin"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Compile(row.plan)
			require.ErrorContains(t, err, row.what)
			_, err = Block([]byte("[]"), &row.plan)
			require.ErrorContains(t, err, row.what)
		})
	}
}

func TestAKernelServesManyGoroutines(t *testing.T) {
	kernel, err := Compile(elasticPlan(benchColumns()))
	require.NoError(t, err)
	small, large := hits(3, 900), hits(40, 900)
	want := map[int]*Result{}
	for n, response := range [][]byte{small, large} {
		want[n], err = kernel.Block(response)
		require.NoError(t, err)
	}
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for round := range 20 {
				n := (worker + round) % 2
				got, err := kernel.Block([][]byte{small, large}[n])
				if err != nil || string(got.Block) != string(want[n].Block) {
					t.Errorf("worker %d, round %d: another page, %v", worker, round, err)
				}
				_, err = kernel.Block(large[:len(large)/2])
				if err == nil {
					t.Error("half a response was taken")
				}
			}
		})
	}
	group.Wait()
}

func TestAnAnswerIsNotChangedAndNotKept(t *testing.T) {
	kernel, err := Compile(elasticPlan(benchColumns()))
	require.NoError(t, err)
	response := []byte(searchAnswer)
	result, err := kernel.Block(response)
	require.NoError(t, err)
	require.Equal(t, searchAnswer, string(response))
	before := cells(t, result)
	clear(response)
	require.Equal(t, before, cells(t, result))
	require.Equal(t, `[1.0, "a"]`, result.First)
}

func TestTheHashIsXXH64(t *testing.T) {
	for text, want := range map[string]uint64{
		"":     0xef46db3751d8e999,
		"a":    0xd24ec4f1a98c6e5b,
		"as":   0x1c330fb2d66be179,
		"asd":  0x631c37ce72a97393,
		"asdf": 0x415872f599cea71e,
		"Call me Ishmael. Some years ago--never mind how long precisely-": 0x02a2e85470d6fd96,
	} {
		require.Equal(t, want, hash([]byte(text)), text)
	}
}
