package export

// SPEC: EXP-03

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheSuggestedFileHasANameThatEverySystemTakes(t *testing.T) {
	for object, want := range map[string]string{
		"books":                  "books",
		"loans-2026.11":          "loans-2026.11",
		"weblog-*,other":         "weblog-_,other",
		"<logs-{now/d}>":         "_logs-{now_d}_",
		"..":                     "export",
		"":                       "export",
		".hidden ":               "hidden",
		"a\x00b\nc":              "a_b_c",
		strings.Repeat("ü", 200): strings.Repeat("ü", 100),
		strings.Repeat("漢", 85):  strings.Repeat("漢", 66),
		"con":                    "con_",
		"NUL.2026":               "NUL_.2026",
		"com1":                   "com1_",
		"console":                "console",
	} {
		require.Equal(t, want, FileName(object))
	}
}
