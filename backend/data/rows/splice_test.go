// SPEC: A-EDT-02, A-EDT-06
package rows

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSpliceChangesTheEditedValuesAndNoOtherByte(t *testing.T) {
	set := func(value string, path ...string) Edit { return Edit{Path: path, Value: value} }
	remove := func(path ...string) Edit { return Edit{Path: path, Remove: true} }
	tests := []struct {
		name, document string
		edits          []Edit
		want           string
	}{
		{"a value", `{ "a" : 1.50 , "b":1e2}`, []Edit{set(`2.0`, "a")}, `{ "a" : 2.0 , "b":1e2}`},
		{"a nested value", `{"a":{"b":-0,"c":"\u0041"}}`, []Edit{set(`"x"`, "a", "b")}, `{"a":{"b":"x","c":"\u0041"}}`},
		{"a dotted key", `{"a.b":1,"a":{"b":2}}`, []Edit{set(`3`, "a.b")}, `{"a.b":3,"a":{"b":2}}`},
		{"an escaped key", `{"\u0061":1}`, []Edit{set(`2`, "a")}, `{"\u0061":2}`},
		{"a key with quotes that is new", `{"a":1}`, []Edit{set(`2`, `q"\`)}, `{"a":1,"q\"\\":2}`},
		{"the last of two", `{"a":1,"a":2}`, []Edit{set(`3`, "a")}, `{"a":1,"a":3}`},
		{"a member that is new", `{"a":1 }`, []Edit{set(`2`, "b")}, `{"a":1,"b":2 }`},
		{"in an empty object", ` { } `, []Edit{set(`2`, "b", "c")}, ` {"b":{"c":2} } `},
		{"objects around it", `{"a":{}}`, []Edit{set(`[1]`, "a", "b", "c")}, `{"a":{"b":{"c":[1]}}}`},
		{"several edits", `{"a":1,"b":2}`, []Edit{set(`"longer"`, "a"), set(`3`, "b"), set(`4`, "c")}, `{"a":"longer","b":3,"c":4}`},
		{"a member removed", `{"a":1, "b":2, "c":3}`, []Edit{remove("b")}, `{"a":1, "c":3}`},
		{"the last one removed", `{"a":1, "b":2}`, []Edit{remove("b")}, `{"a":1}`},
		{"the only one removed", `{"a":1}`, []Edit{remove("a")}, `{}`},
		{"one that is not there removed", `{"a":1}`, []Edit{remove("b", "c")}, `{"a":1}`},
		{"a value beside comments", "{/* a */\"a\":1, // one\n\"b\"/* :2 */: 2 /* two */}", []Edit{set(`3`, "b"), set(`4`, "c")}, "{/* a */\"a\":1, // one\n\"b\"/* :2 */: 3,\"c\":4 /* two */}"},
		{"in an object with nothing but a comment", "{ // {\n}", []Edit{set(`2`, "b")}, "{\"b\":2 // {\n}"},
		{"a member with comments around it removed", "{\"a\":1, // one\n\"b\":2, // two\n\"c\":3}", []Edit{remove("b")}, "{\"a\":1, // one\n // two\n\"c\":3}"},
		{"the last one removed behind a comment", "{\"a\":1, /* , */\"b\":2 // two\n}", []Edit{remove("b")}, "{\"a\":1 /* , */ // two\n}"},
		{"brackets in a string", `{"a":"}{\"","b":1}`, []Edit{set(`2`, "b")}, `{"a":"}{\"","b":2}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Splice([]byte(test.document), test.edits)
			require.NoError(t, err)
			require.Equal(t, test.want, string(got))
		})
	}
}

func TestSpliceRefusesWhatIsNotJSONAndPathsThroughOtherThings(t *testing.T) {
	_, err := Splice([]byte(`{"a":[1]}`), []Edit{{Path: []string{"a", "b"}, Value: "1"}})
	require.ErrorIs(t, err, ErrNotObject)
	for _, row := range [][2]string{{`{"a":1`, `1`}, {`{"a":1}`, `{`}, {`{"a":1}`, ``}, {`{"a":1} x`, `1`}, {`{"a":1}`, `1,"b":2`}} {
		_, err := Splice([]byte(row[0]), []Edit{{Path: []string{"a"}, Value: row[1]}})
		var syntax *SyntaxError
		require.True(t, errors.As(err, &syntax), "%v", row)
	}
}

func TestLookReportsHowADocumentSpellsAPath(t *testing.T) {
	tests := []struct {
		document, path string
		want           Seen
	}{
		{`{"a":{"b":1.50}}`, "a.b", Seen{Path: []string{"a", "b"}, Whole: true, Value: "1.50"}},
		{`{"a.b":1.50}`, "a.b", Seen{Path: []string{"a.b"}, Whole: true, Value: "1.50"}},
		{`{"a":{"b.c":null}}`, "a.b.c", Seen{Path: []string{"a", "b.c"}, Whole: true, Value: "null"}},
		{`{"a":{"b":1},"a.b":2}`, "a.b", Seen{Path: []string{"a", "b"}, Whole: true, Twice: true, Value: "1"}},
		{`{"a":{"x":1}}`, "a.b.c", Seen{Path: []string{"a"}}},
		{`{"x":1}`, "a", Seen{}},
		{`{"a":[{"b":1}]}`, "a.b", Seen{Path: []string{"a"}, Array: true}},
	}
	for _, test := range tests {
		require.Equal(t, test.want, Look([]byte(test.document), test.path), "%s in %s", test.path, test.document)
	}
}

func TestRoundedFindsNumbersThatAFloatSpellsDifferently(t *testing.T) {
	for _, same := range []string{`{"a":1,"b":-5,"c":9007199254740993}`, `[1.5,16.9,0.25,1.0,-2.5,0.0]`, `{"a":"1.50 1e2 -0"}`, `{}`} {
		require.False(t, Rounded([]byte(same)), same)
	}
	for _, other := range []string{`{"a":1.50}`, `[1e2]`, `{"a":-0}`, `[0.1000000000000000055]`, `[1E+2]`, `[100.00]`, `[0.001]`, `[12345678.5]`, `{"a":{"b":[16.90]}}`, `[-0.0e0]`} {
		require.True(t, Rounded([]byte(other)), other)
	}
}

func TestEntriesAreFoundWhereverTheyAre(t *testing.T) {
	for name, test := range map[string]struct{ response, at, doc, want string }{
		"members around the list":              {`{"_shards":{"hits":[1]},"hits":{"total":{"hits":2},"hits":[{"s":1},{"s":2}],"more":[3]},"aggs":{"s":4}}`, "hits.hits", "s", `{"s":1} 1 {"s":2} 2 `},
		"the last of two documents":            {`{"h":[{"s":1,"s":2}]}`, "h", "s", `{"s":1,"s":2} 2 `},
		"a key that is escaped":                {`{"\u0068":[{"\u0073":"\"}"}]}`, "h", "s", `{"\u0073":"\"}"} "\"}" `},
		"a key inside of a document":           {`{"h":[{"a":{"s":1},"b":[{"s":2}]}]}`, "h", "s", `{"a":{"s":1},"b":[{"s":2}]}  `},
		"a document between others":            {"{\"h\" : [ {\"a\" : [ ] , \"s\" : { \"b\" : \"}\" } , \"c\" : null } ] }", "h", "s", `{"a" : [ ] , "s" : { "b" : "}" } , "c" : null } { "b" : "}" } `},
		"a document in a document":             {`{"h":[{"a":{"s":1}},{"a":2}]}`, "h", "a.s", `{"a":{"s":1}} 1 {"a":2}  `},
		"entries that are no objects":          {`{"h":[1,"s",[{"s":2}],{}]}`, "h", "s", `1  "s"  [{"s":2}]  {}  `},
		"the whole entry":                      {`{"h":[{"s":1}, 2]}`, "h", "", `{"s":1} {"s":1} 2 2 `},
		"the whole response":                   {` {"s":1} `, "", "s", `{"s":1} 1 `},
		"no list, a list of nothing":           {`{"h":[]}`, "h", "s", ""},
		"no such path":                         {`{"g":[{"s":1}]}`, "h.h", "s", ""},
		"no such path, one member too little":  {`{"g":{"h":1}}`, "g.s.h", "s", ""},
		"a path through a member that follows": {`{"a":1,"g":{"b":"{","h":[{"s":1}]}}`, "g.h", "s", `{"s":1} 1 `},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			require.NoError(t, Entries([]byte(test.response), test.at, test.doc, func(e Entry) error {
				got += string(e.Text) + " " + string(e.Document) + " "
				return nil
			}))
			require.Equal(t, test.want, got)
		})
	}
	for response, want := range map[string]string{
		`{"h":{"h":{}}}`:           "expected the array of rows",
		`{"h":[{"h":[]}]}`:         "expected the way to the rows",
		`{"h":{"h":[1],"h":[]}}`:   "a second array of rows",
		`{"h":{"h":[1]},"g":[1,]}`: "expected a value",
	} {
		require.ErrorContains(t, Entries([]byte(response), "h.h", "s", nil), want, response)
	}
}

func TestAListIsReadTogetherWithValuesAroundItAndInIt(t *testing.T) {
	response := []byte(`{"pit":"p","hits":{"hits":[{"_id":"1","_source":{"a":1.0},"sort":[7]},{"_id":"2","_source":{"a":1e2},"sort":[8]}]},"timed_out":false} `)
	for _, test := range []struct{ picks, want []string }{
		{[]string{"timed_out", "pit", "none"}, []string{"false", `"p"`, ""}},
		{[]string{"timed_out", "hits.hits.*.sort"}, []string{"false", `[[7],[8]]`}},
		{nil, nil},
	} {
		list, err := List(response, "hits.hits", "_source", test.picks)
		require.NoError(t, err)
		require.Equal(t, test.want, list.Picked)
		require.Equal(t, 2, list.Len())
		require.Equal(t, `{"a":1e2}`, string(list.Entry(1).Document))
		require.Equal(t, `{"_id":"2","_source":{"a":1e2},"sort":[8]}`, string(list.Entry(1).Text))
	}
	commented := []byte(`{"pit":"p","hits":[{"s":{"a":1} // one` + "\n" + `}]}`)
	list, err := List(commented, "hits", "s", []string{"pit"})
	require.NoError(t, err)
	require.Equal(t, []string{`"p"`}, list.Picked)
	require.Equal(t, "{\"a\":1} // one\n", string(list.Entry(0).Source))
	whole, err := List(response, "", "", []string{"pit"})
	require.NoError(t, err)
	require.Equal(t, []string{`"p"`}, whole.Picked)
}

func TestEntriesAreTheEnginesOwnText(t *testing.T) {
	response := []byte(`{"docs":[ {"_id":"1","_source": {"a" : 1.0}} ,{"_id":"2","found":false}]}`)
	var got []string
	err := Entries(response, "docs", "_source", func(e Entry) error {
		got = append(got, string(e.Text), string(e.Document))
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, []string{`{"_id":"1","_source": {"a" : 1.0}}`, `{"a" : 1.0}`, `{"_id":"2","found":false}`, ""}, got)
	require.Error(t, Entries([]byte(`{"docs":[{"_source":{}}`), "docs", "", func(Entry) error {
		t.Fatal("a response that is cut has no entries")
		return nil
	}))
}

func TestOfTwoEqualKeysTheOneThatIsShownIsEdited(t *testing.T) {
	const document = `{"a":1,"o":{"x":1},"a":2,"o":{"x":2}}`
	picked, err := Pick([]byte(document), []string{"a", "o.x"})
	require.NoError(t, err)
	require.Equal(t, []string{"2", "2"}, picked)
	edited, err := Splice([]byte(document), []Edit{{Path: []string{"a"}, Value: "3"}, {Path: []string{"o", "x"}, Value: "4"}})
	require.NoError(t, err)
	require.Equal(t, `{"a":1,"o":{"x":1},"a":3,"o":{"x":4}}`, string(edited))
	picked, err = Pick(edited, []string{"a", "o.x"})
	require.NoError(t, err)
	require.Equal(t, []string{"3", "4"}, picked)
	require.True(t, Look([]byte(document), "a").Twice, "a driver refuses to choose")
	require.True(t, Look([]byte(document), "o.x").Twice)
}
