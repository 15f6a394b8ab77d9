package console

// SPEC: CNS-07

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestABodyIsIndentedWithEveryDigitAndComment(t *testing.T) {
	rows := []struct{ name, typed, want string }{
		{"an object", `{"a":1.50,"b":[1e2,9007199254740993,{}],"c":{"d":"x  \"y\""}}`, "{\n  \"a\": 1.50,\n  \"b\": [\n    1e2,\n    9007199254740993,\n    {}\n  ],\n  \"c\": {\n    \"d\": \"x  \\\"y\\\"\"\n  }\n}"},
		{"nothing inside", "{ }", "{}"},
		{"comments", "// a\n{ # b\n\"c\":1, // d\n# e\n\"f\":/* g */2 } # h", "// a\n{ # b\n  \"c\": 1, // d\n  # e\n  \"f\":  /* g */ 2\n} # h"},
		{"long texts and variables", "{\"a\":\"\"\"x\n y\"\"\",\"b\":${v}}", "{\n  \"a\": \"\"\"x\n y\"\"\",\n  \"b\": ${v}\n}"},
		{"a value alone", " 1 ", "1"},
		{"several values", "{}\n{}", ""},
		{"brackets that do not match", `{"a": [}`, ""},
		{"brackets that are open", `{"a": [`, ""},
		{"nothing", "\n", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, _, got := Split("POST x\n" + row.typed).indented(0)
			require.Equal(t, row.want, got)
			if got != "" {
				_, _, again := Split("POST x\n" + got).indented(0)
				require.Equal(t, got, again, "what is indented stays as it is")
			}
		})
	}
}

func TestABodyOfLinesIsFormattedToALineForEachEntry(t *testing.T) {
	rows := []struct{ name, typed, want string }{
		{"entries on several lines", "{\n  \"index\": {}\n}\n# c\n{\n  \"a\": 1.50\n} # d\n", "{\"index\": {}}\n# c\n{\"a\": 1.50} # d\n"},
		{"entries on a line each", "{ \"index\": {} }\n\n{\"a\":1}\n", "{ \"index\": {} }\n\n{\"a\":1}\n"},
		{"two entries on a line", "{} {\n\"a\": 1}", "{}\n{\"a\": 1}"},
		{"a comment in an entry", "{\n\"a\": 1, // b\n\"c\": [\n]}\n{\n}", "{\n\"a\": 1, // b\n\"c\": [\n]}\n{}"},
		{"brackets that do not match", "{\n{\n}", "{\n{\n}"},
		{"nothing", "", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			source := "POST _bulk\n" + row.typed
			from, to, got := Split(source).joined(0)
			require.Equal(t, row.want, got)
			require.Equal(t, solid(source), solid(source[:from]+got+source[to:]))
		})
	}
}

// FuzzIndentingChangesOnlyWhiteSpace checks that an indented body has the same pieces and is sent with the same
// characters.
func FuzzIndentingChangesOnlyWhiteSpace(f *testing.F) {
	for _, body := range []string{`{"a":1,"b":[{},2]}`, "# a\n{\n}// b", "/* a */[1,/*b*/2 # c\n,3]", "{\"a\":\"\"\"b\"\"\"}", "[}", `{"a" "b"}`} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		source := "POST x\n" + body
		text := Split(source)
		from, to, indented := text.indented(0)
		if indented == "" {
			return
		}
		changed := source[:from] + indented + source[to:]
		require.Equal(t, solid(source), solid(changed))
		require.Len(t, Split(changed).Requests(), len(text.Requests()))
	})
}

// solid returns a text without white space outside strings and comments.
func solid(source string) string {
	var out strings.Builder
	for _, p := range scan(source) {
		if p.kind != space {
			out.WriteString(source[p.from:p.to] + "\x00")
		}
	}
	return out.String()
}
