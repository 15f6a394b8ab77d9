// SPEC: A-BRO-06, A-BRO-18

package rows

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A document that Elasticsearch accepts and returns as it was written.
const commented = "{ // the \"title\", as printed\n\"title\" /* { */ : \"a /* b */ // c\",/**/\"n\":1e2/* \" */,\r\n" +
	"\"tags\":[\"x\",// ]}}\r\"y\"],\"rest\":{\"a\":[1 /* } \" [ */,2],\"url\":\"https://x\"}//\n}/* é */"

func TestThePageOfADocumentWithCommentsIsShownAndItsValuesAreExact(t *testing.T) {
	plan := elasticPlan([]Column{dotted("title"), dotted("n"), dotted("tags"), {Name: "rest", Path: []string{"rest"}}})
	response := `{"hits":{"hits":[{"_id":"1","_source":{"title":"a","n":1.0}},{"_id":"2","_source":` + commented + `,"sort":[7]}]}}`
	result, err := Block([]byte(response), &plan)
	require.NoError(t, err)
	got := cells(t, result)
	require.Equal(t, []shown{{String, "a"}, {Number, "1.0"}, missing, missing}, got[0][:4])
	blank := strings.Repeat(" ", len(`// ]}}`)) + "\r"
	require.Equal(t, []shown{
		{String, "a /* b */ // c"}, {Number, "1e2"}, asJSON(`["x",` + blank + `"y"]`),
		asJSON(`{"a":[1 ` + strings.Repeat(" ", len(`/* } " [ */`)) + `,2],"url":"https://x"}`),
	}, got[1][:4])
	require.Equal(t, "[7]", result.Last)

	var documents, exact, sources []string
	require.NoError(t, Entries([]byte(response), "hits.hits", "_source", func(e Entry) error {
		values, err := Pick(e.Text, []string{"_id"})
		require.NoError(t, err)
		require.Len(t, values[0], 3)
		documents, exact, sources = append(documents, string(e.Document)), append(exact, string(e.Exact)), append(sources, string(e.Source))
		return nil
	}))
	require.Equal(t, []string{`{"title":"a","n":1.0}`, commented}, sources)
	require.Equal(t, hexHash(exact[1]), got[1][len(got[1])-1].text, "an edit compares the same document")
	require.Equal(t, `"https://x"`, Look([]byte(sources[1]), "rest.url").Value)
	require.Equal(t, `"https://x"`, Look([]byte(documents[1]), "rest.url").Value)
	require.Equal(t, exact[1]+"/* é */", sources[1])
	values, err := Pick([]byte(response), []string{"hits.hits.*._source.rest.url"})
	require.NoError(t, err)
	require.Equal(t, []string{`[null,"https://x"]`}, values)
}

// SPEC: A-EDT-02
func TestACommentBehindADocumentKeepsTheEndOfItsLine(t *testing.T) {
	for behind, want := range map[string]string{" // one\n": " // one\n", "// one\r\n\t": "// one\r\n\t", "/* two */": "/* two */", " \n": ""} {
		response := `{"docs":[{"_source":{"a":1}` + behind + `,"_seq_no":4}]}`
		require.NoError(t, Entries([]byte(response), "docs", "_source", func(e Entry) error {
			require.Equal(t, `{"a":1}`, string(e.Exact))
			require.Equal(t, `{"a":1}`+want, string(e.Source))
			spliced, err := Splice(e.Source, []Edit{{Path: []string{"a"}, Value: "2"}})
			require.NoError(t, err)
			require.Equal(t, `{"a":2}`+want, string(spliced), "without it, what the server appends would be part of the comment")
			return nil
		}))
	}
}

func TestADocumentInOneLineKeepsItsComments(t *testing.T) {
	for document, want := range map[string]string{
		"{\"a\": \"// b\",\r\n\"c\":1}":       `{"a": "// b",  "c":1}`,
		"{ // one\n\"a\":1 /* two\nlines */}": `{ /* one*/ "a":1 /* two lines */}`,
		"{ // */ {\n\"a\":1}":                 `{  "a":1}`,
	} {
		require.Equal(t, want, string(OneLine([]byte(document))))
	}
}

func TestOnlyCommentsAreForgiven(t *testing.T) {
	for name, document := range map[string]string{
		"no end":              `{"n":1 /* `,
		"one slash":           `{"n":1 / 2}`,
		"a hash":              "{\"n\":1 # one\n}",
		"inside a number":     `{"n":1/**/2}`,
		"the end of a line":   `{"n":1} // {"n":2}]`,
		"a value that is one": `{"n":/**/}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Block([]byte(`[{"n":[`+document+`]}]`), &Plan{Columns: []Column{dotted("n"), {Name: "document"}}})
			var syntax *SyntaxError
			require.ErrorAs(t, err, &syntax)
		})
	}
}

func TestARowWithCommentsInAResponseOfTheConsoleHasItsValues(t *testing.T) {
	text := `{"hits":{"hits":[{"_id":"1","_source":` + commented + `},{"_id":"2","_source":{"n":3}}]},"took":1}`
	for _, part := range []int{1, 7, 64, 1 << 20} {
		got := tabled(t, text, "hits.hits", "_source", part)
		require.Equal(t, []string{"_id", "title", "n", "tags", "rest.a", "rest.url"}, got[0])
		require.Len(t, got, 3)
		require.Equal(t, []string{"1", "a /* b */ // c", "1e2"}, got[1][:3])
		require.Equal(t, "https://x", got[1][5])
		require.Equal(t, []string{"2", "", "3", "", "", ""}, got[2])
	}
}
