// SPEC: APP-21
package files

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestANameThatWindowsWouldTakeForAnotherIsRefusedWithASentence(t *testing.T) {
	ends := "On Windows, file names cannot end with a dot or a space."
	characters := `On Windows, file names cannot contain < > : " / \ | ? *`
	for name, want := range map[string]string{
		"con.csv":        "Windows reserves the name con.",
		"NUL":            "Windows reserves the name NUL.",
		"aux.tar.gz":     "Windows reserves the name aux.",
		"Com1 .txt":      "Windows reserves the name Com1.",
		"LPT9.":          "Windows reserves the name LPT9.",
		"books.":         ends,
		"books.csv ":     ends,
		"...":            ends,
		"books:1.csv":    characters,
		"what?.csv":      characters,
		"a|b":            characters,
		"a\tb":           characters,
		"books.csv":      "",
		".books":         "",
		"console.csv":    "",
		"com10.csv":      "",
		"a.con":          "",
		"Zürich 漢字.json": "",
		"a, b (1).jsonl": "",
	} {
		var e error
		if fault := nameFault("windows", name); fault != nil {
			require.Equal(t, driver.Invalid, fault.Kind)
			require.Equal(t, "Choose another name.", fault.Hint)
			e = fault
		}
		if want == "" {
			require.NoError(t, e, name)
		} else {
			require.EqualError(t, e, want, name)
		}
		require.Nil(t, nameFault("linux", name), name)
		require.Nil(t, nameFault("darwin", name), name)
	}
}

func TestANameIsTooLongForWindowsByItsUTF16(t *testing.T) {
	require.Nil(t, nameFault("windows", strings.Repeat("漢", 255)))
	for _, name := range []string{strings.Repeat("n", 256), strings.Repeat("😀", 128)} {
		require.EqualError(t, nameFault("windows", name), "The file name is too long.")
		require.Nil(t, nameFault("linux", name))
	}
}
