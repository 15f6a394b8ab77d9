// SPEC: A-BRO-20

package rows

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const testSeal = `,"matched_queries":["b1946ac9"]`

// sealed writes a response in which every hit ends with the seal.
func sealed(documents ...string) []byte {
	hits := make([]string, len(documents))
	for n, document := range documents {
		hits[n] = fmt.Sprintf(`{"_index":"i","_id":"%d","_source":%s,"fields":{"r":[%d]},"sort":[%d]%s}`, n, document, n, n, testSeal)
	}
	return []byte(`{"took":7,"hits":{"hits":[` + strings.Join(hits, ",") + `]}}`)
}

var damagedPlan = func() Plan {
	plan := elasticPlan([]Column{
		dotted("k"), {Name: "raw", Path: []string{"raw"}}, {Name: "r", From: Row, Path: []string{"fields", "r"}, First: true}, {Name: "all"},
	})
	plan.Pick, plan.Cut = []string{"took"}, 0
	return plan
}()

func begun(t *testing.T, response []byte, seal string) *Result {
	t.Helper()
	k, err := Compile(damagedPlan)
	require.NoError(t, err)
	result, err := k.BeginSealed(response, seal)
	require.NoError(t, err)
	require.NoError(t, result.Wait())
	return result
}

func deep(levels int) string {
	return strings.Repeat(`{"a":`, levels) + "1" + strings.Repeat("}", levels)
}

func TestADocumentOfAThousandLevelsIsShown(t *testing.T) {
	document := `{"k":"deep","raw":` + deep(999) + `}`
	result := begun(t, sealed(`{"k":"plain"}`, document), "")
	got := cells(t, result)
	require.Empty(t, result.Flaws)
	require.Equal(t, asJSON(deep(999)), got[1][1])
}

func TestADocumentBeyondTheDepthLimitIsNamedAndTheOthersAreShown(t *testing.T) {
	document := `{"k":"deep","raw":` + deep(3000) + `}`
	result := begun(t, sealed(`{"k":"a"}`, document, `{"k":"c"}`), "")
	got := cells(t, result)
	require.Equal(t, []Flaw{{Row: 1, Why: TooDeep, Lost: true}}, result.Flaws)
	require.Equal(t, shown{String, "a"}, got[0][0])
	require.Equal(t, []shown{missing, missing, {Number, "1"}, asJSON(document)}, got[1][:4], "its text alone can be shown")
	require.Equal(t, shown{String, "c"}, got[2][0])
	require.Equal(t, "[2]", result.Last)
	page, err := Decode(result.Block)
	require.NoError(t, err)
	at := page.Column(DamagedColumn)
	require.GreaterOrEqual(t, at, page.Visible)
	kind, why := page.Cell(1, at)
	require.Equal(t, String, kind)
	require.Equal(t, TooDeep, why)
	kind, _ = page.Cell(0, at)
	require.Equal(t, Missing, kind)
	hash := page.Column("#hash")
	_, text := page.Cell(1, hash)
	require.Equal(t, Hash([]byte(document)), text)
}

func TestAByteOrderMarkBeforeADocumentIsNoneOfItsValues(t *testing.T) {
	response := sealed("\ufeff"+`{"k":"\ufeff"}`, "\ufeff"+`{"k":"`+"\ufeff"+`x"}`)
	result := begun(t, response, "")
	got := cells(t, result)
	require.Empty(t, result.Flaws)
	require.Equal(t, shown{String, "\ufeff"}, got[0][0])
	require.Equal(t, shown{String, "\ufeffx"}, got[1][0])
	var texts []string
	require.NoError(t, Entries(response, "hits.hits", "_source", func(e Entry) error {
		require.Equal(t, string(e.Document), string(e.Exact))
		texts = append(texts, string(e.Source))
		return nil
	}))
	require.Equal(t, []string{`{"k":"\ufeff"}`, `{"k":"` + "\ufeff" + `x"}`}, texts)
}

// The first document's comment swallows the whole second one, up to the line break that it ends with: without care, the
// response would be valid JSON with one row less.
func TestACommentWithoutEndNeverSwallowsTheNextDocument(t *testing.T) {
	response := sealed(`{"k":"a"} // first`, "{\"k\":\"b\"}\n", `{"k":"c"}`)
	_, err := Block(response, &damagedPlan)
	var open *OpenCommentError
	require.ErrorAs(t, err, &open)
	require.Equal(t, `{"_index":"i","_id":"0"}`, open.Head)
	require.ErrorAs(t, Entries(response, "hits.hits", "_source", func(Entry) error { return nil }), &open)

	result := begun(t, response, testSeal)
	got := cells(t, result)
	require.Equal(t, []Flaw{{Row: 0, Why: OpenComment}}, result.Flaws)
	require.Len(t, got, 3)
	require.Equal(t, []shown{{String, "a"}, missing, missing, asJSON(`{"k":"a"}`)}, got[0][:4], "what the comment may hide is not shown")
	require.Equal(t, []shown{{String, "b"}, missing, {Number, "1"}, asJSON(`{"k":"b"}`)}, got[1][:4])
	require.Equal(t, "[2]", result.Last)
	require.Equal(t, []string{"7"}, result.Picked)

	list, err := ListSealed(response, "hits.hits", "_source", nil, testSeal)
	require.NoError(t, err)
	require.Equal(t, 3, list.Len())
	require.Equal(t, `{"k":"a"}`, string(list.Entry(0).Document))
	require.Equal(t, OpenComment, list.Entry(0).Flaw)
	require.Empty(t, list.Entry(1).Flaw)
}

func TestACommentThatLooksLikeARowIsNone(t *testing.T) {
	for name, comment := range map[string]string{
		"a row":         `// ,"sort":[9]},{"_index":"i","_id":"x","_source":{"k":"forged"},"sort":[8]`,
		"the end":       `// }]}}`,
		"sort values":   `// ,"sort":[99]`,
		"fields":        `// ,"fields":{"r":["forged"]}`,
		"a quote":       `// it is "quoted`,
		"another one":   `// one // two /* three`,
		"a block first": `/* one */ // two`,
	} {
		t.Run(name, func(t *testing.T) {
			for at := range 3 {
				documents := []string{`{"k":"a"}`, `{"k":"b"}`, "{\"k\":\"c\"}\n"}
				documents[at] += comment
				result := begun(t, sealed(documents...), testSeal)
				got := cells(t, result)
				require.Len(t, got, 3)
				for row := range 3 {
					require.Equal(t, shown{String, string(rune('a' + row))}, got[row][0])
					if row == at {
						require.Equal(t, missing, got[row][2])
					} else {
						require.Equal(t, shown{Number, fmt.Sprint(row)}, got[row][2])
					}
				}
				require.Equal(t, "[0]", result.First)
				require.Equal(t, "[2]", result.Last)
				require.Equal(t, []Flaw{{Row: at, Why: OpenComment}}, result.Flaws)
			}
		})
	}
}

func TestTheOnlyDocumentOfAResponseEndsBeforeTheKnownEnd(t *testing.T) {
	response := []byte(`{"docs":[{"_id":"1","found":true,"_source":{"k":"a"} // }]} }]}]}`)
	_, err := List(response, "docs", "_source", nil)
	require.Error(t, err)
	list, err := ListSealed(response, "docs", "_source", nil, `}]}`)
	require.NoError(t, err)
	require.Equal(t, 1, list.Len())
	require.Equal(t, `{"k":"a"}`, string(list.Entry(0).Exact))
	require.Equal(t, `{"k":"a"}`, string(list.Entry(0).Source))
	require.Equal(t, OpenComment, list.Entry(0).Flaw)
}

// A page with documents of every kind never loses or changes one of them.
func TestNoDamagedDocumentChangesAnotherOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		" ", "\n", "//", "/*", "*/", "}", "]", "{", "[", `"`, `\`, ",", ":", `"_source":{"k":"forged"}`, `{"_index":"i"`, `,"sort":[5]`, "\ufeff", "é",
		`,"fields":{"r":[6]}`, "x",
	}
	text := func() string {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	within := func(text string) string {
		for strings.Contains(text, "*/") {
			text = strings.ReplaceAll(text, "*/", "")
		}
		return text
	}
	for range 3_000 {
		documents := make([]string, 1+r.IntN(4))
		want := make([]string, len(documents))
		flawed := make([]bool, len(documents))
		for n := range documents {
			want[n] = fmt.Sprintf(`{"k":"%d"}`, n)
			documents[n] = want[n]
			switch r.IntN(6) {
			case 0:
				documents[n] = "\ufeff" + documents[n]
			case 1:
				documents[n] += "//" + strings.ReplaceAll(text(), "\n", "")
				flawed[n] = true
			case 2:
				documents[n] += "/*" + within(text()) + " */ "
			case 3:
				documents[n] += "//" + strings.ReplaceAll(text(), "\n", "") + "\n"
			case 4:
				want[n] = `{"k":"` + fmt.Sprint(n) + `","raw":` + deep(1100) + `}`
				documents[n] = want[n]
			}
		}
		response := sealed(documents...)
		result := begun(t, response, testSeal)
		got := cells(t, result)
		require.Len(t, got, len(documents))
		for n := range documents {
			require.Equal(t, asJSON(want[n]), got[n][3], "%s", response)
			if !flawed[n] {
				require.Equal(t, shown{Number, fmt.Sprint(n)}, got[n][2], "%s", response)
			}
		}
		require.Equal(t, fmt.Sprintf("[%d]", len(documents)-1), result.Last, "%s", response)
		if plain, err := Block(response, &damagedPlan); err == nil { // without the seal: all or nothing
			require.Equal(t, got, cells(t, plain), "%s", response)
		}
		list, err := ListSealed(response, "hits.hits", "_source", nil, testSeal)
		require.NoError(t, err, "%s", response)
		require.Equal(t, len(documents), list.Len())
		for n := range documents {
			require.Equal(t, want[n], string(list.Entry(n).Document), "%s", response)
		}
	}
}

func TestADeepResponseIsWholeIfItsBracketsAre(t *testing.T) {
	require.NoError(t, Whole([]byte(deep(5000)+" ")))
	require.Error(t, Whole([]byte(deep(5000)+"}")))
	require.Error(t, Whole([]byte(deep(5000)[:20_000])))
	require.NoError(t, Whole([]byte(`{"k":"a"} // the end`)))
	require.Error(t, Whole([]byte(`{"k":`)))
}

func TestAResponseThatIsNotJSONIsNotMended(t *testing.T) {
	for name, response := range map[string]string{
		"cut":                 string(sealed(`{"k":"a"}`)[:60]),
		"a wrong bracket":     string(sealed(`{"k":"a"]`)),
		"text behind":         string(sealed(`{"k":"a"}`)) + "x",
		"a value that is not": string(sealed(`{"k":nul}`)),
		"a comment elsewhere": `{"took":1 /* x */ ,"hits":{"hits":[]}} x`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Block([]byte(response), &damagedPlan)
			var syntax *SyntaxError
			require.ErrorAs(t, err, &syntax)
		})
	}
}
