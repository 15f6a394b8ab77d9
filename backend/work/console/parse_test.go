package console

// SPEC: CNS-01, CNS-02, CNS-05, CON-23

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

const example = "GET /books/_search"

// typedRequest is the first request of a text, with its body.
type typedRequest struct{ Method, Path, Query, Body string }

func parse(source string) (typedRequest, error) {
	text := Split(source)
	r, err := text.Request(0, example)
	if err != nil {
		return typedRequest{}, err
	}
	body, err := text.Body(0, Rules{})
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
		{"the body's own bytes", "PUT x/_doc/1\r\n\r\n { \"a\" : 1.50,\r\n // kept\n\"b\":1e2 }\r\n\n", typedRequest{Method: "PUT", Path: "/x/_doc/1", Body: "\r\n { \"a\" : 1.50,\r\n\"b\":1e2 }\r\n\n"}},
		{"no body but white space", "DELETE /books\n \r\n\t\n", typedRequest{Method: "DELETE", Path: "/books"}},
		{"an at sign in the path", "GET logs@settings/_search", typedRequest{Method: "GET", Path: "/logs@settings/_search"}},
		{"an index named from", "DELETE from", typedRequest{Method: "DELETE", Path: "/from"}},
		{"an encoded spelling", "GET %5Fsearch", typedRequest{Method: "GET", Path: "/%5Fsearch"}},
		{"letters beyond ASCII", "GET bücher/_search?q=Müller😀", typedRequest{Method: "GET", Path: "/b%C3%BCcher/_search", Query: "q=M%C3%BCller%F0%9F%98%80"}},
		{"a number sign in the query", "GET _stats?fields=join#parent # c", typedRequest{Method: "GET", Path: "/_stats", Query: "fields=join%23parent"}},
		{"a backslash in the query", `GET _search?q=a\:b%5C`, typedRequest{Method: "GET", Path: "/_search", Query: "q=a%5C:b%5C"}},
		{"words in quotes in the query", `GET _search?q="two words"+"a"&size=1`, typedRequest{Method: "GET", Path: "/_search", Query: `q="two%20words"+"a"&size=1`}},
		{"a name of Logstash", "GET /app-%{[customer]}-2024/_search", typedRequest{Method: "GET", Path: "/app-%25%7B%5Bcustomer%5D%7D-2024/_search"}},
		{"an id of Logstash", "DELETE /app-%{[customer]}-2024/_doc/sys_%{id}", typedRequest{Method: "DELETE", Path: "/app-%25%7B%5Bcustomer%5D%7D-2024/_doc/sys_%25%7Bid%7D"}},
		{"a name of Logstash without a slash", "PUT %{[@metadata][beat]}-2024", typedRequest{Method: "PUT", Path: "/%25%7B%5B@metadata%5D%5Bbeat%5D%7D-2024"}},
		{"spaces in the query", "GET /app-*/_search?q=a:1 AND b:2 // c", typedRequest{Method: "GET", Path: "/app-*/_search", Query: "q=a:1%20AND%20b:2"}},
		{"spaces in the path", "GET /a/_doc/two words?x=1", typedRequest{Method: "GET", Path: "/a/_doc/two%20words", Query: "x=1"}},
		{"a range in the query", "GET /a/_search?q=n:[1 TO 5]", typedRequest{Method: "GET", Path: "/a/_search", Query: "q=n:%5B1%20TO%205%5D"}},
		{"and in a filter", "GET /a/search?filter_by=n:>5 && ok:true&per_page=1", typedRequest{Method: "GET", Path: "/a/search", Query: "filter_by=n:>5%20%26%26%20ok:true&per_page=1"}},
		{"and without spaces", "GET /a/search?q=a&&filter_by=(n:>5)&&(ok:=true)&&x:1&&per_page=1&&pretty&&", typedRequest{Method: "GET", Path: "/a/search", Query: "q=a&&filter_by=(n:>5)%26%26(ok:=true)%26%26x:1&&per_page=1&&pretty&&"}},
		{"and before a name with an equals sign", "GET /a?q=x && y=1", typedRequest{Method: "GET", Path: "/a", Query: "q=x%20%26%26%20y=1"}},
		{"a lone percent sign", "GET /a/_doc/100%?q=5%25 5%", typedRequest{Method: "GET", Path: "/a/_doc/100%25", Query: "q=5%25%205%25"}},
		{"spaces of web pages", "\u00a0GET\u00a0/a\u00a0\n\u00a0{\u2003\"a\u00a0b\": 1}", typedRequest{Method: "GET", Path: "/a", Body: " { \"a\u00a0b\": 1}"}},
		{"a trace of HTTP", "GET /a/_search HTTP/1.1\n{}", typedRequest{Method: "GET", Path: "/a/_search", Body: "{}"}},
		{"a variable that is an id", "@id = a/b?c#d e%2F\nGET i/_doc/${id}", typedRequest{Method: "GET", Path: "/i/_doc/a%2Fb%3Fc%23d%20e%252F"}},
		{"a variable that is names", "@i = logs-*,books\nGET ${i}/_search", typedRequest{Method: "GET", Path: "/logs-*,books/_search"}},
		{"a variable that is a date", "@i = <logs-{now/d}>\nGET /{{i}}/_search", typedRequest{Method: "GET", Path: "/%3Clogs-%7Bnow%2Fd%7D%3E/_search"}},
		{"a name that is a date", "GET <logs-{now/d}>/_search", typedRequest{Method: "GET", Path: "/%3Clogs-%7Bnow%2Fd%7D%3E/_search"}},
		{"names with dates", "GET /<a-{now/M-1M}>,b,<c-{now/d{yyyy.MM.dd|+12:00}}>/_count?a=<b/{c}>", typedRequest{Method: "GET", Path: "/%3Ca-%7Bnow%2FM-1M%7D%3E,b,%3Cc-%7Bnow%2Fd%7Byyyy.MM.dd%7C%2B12:00%7D%7D%3E/_count", Query: "a=<b/%7Bc%7D>"}},
		{"a name that is a date, encoded", "GET /%3Clogs-%7Bnow%2Fd%7D%3E/_search", typedRequest{Method: "GET", Path: "/%3Clogs-%7Bnow%2Fd%7D%3E/_search"}},
		{"a variable that is a whole path", "@p = /books/_search?size=1\nGET ${p}&q=a", typedRequest{Method: "GET", Path: "/books/_search", Query: "size=1&q=a"}},
		{"a variable that is a value of the query", "@q = a&b=c+d e\nGET _search?q=${q}&size=1", typedRequest{Method: "GET", Path: "/_search", Query: "q=a%26b=c%2Bd%20e&size=1"}},
		{"a variable that is a whole query", "@q = size=1&from=2\nGET _search?${q}", typedRequest{Method: "GET", Path: "/_search", Query: "size=1&from=2"}},
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
		"PUT /a/_doc/1 {\"a\": 1}":         "The body must begin on the line below the path. Nothing was sent.",
		"GET /a/_search?pretty {":          "The body must begin on the line below the path. Nothing was sent.",
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
	for _, target := range []string{"//other/x", `\\other`, `/\other`, "/books//_search", "/../x", "/a/./b", "/x#y"} {
		t.Run(target, func(t *testing.T) {
			_, err := parse("GET " + target)
			var e *transport.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, transport.KindRefused, e.Kind)
		})
	}
}

// FuzzARequestThatIsReadCanBeSent checks that any accepted request can be sent, that its body is part of the text
// unless something in it is replaced or left out, and that every position in the body maps to one in the text.
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
			body, err := text.Body(number, Rules{})
			if err != nil {
				continue
			}
			if !strings.ContainsAny(source, "#@/\u00a0\u2003\v\f") && !strings.Contains(source, quotes) {
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
