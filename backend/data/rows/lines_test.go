// SPEC: A-BRO-03, PLG-09

package rows

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRowsCanBeLines(t *testing.T) {
	plan := Plan{Lines: true, Columns: []Column{{Name: "n", Path: []string{"n"}}}, Hidden: []Hidden{{Name: "#hash"}}}
	for name, row := range map[string]struct {
		response string
		want     []string
	}{
		"none":                        {"", nil},
		"only white space":            {"\n \r\n", nil},
		"one":                         {`{"n":1.0}`, []string{"1.0"}},
		"with a final line break":     {"{\"n\":1}\n{\"n\":9007199254740993}\n", []string{"1", "9007199254740993"}},
		"without one":                 {"{\"n\":1}\n{\"n\":2}", []string{"1", "2"}},
		"with breaks of Windows":      {"{\"n\":1}\r\n\r\n {\"n\":2} \r\n", []string{"1", "2"}},
		"a document over two lines":   {"{\n\"n\":1}\n{\"n\":2}", []string{"1", "2"}},
		"a line break inside a value": {"{\"n\":\"a\\nb\"}\n", []string{"a\nb"}},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := Block([]byte(row.response), &plan)
			require.NoError(t, err)
			require.Len(t, row.want, result.Rows)
			for r, cells := range cells(t, result) {
				require.Equal(t, row.want[r], cells[0].text)
			}
		})
	}
	for name, response := range map[string]string{
		"cut inside a row":       "{\"n\":1}\n{\"n\":",
		"not an object":          "{\"n\":1}\n2\n",
		"two in one line":        `{"n":1} {"n":2}`,
		"separated by a comma":   "{\"n\":1},\n{\"n\":2}",
		"an array":               `[{"n":1}]`,
		"text after a row":       "{\"n\":1}\nend",
		"bytes that are no text": "{\"n\":\"\xff\"}\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Block([]byte(response), &plan)
			var syntax *SyntaxError
			require.ErrorAs(t, err, &syntax)
		})
	}
	plan.Hidden = []Hidden{{Name: "#id", At: "id", Key: true}}
	_, err := Block([]byte("{\"id\":\"a\",\"n\":1}\n{\"error\":\"gone\"}\n"), &plan)
	require.ErrorContains(t, err, "a line that is no row")
	plan.Rows = "hits"
	_, err = Compile(plan)
	require.ErrorContains(t, err, "nothing is beside or around lines")
}
