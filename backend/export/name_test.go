package export

// SPEC: EXP-03

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheSuggestedFileHasANameThatEverySystemTakes(t *testing.T) {
	for object, want := range map[string]string{
		"books":                  "books.jsonl",
		"loans-2026.11":          "loans-2026.11.jsonl",
		"weblog-*,other":         "weblog-_,other.jsonl",
		"<logs-{now/d}>":         "_logs-{now_d}_.jsonl",
		"..":                     "export.jsonl",
		"":                       "export.jsonl",
		".hidden ":               "hidden.jsonl",
		"a\x00b\nc":              "a_b_c.jsonl",
		strings.Repeat("ü", 200): strings.Repeat("ü", 120) + ".jsonl",
	} {
		require.Equal(t, want, FileName(object))
	}
}
