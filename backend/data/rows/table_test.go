// SPEC: CNS-03, CNS-04, CNS-09
package rows

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tabled returns a whole table as texts, its columns first, reading parts of the given size.
func tabled(t *testing.T, text, where, doc string, part int) [][]string {
	t.Helper()
	table := NewTable(strings.NewReader(text), int64(len(text)), where, doc)
	table.part = part
	var all [][]string
	for number := 0; ; number++ {
		_, p, err := table.Block(number)
		require.NoError(t, err)
		if p.Done {
			break
		}
	}
	for number := 0; ; number++ {
		block, p, err := table.Block(number)
		require.NoError(t, err)
		page, err := Decode(block)
		require.NoError(t, err)
		if p.Rows == 0 {
			return nil
		}
		if number == 0 {
			all = append(all, page.Names)
		}
		for row := range page.Rows {
			var cells []string
			for c := range page.Names {
				kind, text := page.Cell(row, c)
				if kind == Escaped {
					text = "escaped " + text
				}
				cells = append(cells, text)
			}
			all = append(all, cells)
		}
		if len(all) > p.Rows {
			require.Len(t, all, p.Rows+1)
			return all
		}
	}
}

func TestAResponseOfAnyKindIsATableOfItsRows(t *testing.T) {
	const search = `{"hits":[{"document":{"id":"1"}}],"x":"]}"}`
	for _, row := range []struct {
		name, text, where, doc string
		want                   [][]string
	}{
		{"the rows of a search, with every digit", `{"took":1,"hits":{"total":{"value":2},"hits":[{"_id":"a","_score":1.50,"_source":{"n":9007199254740993,"o":{"p":"x\n\"y\"","q":[1.0]}}},{"_id":"b","_source":{"n":null,"r":true,"o":{}}}]},"aggregations":{"hits":[{"a":1}]}}`, "hits.hits", "_source", [][]string{
			{"_id", "_score", "n", "o.p", "o.q", "r", "o"}, {"a", "1.50", "9007199254740993", "x\n\"y\"", "[1.0]", "", ""}, {"b", "", "", "", "", "true", "{}"},
		}},
		{"the elements of an array of objects", "\ufeff [ {\"index\":\"a\",\"docs.count\":\"1\"} ,\n{\"index\":\"b\"} ] ", "", "", [][]string{{"index", "docs.count"}, {"a", "1"}, {"b", ""}}},
		{"the values of lines", "{\"id\":\"1\"}\n{\"id\":\"2\",\"x\":1e2}\n", "", "", [][]string{{"id", "x"}, {"1", ""}, {"2", "1e2"}}},
		{"the hits of a search that is the only one of several", `{"results":[` + search + `]}`, "results.0.hits", "document", [][]string{{"id"}, {"1"}}},
		{"none of several searches", `{"results":[` + search + `,` + search + `]}`, "results.0.hits", "document", nil},
		{"the rows of groups, with what their group has before them", `{"found":2,"groups":[{"found":2,"key":["a"],"hits":[{"d":{"id":"1"},"x":1},{"d":{"id":"2"}}],"late":1},{"found":0,"key":["-"],"hits":[]},{"key":["b\"}"],"hits":[{"d":{"id":"3"}}]}],"z":{}}`, "groups.*.hits", "d", [][]string{
			{"found", "key", "x", "id"}, {"2", `["a"]`, "1", "1"}, {"2", `["a"]`, "", "2"}, {"", `["b\"}"]`, "", "3"},
		}},
		{"the rows of the groups of a search that is the only one of several", `{"results":[{"groups":[{"hits":[{"id":"1"}]},{"hits":[{"id":"2"}]}]}]}`, "results.0.groups.*.hits", "", [][]string{{"id"}, {"1"}, {"2"}}},
		{"none of the groups of several searches", `{"results":[{"groups":[{"hits":[{"id":"1"}]}]},{}]}`, "results.0.groups.*.hits", "", nil},
		{"none of groups that are no objects", `{"groups":[1,[2]]}`, "groups.*.hits", "", nil},
		{"none of groups without rows", `{"groups":[{"key":[1]}]}`, "groups.*.hits", "", nil},
		{"none of a group that has no array of rows", `{"groups":[{"hits":[{"id":"1"}]},{"hits":7}]}`, "groups.*.hits", "", nil},
		{"the rows that are there of a group that ends early", `{"groups":[{"key":1,"hits":[{"id":"1"},{"i`, "groups.*.hits", "", [][]string{{"key", "id"}, {"1", "1"}, {"1", ""}}},
		{"none of an object", `{"a":1}`, "", "", nil},
		{"none of an array of numbers", `[1,2]`, "", "", nil},
		{"none of an array of both", `[{"a":1},2]`, "", "", nil},
		{"none of lines and an array", "{\"a\":1}\n[1]", "", "", nil},
		{"none of nothing", ``, "", "", nil},
		{"none of a search without hits", `{"hits":{"hits":[]}}`, "hits.hits", "_source", nil},
		{"none of an error", `{"error":"x"}`, "hits.hits", "_source", nil},
		{"none of hits that are no array", `{"hits":{"hits":{"a":1}}}`, "hits.hits", "_source", nil},
		{"none of a text", `green open books`, "", "", nil},
		{"the rows that are there of a response that ends early", `[{"a":1},{"a":2},{"a"`, "", "", [][]string{{"a"}, {"1"}, {"2"}, {""}}},
		{"columns of the row before those of its document, whenever they are met", `[{"d":{"x":1}},{"h":{"y":[2]},"d":{"x":3,"h.y":4}}]`, "", "d", [][]string{{"h.y", "x"}, {"", "1"}, {"4", "3"}}},
		{"text with escapes and half a character", `[{"a":"\ud83d\u0041","b":"\u00e4\ud83d\ude00\\","k\"1":"\q","c":"}],["}]`, "", "", [][]string{{"a", "b", "k\"1", "c"}, {`escaped \ud83d\u0041`, "ä😀\\", `"\q"`, "}],["}}},
	} {
		for _, part := range []int{1, 3, 7, 1 << 20} {
			t.Run(fmt.Sprintf("%s, %d bytes at once", row.name, part), func(t *testing.T) {
				require.Equal(t, row.want, tabled(t, row.text, row.where, row.doc, part))
			})
		}
	}
}

func TestTheFirstRowsOfALongResponseAreThereBeforeItIsRead(t *testing.T) {
	const many = 100_000
	var text bytes.Buffer
	text.WriteString(`{"hits":{"hits":[`)
	for i := range many {
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, `{"_id":"d%d","_source":{"n":%d.50,"of":{"text":"some words, [and] {more} \"of\" them"}}}`, i, i)
	}
	text.WriteString(`]},"aggregations":{"a":{"value":1.50}}}`)
	table := NewTable(bytes.NewReader(text.Bytes()), int64(text.Len()), "hits.hits", "_source")
	block, p, err := table.Block(0)
	require.NoError(t, err)
	page, err := Decode(block)
	require.NoError(t, err)
	require.Equal(t, blockRows, page.Rows)
	require.False(t, p.Done)
	require.Less(t, p.Rows, many/2)
	require.Nil(t, table.Around(), "the rest is not known yet")
	for !p.Done {
		before := p.Rows
		p, err = table.Advance(2 << 20)
		require.NoError(t, err)
		require.Greater(t, p.Rows+1, before)
	}
	require.Equal(t, Progress{Rows: many, Per: blockRows, Done: true, Beside: 1}, p)
	require.Less(t, cap(table.window)+8*cap(table.starts), 1<<16, "what is held does not grow with the response")
	block, _, err = table.Block(many/blockRows - 1)
	require.NoError(t, err)
	page, err = Decode(block)
	require.NoError(t, err)
	require.Equal(t, []string{"_id", "n", "of.text"}, page.Names)
	_, id := page.Cell(blockRows-1, 0)
	_, n := page.Cell(blockRows-1, 1)
	require.Equal(t, []string{"d99999", "99999.50"}, []string{id, n})
	block, _, err = table.Block(many / blockRows)
	require.NoError(t, err)
	page, err = Decode(block)
	require.NoError(t, err)
	require.Zero(t, page.Rows)
	require.JSONEq(t, `{"hits":{"hits":[]},"aggregations":{"a":{"value":1.50}}}`, string(table.Around()))
}

func TestLongRowsAreInSmallBlocks(t *testing.T) {
	row := `{"a":"` + strings.Repeat("x", blockBytes/3) + `"}`
	text := "[" + strings.Repeat(row+",", 9) + row + "]"
	table := NewTable(strings.NewReader(text), int64(len(text)), "", "")
	_, p, err := table.Block(2)
	require.NoError(t, err)
	require.Equal(t, 3, p.Per)
	last, p, err := table.Block(3)
	require.NoError(t, err)
	require.Equal(t, Progress{Rows: 10, Per: 3, Done: true}, p)
	page, err := Decode(last)
	require.NoError(t, err)
	require.Equal(t, 1, page.Rows)
}

func TestALongObjectIsNotHeldToFindOutThatItHasNoRows(t *testing.T) {
	text := `{"state":"` + strings.Repeat("x", 3*longestLine) + `"}`
	table := NewTable(strings.NewReader(text), int64(len(text)), "", "")
	_, p, err := table.Block(0)
	require.NoError(t, err)
	require.Equal(t, Progress{Per: 1, Done: true}, p)
	require.Zero(t, cap(table.window))
}

// Any text is either a table or not, whatever the size of its parts, and every block of it is well formed.
func FuzzTableOfAnyText(f *testing.F) {
	for _, text := range []string{`[{"a":1},{"b":[{}]}]`, "{\"a\":{\"b\":\"\\u00\"}}\n{}", `{"hits":{"hits":[{"_source":{"a":null}}]}}`, `[{"a":{}},]`, `{"a":`} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, search bool) {
		where, doc := "", ""
		if search {
			where, doc = "hits.hits", "_source"
		}
		require.Equal(t, tabled(t, text, where, doc, 1<<20), tabled(t, text, where, doc, 2))
	})
}

func TestALongLineBehindOthersIsARow(t *testing.T) {
	text := `{"id":"1"}` + "\n" + `{"id":"2","long":"` + strings.Repeat("x", 3*longestLine) + `"}` + "\n" + `{"id":"3"}`
	table := NewTable(strings.NewReader(text), int64(len(text)), "", "")
	p, err := table.Advance(int64(len(text)))
	require.NoError(t, err)
	require.Equal(t, []any{3, true, false}, []any{p.Rows, p.Done, table.None()})
}

func TestAnAnswerThatEndsInTheMiddleSaysSo(t *testing.T) {
	for text, cut := range map[string]bool{
		`{"rows":[{"a":1},{"a":2}]}`:     false,
		`{"rows":[]}` + "\n":             false,
		`{"rows":[{"a":1},`:              true,
		`{"rows":[{"a":1}]`:              true,
		`{"rows":[{"a":1}],"more":{"b":`: true,
	} {
		table := NewTable(strings.NewReader(text), int64(len(text)), "rows", "")
		_, err := table.Advance(int64(len(text)))
		require.NoError(t, err)
		require.Equal(t, []bool{cut, false}, []bool{table.Cut(), table.None()}, text)
	}
	for text, cut := range map[string]bool{
		`[{"a":1}]`:                           false,
		`[{"a":1}`:                            true,
		`{"a":1}` + "\n" + `{"a":2}` + "\n":   false,
		`{"a":1}` + "\n" + `{"a":2}` + "\nno": true,
	} {
		table := NewTable(strings.NewReader(text), int64(len(text)), "", "")
		_, err := table.Advance(int64(len(text)))
		require.NoError(t, err)
		require.Equal(t, []bool{cut, false}, []bool{table.Cut(), table.None()}, text)
	}
}
