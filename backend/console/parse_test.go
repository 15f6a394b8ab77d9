package console

// SPEC: CNS-01, CNS-02, CNS-05, CON-23

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/transport"
	"quarry/drivers/driver"
)

const example = "GET /books/_search"

// typedRequest is the first request of a text, with its body for an engine that accepts comments.
type typedRequest struct{ Method, Path, Query, Body string }

func parse(source string) (typedRequest, error) {
	text := Split(source)
	r, err := text.Request(0, example)
	if err != nil {
		return typedRequest{}, err
	}
	body, err := text.Body(0, Rules{Comments: true})
	return typedRequest{r.Method, r.Path, r.Query, body.Text}, err
}

func TestARequestIsAMethodAPathAndABodyAsTyped(t *testing.T) {
	rows := []struct {
		name, text string
		want       typedRequest
	}{
		{"a method and a path", "GET /_cat/indices", typedRequest{Method: "GET", Path: "/_cat/indices"}},
		{"a method in any case", "dElEtE /books", typedRequest{Method: "DELETE", Path: "/books"}},
		{"no leading slash", "get books/_search?size=1&q=a:b", typedRequest{Method: "GET", Path: "/books/_search", Query: "size=1&q=a:b"}},
		{"an address in the query", "GET books/_search?q=http://x", typedRequest{Method: "GET", Path: "/books/_search", Query: "q=http://x"}},
		{"a second question mark", "GET books?a=b?c", typedRequest{Method: "GET", Path: "/books", Query: "a=b?c"}},
		{"the root", "GET /", typedRequest{Method: "GET", Path: "/"}},
		{"a query alone", "GET ?pretty", typedRequest{Method: "GET", Path: "/", Query: "pretty"}},
		{"space around it", "\n \r\n\t POST \t /books/_doc  \r\n{}", typedRequest{Method: "POST", Path: "/books/_doc", Body: "{}"}},
		{"a tab between", "GET\tbooks", typedRequest{Method: "GET", Path: "/books"}},
		{"a body of GET", "GET /books/_search\n{\"size\": 1.0}", typedRequest{Method: "GET", Path: "/books/_search", Body: "{\"size\": 1.0}"}},
		{"the body's own bytes", "PUT x/_doc/1\r\n\r\n { \"a\" : 1.50,\r\n // kept\n\"b\":1e2 }\r\n\n", typedRequest{Method: "PUT", Path: "/x/_doc/1", Body: "\r\n { \"a\" : 1.50,\r\n // kept\n\"b\":1e2 }\r\n\n"}},
		{"no body but white space", "DELETE /books\n \r\n\t\n", typedRequest{Method: "DELETE", Path: "/books"}},
		{"an at sign in the path", "GET logs@settings/_search", typedRequest{Method: "GET", Path: "/logs@settings/_search"}},
		{"an index named from", "DELETE from", typedRequest{Method: "DELETE", Path: "/from"}},
		{"an encoded spelling", "GET %5Fsearch", typedRequest{Method: "GET", Path: "/%5Fsearch"}},
		{"letters beyond ASCII", "GET bücher/_search?q=Müller😀", typedRequest{Method: "GET", Path: "/b%C3%BCcher/_search", Query: "q=M%C3%BCller%F0%9F%98%80"}},
		{"a number sign in the query", "GET _stats?fields=join#parent # c", typedRequest{Method: "GET", Path: "/_stats", Query: "fields=join%23parent"}},
		{"a backslash in the query", `GET _search?q=a\:b%5C`, typedRequest{Method: "GET", Path: "/_search", Query: "q=a%5C:b%5C"}},
		{"words in quotes in the query", `GET _search?q="two words"+"a"&size=1`, typedRequest{Method: "GET", Path: "/_search", Query: `q="two%20words"+"a"&size=1`}},
		{"a value beyond ASCII", "@who = Müller\nGET _search?q=${who}", typedRequest{Method: "GET", Path: "/_search", Query: "q=M%C3%BCller"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, err := parse(row.text)
			require.NoError(t, err)
			require.Equal(t, row.want, got)
		})
	}
}

func TestWhatIsNoRequestIsRefusedAndShownWhatOneLooksLike(t *testing.T) {
	const sql = "This looks like SQL. Nothing was sent."
	rows := map[string]string{
		"SELECT * FROM books":              sql,
		"  select title\nfrom books;":      sql,
		"DELETE FROM books":                sql,
		"delete from books where x = 1":    sql,
		"UPDATE books SET a = 1":           sql,
		"INSERT INTO books VALUES (1)":     sql,
		"DROP TABLE books":                 sql,
		"WITH x AS (SELECT 1) SELECT 1":    sql,
		"SHOW TABLES;":                     sql,
		"ROLLBACK;":                        sql,
		"":                                 "There is no request.",
		" \n\t\n":                          "There is no request.",
		`{"query": {}}`:                    "The first line does not begin with a method. Nothing was sent.",
		"-- comment\nSELECT 1":             "The first line does not begin with a method. Nothing was sent.",
		"/books/_search":                   "The first line does not begin with a method. Nothing was sent.",
		"CONNECT /books":                   "The first line does not begin with a method. Nothing was sent.",
		"TRACE /":                          "The first line does not begin with a method. Nothing was sent.",
		"GET":                              "The request has no path. Nothing was sent.",
		"GET http://other.example/_search": "A path cannot have a scheme and a host: requests go to this connection's server only. Nothing was sent.",
	}
	for text, want := range rows {
		t.Run(text, func(t *testing.T) {
			_, err := parse(text)
			var e *driver.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, driver.Refused, e.Kind)
			require.Equal(t, want, e.Message)
			require.Contains(t, e.Hint, example)
		})
	}
}

func TestAPathThatLeadsElsewhereIsRefused(t *testing.T) {
	for _, target := range []string{"//other/x", `\\other`, `/\other`, "/books//_search", "/../x", "/a/./b", "/a b", "/x#y", "/x%zz"} {
		t.Run(target, func(t *testing.T) {
			_, err := parse("GET " + target)
			var e *transport.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, transport.KindRefused, e.Kind)
		})
	}
}

// FuzzARequestThatIsReadCanBeSent checks that any typed request that is read can be sent, that its body is a part of the
// text unless that has something that is replaced or left out, and that every place of it comes from a place of the text.
func FuzzARequestThatIsReadCanBeSent(f *testing.F) {
	for _, text := range []string{
		"GET /", "get books/_search?q\n{}", "SELECT 1", "DELETE FROM x", "PUT\t/a\r\n\r\n{}\n", "GET //x", "POST _bulk\n{}\n{}\n",
		"@a = \"b\"\nGET ${a}\n{\"x\": \"\"\"${a}\n\"\"\", {{a}}} # c\n# d\n\nget y // z", "GET x\n/* {} */ 1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, source string) {
		text := Split(source)
		for number, typed := range text.Requests() {
			require.True(t, typed.From <= typed.Line && typed.Line < typed.End && typed.End <= len(source))
			r, err := text.Request(number, example)
			if err != nil {
				var sentence *driver.Error
				var refused *transport.Error
				require.True(t, errors.As(err, &sentence) && sentence.Kind == driver.Refused || errors.As(err, &refused) && refused.Kind == transport.KindRefused)
				continue
			}
			require.NoError(t, transport.Check(r.Method, r.Path, r.Query))
			require.Contains(t, methods, r.Method)
			body, err := text.Body(number, Rules{Comments: true})
			if err != nil {
				continue
			}
			if !strings.ContainsAny(source, "#@") && !strings.Contains(source, quotes) {
				require.Contains(t, source, body.Text)
			}
			for line, whole := range strings.Split(body.Text, "\n") {
				if at, ok := body.Place(line+1, len(whole)); ok {
					require.True(t, at >= 0 && at <= len(source))
				}
			}
		}
	})
}
