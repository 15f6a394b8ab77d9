// SPEC: APP-11
package requestlog

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestACommandLineSendsTheSameRequest(t *testing.T) {
	const base = "http://localhost:9200"
	rows := []struct {
		name  string
		base  string
		entry Entry
		want  string
	}{
		{"a plain read", base, Entry{Method: "GET", Path: "/books/_mapping"}, `curl http://localhost:9200/books/_mapping`},
		{"a query", base, Entry{Method: "GET", Path: "/_cat/indices", Query: "format=json&bytes=b"}, `curl 'http://localhost:9200/_cat/indices?format=json&bytes=b'`},
		{"a prefix", "https://proxy:9243/es", Entry{Method: "GET", Path: "/"}, `curl https://proxy:9243/es/`},
		{"an address with brackets", "http://[::1]:9200", Entry{Method: "GET", Path: "/"}, `curl --globoff 'http://[::1]:9200/'`},
		{"a pattern", base, Entry{Method: "GET", Path: "/web-*/_count"}, `curl 'http://localhost:9200/web-*/_count'`},
		{"another method", base, Entry{Method: "DELETE", Path: "/books"}, `curl --request DELETE http://localhost:9200/books`},
		{"only the head", base, Entry{Method: "HEAD", Path: "/books"}, `curl --head http://localhost:9200/books`},
		{
			"a body", base, Entry{Method: "POST", Path: "/books/_search", ContentType: "application/json", body: `{"size":1.0}`},
			`curl --request POST http://localhost:9200/books/_search --header 'Content-Type: application/json' --data-raw '{"size":1.0}'`,
		},
		{
			"a body of a GET", base, Entry{Method: "GET", Path: "/_search", ContentType: "application/json", body: `{}`},
			`curl --request GET http://localhost:9200/_search --header 'Content-Type: application/json' --data-raw '{}'`,
		},
		{
			"quotes and line breaks", base, Entry{Method: "POST", Path: "/_msearch", ContentType: "application/x-ndjson", body: "{}\n{\"q\":\"it's $HOME `x` \\\\ !\"}\n"},
			`curl --request POST http://localhost:9200/_msearch --header 'Content-Type: application/x-ndjson' --data-raw '{}` + "\n" +
				`{"q":"it'\''s $HOME ` + "`x`" + ` \\ !"}` + "\n'",
		},
		{
			"a body that looks like a file", base, Entry{Method: "POST", Path: "/_search", ContentType: "text/plain", body: "@/etc/hostname"},
			`curl --request POST http://localhost:9200/_search --header 'Content-Type: text/plain' --data-raw @/etc/hostname`,
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			require.Equal(t, row.want, row.entry.Curl(row.base))
		})
	}
}

func TestAShellReadsAQuotedTextAsOneWord(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("this system has no POSIX shell")
	}
	for _, text := range []string{"", "plain", "a b", "it's", "'", "''", `"$HOME" \n`, "`id`", "a\nb\n", "*?[x]", "!x", "ä😀", "~", "#x"} {
		out, err := exec.CommandContext(t.Context(), shell, "-c", "printf '[%s]' "+quoted(text)).Output()
		require.NoError(t, err)
		require.Equal(t, "["+text+"]", string(out))
	}
	require.Equal(t, "''", quoted(""))
	require.False(t, strings.ContainsAny(plainCharacters, " \t\n'\"\\$`*?[]{}()<>|&;!#~"))
}
