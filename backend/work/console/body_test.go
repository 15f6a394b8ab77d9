package console

// SPEC: CNS-01, CNS-02

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// outside returns the parts of a body outside its JSON strings, using its own reader.
func outside(body string) string {
	var out strings.Builder
	for inside, i := false, 0; i < len(body); i++ {
		switch c := body[i]; {
		case inside && c == '\\' && i+1 < len(body) && body[i+1] != '\n':
			i++
		case c == '"':
			inside = !inside
		case c == '\n':
			inside = false
			out.WriteByte(c)
		case !inside:
			out.WriteByte(c)
		}
	}
	return out.String()
}

func checkComments(t *testing.T, source string) {
	text := Split(source)
	for number := range text.Requests() {
		for _, rules := range []Rules{{}, {Lines: true}} {
			body, err := text.Body(number, rules)
			if err != nil {
				continue
			}
			bare := outside(body.Text)
			require.NotContains(t, bare, "#", source)
			require.NotContains(t, bare, "//", source)
			require.NotContains(t, bare, "/*", source)
			for line, whole := range strings.Split(body.Text, "\n") {
				if at, ok := body.Place(line+1, len(whole)); ok {
					require.True(t, at >= 0 && at <= len(source))
				}
			}
		}
	}
}

func TestNoCommentIsPartOfABody(t *testing.T) {
	for _, text := range randomTexts(3000) {
		checkComments(t, text)
	}
}

func FuzzNoCommentIsPartOfABody(f *testing.F) {
	for _, text := range splitTexts {
		f.Add(text)
	}
	f.Add("@v = 1 // c\nPOST x\n{{v}}\"\"/**/\"x\" /")
	f.Fuzz(checkComments)
}

func FuzzABodyWithoutCommentsIsSentAsTyped(f *testing.F) {
	for _, text := range []string{"{ \"a\": 1.50 }\r\n\n", "{}\n\n{}", "[1e2,\t-0.0]", "\"# // /*\"", "{\"a\": \"\\\"//\"}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		odd := func(r rune) bool { return unicode.IsSpace(r) && !strings.ContainsRune(" \t\r\n", r) }
		if strings.ContainsAny(outside(typed), "#/@") || strings.ContainsFunc(typed, odd) || strings.Contains(typed, quotes) || len(scan(typed)) == 0 {
			return
		}
		text := Split("POST x\n" + typed)
		if len(text.Requests()) != 1 {
			return
		}
		body, err := text.Body(0, Rules{})
		require.NoError(t, err)
		if body.Text != "" || strings.Trim(typed, " \t\r\n") != "" {
			require.Equal(t, typed, body.Text)
		}
	})
}

func TestAnEntryTypedOverSeveralLinesIsSentOnOneLine(t *testing.T) {
	rows := []struct{ name, typed, want string }{
		{"entries as an editor indents them", "{\n  \"index\": {\n    \"_id\": \"1\"\n  }\n}\n{\n  \"name\": \"Dune\",\n  \"pages\": 604\n}\n", "{\"index\": {\"_id\": \"1\"}}\n{\"name\": \"Dune\", \"pages\": 604}\n"},
		{"an empty header", "{ }\n{\n  \"query\": {\n    \"match_all\": {}\n  }\n}", "{ }\n{\"query\": {\"match_all\": {}}}\n"},
		{"digits and strings", "{\n\"a\":1.50,\n\"b\" : [\n1e2,\n-0.0\n],\n\"c\":\"x  y\\n{\"}", "{\"a\":1.50, \"b\" : [1e2, -0.0], \"c\":\"x  y\\n{\"}\n"},
		{"white space within a line", "{  \"a\" :  1 }\n{ \"b\":\t2 }\n", "{  \"a\" :  1 }\n{ \"b\":\t2 }\n"},
		{"line breaks of Windows", "{\r\n  \"a\": 1\r\n}\r\n{}\r\n", "{\"a\": 1}\r\n{}\r\n"},
		{"comments inside", "{ // a\n  # b\n  \"x\": 1, /* c\n  d */ \"y\": 2 // e\n}\n{}", "{\"x\": 1, \"y\": 2}\n{}\n"},
		{"blank lines inside and between", "{\n\n\"a\": 1\n\n}\n\n{}", "{\"a\": 1}\n\n{}\n"},
		{"the next entry on the line of the last bracket", "{\n\"index\": {}\n} {\n\"a\": 1\n}{}", "{\"index\": {}}\n{\"a\": 1}\n{}\n"},
		{"a comment of several lines between entries", "{\"index\":{}} /* a\nb */ {\"a\":1}", "{\"index\":{}}\n{\"a\":1}\n"},
		{"numbers without a comma", "{\"a\": [1\n2]}", "{\"a\": [1 2]}\n"},
		{"brackets that do not match", "{\"index\":{}\n{\"a\":1}\n", "{\"index\":{}\n{\"a\":1}\n"},
		{"a bracket too many", "{\n\"a\":1\n}}\n{\n}\n", "{\n\"a\":1\n}}\n{\n}\n"},
		{"a string without an end", "{\n\"a\n}\n", "{\n\"a\n}\n"},
		{"a text of several lines", "{\n\"a\": \"\"\"x\ny\"\"\"\n}", "{\"a\": \"x\\ny\"}\n"},
		{"variables of both forms", "{\n\"a\": ${n},\n\"b\": {{n}},\n\"c\": \"{{n}}\"\n}\n{{o}}\n{}", "{\"a\": 1.50, \"b\": 1.50, \"c\": \"1.50\"}\n{\"x\": 1}\n{}\n"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			body, err := Split("@n = 1.50\n@o = {\"x\": 1}\nPOST _bulk\n"+row.typed).Body(0, Rules{Lines: true})
			require.NoError(t, err)
			require.Equal(t, row.want, body.Text)
		})
	}
}

func TestAPlaceInAnEntryThatWasJoinedIsFoundInTheText(t *testing.T) {
	const source = "POST _bulk\n{\n  \"index\": {}\n}\n{\n  \"a\": 1, // c\n  \"b\": 2\n}"
	body, err := Split(source).Body(0, Rules{Lines: true})
	require.NoError(t, err)
	require.Equal(t, "{\"index\": {}}\n{\"a\": 1, \"b\": 2}\n", body.Text)
	for column, want := range map[int]string{1: "{\n  \"a\"", 2: "\"a\"", 10: "\"b\"", 15: "2\n}"} {
		at, ok := body.Place(2, column)
		require.True(t, ok)
		require.True(t, strings.HasPrefix(source[at:], want), source[at:])
	}
}
