package console_test

// SPEC: CNS-08, CNS-13

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/work/console"
)

const (
	oneLeft = "# 1 line was left out here because it could contain a credential.\n"
	twoLeft = "# 2 lines were left out here because they could contain a credential.\n"
)

func TestATextIsStoredApartFromTheLinesThatCouldExposeACredential(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	rows := []struct{ name, engine, text, want string }{
		{"a search", "elasticsearch", "GET books/_search\n{\"query\":{}}", ""},
		{"a note before a request", "elasticsearch", "TODO: ask Anna\nGET small/_search", ""},
		{"only a note", "elasticsearch", "TODO: ask Anna", ""},
		{"nothing", "elasticsearch", " \n", ""},
		{"a variable without a value", "elasticsearch", "# note\nGET ${nope}/_search\n{\"size\":1}", ""},
		{"a slip in the first word", "elasticsearch", "GETamber events/_search\n{\n  \"size\": 1\n}", ""},
		{"SQL", "elasticsearch", "SELECT 1", ""},
		{"a field of a search that is called password", "elasticsearch", "GET books/_search\n{\n  \"query\": {\"exists\": {\"field\": \"password\"}}\n}", ""},
		{"a tokenizer in a note", "elasticsearch", "the tokenizer is standard, max_tokens", "# 1 line was left out here because it could contain a credential.\n"},
		{"a note about a tokenizer", "elasticsearch", "the tokenizer is standard", ""},
		{"the body of a user", "elasticsearch", "PUT /_security/user/joe\n{\n\"a\":\"b\",\n\"password\":\"x\"\n}\n\nGET books\n", "PUT /_security/user/joe\n{\n" + twoLeft + "}\n\nGET books\n"},
		{"the query of a route of users", "elasticsearch", "PUT /_security/user/joe?x=y\n", oneLeft},
		{"a body below a path with an undefined variable", "elasticsearch", "PUT _security/user/${nope}\n{\"hash\":\"x\"}", "PUT _security/user/${nope}\n" + oneLeft},
		{"a private request in a comment", "elasticsearch", "GET books\n/*\nPUT _security/user/joe\n{\"hash\":\"x\"}\n*/", "GET books\n/*\n" + twoLeft + "*/"},
		{"a safe line within a private body", "elasticsearch", "PUT _security/user/joe\n{\"a\":\"\"\"\nGET books\nx\"\"\"}", "PUT _security/user/joe\n# 3 lines were left out here because they could contain a credential.\n"},
		{"a comment above the next request", "elasticsearch", "PUT _security/user/joe\n{\"hash\":\"x\"}\n\n# all books\nGET books", "PUT _security/user/joe\n" + oneLeft + "\n# all books\nGET books"},
		{"a variable that a private request uses", "elasticsearch", "@pw = hunter2\n@joe = Joe\nPUT _security/user/joe\n{\"hash\":\"${pw}\"}", oneLeft + "@joe = Joe\nPUT _security/user/joe\n" + oneLeft},
		{"a command of curl", "elasticsearch", "curl -u joe:hunter2 https://es.example", oneLeft},
		{"an address with a password", "elasticsearch", "see https://joe:hunter2@es.example/x\nor https://es.example/x", oneLeft + "or https://es.example/x"},
		{"a note below a search", "elasticsearch", "GET books/_search\n{\"size\":1}\n\npassword: hunter2\nask Anna", "GET books/_search\n{\"size\":1}\n\n" + oneLeft + "ask Anna"},
		{"a comment in a search", "elasticsearch", "GET books/_search\n{\n  # password hunter2\n  \"size\":1}", "GET books/_search\n{\n" + oneLeft + "  \"size\":1}"},
		{"a value on the next line", "elasticsearch", "PUTT x/y\n{\"password\":\n\"hunter2\",\n\"a\":1}", "PUTT x/y\n" + twoLeft + "\"a\":1}"},
		{"a value in three quotes", "elasticsearch", "note\n\"secret\": \"\"\"\nhunter2\n\"\"\"\nrest", "note\n# 3 lines were left out here because they could contain a credential.\nrest"},
		{"the credential of the connection", "elasticsearch", "GET books/_search\n{\n\"q\":\"" + ownKey + "\"\n}", "GET books/_search\n{\n" + oneLeft + "}"},
		{"what was left out before", "elasticsearch", "PUT _security/user/joe\n" + twoLeft, ""},
		{"keys", "typesense", "POST /keys\n{\"value\":\"x\"}", "POST /keys\n" + oneLeft},
		{"a key in a query", "typesense", "GET /collections?x-typesense-api-key=abc", oneLeft},
		{"collections", "typesense", "GET /collections", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := speaking(t, greeting[row.engine], ok)
			s, c := openedWith(t, e, row.engine, ownKey), console.New()
			stored := c.Stored(t.Context(), s, row.text)
			want := row.want
			if want == "" {
				want = row.text
			}
			require.Equal(t, want, stored.Text)
			require.Equal(t, want != row.text, stored.Left > 0)
			require.True(t, stored.Judged)
			again := c.Stored(t.Context(), s, stored.Text)
			require.Equal(t, stored.Text, again.Text, "what is stored stays as it is")
			require.Zero(t, again.Left)
			require.Empty(t, e.heard(), "nothing is sent")
			require.Zero(t, s.Shelf().Len())
		})
	}
}

func TestATextIsStoredByItsWordsWhileTheDriverCannotBeAsked(t *testing.T) {
	e := speaking(t, greeting["typesense"], ok)
	s, c := openedWith(t, e, "typesense", ownKey), console.New()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stored := c.Stored(ctx, s, "TODO\nGET /collections\n\nPOST /keys\n{\"value\":\"x\"}\n\nPOST /collections\n{\n\"name\":\"books\",\n\"token\":\"x\"\n}")
	require.Equal(t, "TODO\nGET /collections\n\nPOST /keys\n"+oneLeft+"\nPOST /collections\n{\n\"name\":\"books\",\n"+oneLeft+"}", stored.Text)
	require.Equal(t, 2, stored.Left)
	require.False(t, stored.Judged)
}

func TestATextOfEightMegabytesIsStoredAndALongerOneUpToItsLastWholeLine(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	e := speaking(t, greeting["elasticsearch"], ok)
	s, c := openedWith(t, e, "elasticsearch", ownKey), console.New()
	line := strings.Repeat("x", 1<<20-1) + "\n"
	text := strings.Repeat(line, 8)
	require.Equal(t, console.Stored{Text: text, Judged: true}, c.Stored(t.Context(), s, text))
	stored := c.Stored(t.Context(), s, text+"y")
	require.Equal(t, console.Stored{Text: text + "# The rest was left out here because the text is longer than 8 MB.\n", Long: true, Judged: true}, stored)
}
