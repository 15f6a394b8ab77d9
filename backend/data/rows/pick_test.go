// SPEC: A-BRO-06

package rows

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPickReturnsTheRawTextOfAPath(t *testing.T) {
	for name, row := range map[string]struct {
		response string
		path     string
		want     string
	}{
		"a number":                      {`{"a":1.0}`, "a", `1.0`},
		"a string with its quotes":      {`{"a":"\u00e9"}`, "a", `"\u00e9"`},
		"an object with its spaces":     {`{"a": { "b" : [1] } }`, "a", `{ "b" : [1] }`},
		"a path":                        {`{"a":{"b":{"c":null}}}`, "a.b.c", `null`},
		"an escaped key":                {`{"\u0061":1}`, "a", `1`},
		"what is missing":               {`{"a":1}`, "b", ``},
		"a path past a scalar":          {`{"a":1}`, "a.b", ``},
		"a path past an array":          {`{"a":[{"b":1}]}`, "a.b", ``},
		"the whole response":            {` {"a":1} `, "", `{"a":1}`},
		"a whole scalar":                {`true`, "", `true`},
		"the elements of an array":      {`[{"n":"x"},{"n":2}]`, "*.n", `["x",2]`},
		"null where one lacks it":       {`[{"n":"x"},{},5,null,[1]]`, "*.n", `["x",null,null,null,null]`},
		"the members of an object":      {`{"i":{"n":1},"j":{"n":{"x":2}}}`, "*.n", `[1,{"x":2}]`},
		"the elements themselves":       {`{"a":[1, "b" ,[2]]}`, "a.*", `[1,"b",[2]]`},
		"no elements":                   {`{"a":[]}`, "a.*", `[]`},
		"a star under what is missing":  {`{"b":[]}`, "a.*", ``},
		"a star under a scalar":         {`{"a":7}`, "a.*", ``},
		"a star in a star":              {`{"r":[{"h":[{"x":1},{"x":2}]},{},{"h":[]}]}`, "r.*.h.*.x", `[[1,2],null,[]]`},
		"two stars in a row":            {`[[1,2],[],3]`, "*.*", `[[1,2],[],null]`},
		"the last of two equal keys":    {`{"a":1,"a":2}`, "a", `2`},
		"the last of two, by star":      {`{"a":[1,2],"a":[3]}`, "a.*", `[3]`},
		"the last of two in an element": {`[{"n":1,"n":2},{"n":3}]`, "*.n", `[2,3]`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Pick([]byte(row.response), []string{row.path})
			require.NoError(t, err)
			require.Equal(t, []string{row.want}, got)
		})
	}
}

func TestPicksDoNotDisturbEachOther(t *testing.T) {
	response := `{"i":{"n":1,"m":"x"},"j":{"m":"y"},"took":5}`
	paths := []string{"*.n", "i.n", "*.m", "i", "", "took", "*", "i.*", "i.n"}
	got, err := Pick([]byte(response), paths)
	require.NoError(t, err)
	require.Equal(t, []string{
		`[1,null,null]`, `1`, `["x","y",null]`, `{"n":1,"m":"x"}`, response, `5`, `[{"n":1,"m":"x"},{"m":"y"},5]`, `[1,"x"]`, `1`,
	}, got)
	for n, path := range paths {
		alone, err := Pick([]byte(response), []string{path})
		require.NoError(t, err)
		require.Equal(t, got[n], alone[0], path)
	}
}

func TestPickRefusesABrokenAnswer(t *testing.T) {
	for name, response := range map[string]string{
		"nothing":                "",
		"an object without end":  `{"a":1`,
		"a bad picked value":     `{"a":[01]}`,
		"a bad string":           `{"a":"\q"}`,
		"a skipped bad bracket":  `{"b":[}`,
		"text behind":            `{"a":1}]`,
		"bytes that are no text": "\"\xc3\"",
		"too deep":               strings.Repeat("[", deepest+1) + strings.Repeat("]", deepest+1),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Pick([]byte(response), []string{"a"})
			var syntax *SyntaxError
			require.ErrorAs(t, err, &syntax)
		})
	}
}
