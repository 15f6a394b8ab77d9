// SPEC: CON-23
package transport

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var goodPaths = []struct{ name, path, query string }{
	{"the root", "/", ""},
	{"a plain path", "/books/_search", "q=fox&size=1"},
	{"a slash at the end", "/books/", ""},
	{"an at sign in a name", "/logs@settings/_doc/user@host", ""},
	{"an encoded slash", "/books/_doc/a%2Fb", ""},
	{"an encoded space", "/books/_doc/a%20b", "q=a%20b"},
	{"lower case encoding", "/books/_doc/a%2fb", ""},
	{"three encoded dots", "/books/_doc/%2E%2E%2E", ""},
	{"encoded dots inside a name", "/books/_doc/v1%2E%2E2", ""},
	{"an encoded slash beside dots inside names", "/books/_doc/a..%2F..b%2F.c", ""},
	{"an encoded percent sign", "/books/_doc/100%25", ""},
	{"an encoded percent sign before two digits", "/books/_doc/a%252Fb", ""},
	{"an encoded letter", "/%62ooks", ""},
	{"dots inside a name", "/a..b/.hidden/...", ""},
	{"an encoded line break", "/books/_doc/a%0D%0Ab", ""},
	{"encoded and raw brackets", "/<logs-{now%2Fd}>/_search", ""},
	{"quotes and pipes", `/a"b|c^d`, `a="b"|{c}`},
	{"a colon in the first part", "/c:d", ""},
	{"plus, stars and commas", "/a+b,*,-c/_search", "a=+b*"},
	{"question marks in the query", "/a", "b=?c&d=/e//f"},
	{"an address in the query", "/a", "u=http://other/x"},
}

var badPaths = []struct{ name, method, path, query string }{
	{"nothing", "GET", "", ""},
	{"no slash", "GET", "books", ""},
	{"two slashes", "GET", "//other/x", ""},
	{"two slashes alone", "GET", "//", ""},
	{"an empty part", "GET", "/books//_search", ""},
	{"two slashes at the end", "GET", "/books//", ""},
	{"an address", "GET", "http://other/", ""},
	{"user information", "GET", "@other/x", ""},
	{"user information with a port", "GET", ":80@other/", ""},
	{"a backslash", "GET", `\\other\x`, ""},
	{"a backslash after the slash", "GET", `/\other/x`, ""},
	{"a carriage return", "GET", "/a\r\nX-Evil: 1", ""},
	{"a line break", "GET", "/a\nb", ""},
	{"a tab", "GET", "/a\tb", ""},
	{"a zero", "GET", "/a\x00b", ""},
	{"a delete character", "GET", "/a\x7fb", ""},
	{"a space", "GET", "/a b", ""},
	{"a raw letter outside ASCII", "GET", "/bücher", ""},
	{"a number sign", "GET", "/a#b", ""},
	{"a question mark", "GET", "/a?b", ""},
	{"a dot", "GET", "/a/./b", ""},
	{"two dots", "GET", "/a/../b", ""},
	{"two dots at the end", "GET", "/a/..", ""},
	{"an encoded dot", "GET", "/a/%2E/b", ""},
	{"encoded dots", "DELETE", "/books/_doc/%2E%2E", ""},
	{"encoded dots in lower case", "DELETE", "/books/_doc/%2e%2e", ""},
	{"one dot of two encoded", "DELETE", "/books/_doc/.%2e", ""},
	{"an id that climbs to another index", "DELETE", "/books/_doc/..%2F..%2Fother", ""},
	{"an id that climbs in its middle", "DELETE", "/books/_doc/a%2F..%2Fb", ""},
	{"an id that climbs at its end", "DELETE", "/books/_doc/a%2F..", ""},
	{"an id that climbs by backslashes", "DELETE", "/books/_doc/..%5C..%5Cother", ""},
	{"an id that climbs where it is decoded twice", "DELETE", "/books/_doc/..%252F..%252Fother", ""},
	{"dots that are encoded twice", "DELETE", "/books/_doc/%252E%252E", ""},
	{"the same beside what does not decode twice", "DELETE", "/books/_doc/%252E%252E%252F100%25", ""},
	{"dots before a semicolon", "DELETE", "/books/_doc/..;v=1%2Fother", ""},
	{"a broken encoding", "GET", "/a%2", ""},
	{"an encoding of no digits", "GET", "/a%zz", ""},
	{"a line break in the query", "GET", "/a", "b=\r\nX-Evil: 1"},
	{"a space in the query", "GET", "/a", "b c"},
	{"a number sign in the query", "GET", "/a", "b#c"},
	{"a backslash in the query", "GET", "/a", `b=\c`},
	{"a raw letter outside ASCII in the query", "GET", "/a", "b=ü"},
	{"no method", "", "/a", ""},
	{"a method with a space", "GET /x HTTP/1.1\r\nA:", "/a", ""},
	{"a method with a line break", "GET\r\n", "/a", ""},
	{"a tunnel", "CONNECT", "/a", ""},
	{"an echo", "TRACE", "/a", ""},
}

func TestAPathThatPassesGoesToTheWireByteForByte(t *testing.T) {
	for _, prefix := range []string{"", "/es"} {
		for _, row := range goodPaths {
			t.Run(prefix+" "+row.name, func(t *testing.T) {
				server := newRawServer(t, always(rawOK))
				c := newClient(t, server.Port, func(o *Options) { o.Prefix = prefix })
				_, err := c.Do(t.Context(), Request{Method: "GET", Path: row.path, Query: row.query})
				require.NoError(t, err)
				require.Len(t, server.seen(), 1)
				require.Equal(t, wireTarget(prefix, row.path, row.query), server.seen()[0].Target)
				require.Equal(t, "127.0.0.1:"+strconv.Itoa(server.Port), server.seen()[0].Host)
			})
		}
	}
}

func wireTarget(prefix, path, query string) string {
	if query != "" {
		return prefix + path + "?" + query
	}
	return prefix + path
}

func TestWhatCouldLeaveTheOriginIsRefusedAndNotSent(t *testing.T) {
	server := newRawServer(t, always(rawOK))
	c := newClient(t, server.Port, nil)
	for _, row := range badPaths {
		t.Run(row.name, func(t *testing.T) {
			_, err := c.Do(t.Context(), Request{Method: row.method, Path: row.path, Query: row.query})
			failure := requireKind(t, err, KindRefused)
			require.False(t, failure.Sent)
			require.NotContains(t, failure.Error(), "\n")
			_, err = c.Stream(t.Context(), Request{Method: row.method, Path: row.path, Query: row.query})
			requireKind(t, err, KindRefused)
			require.Equal(t, err, Check(row.method, row.path, row.query))
			require.Empty(t, server.seen())
		})
	}
}

func TestARequestCannotSetTheConnectionsOwnHeaders(t *testing.T) {
	server := newRawServer(t, always(rawOK))
	c := newClient(t, server.Port, func(o *Options) {
		o.Auth = Auth{Scheme: "header", Header: "x-engine-key", Secret: "k"}
	})
	rows := []string{
		"Authorization", "authorization", "AUTHORIZATION", "Proxy-Authorization", "Host", "host", "Cookie", "Connection", "Transfer-Encoding",
		"Content-Length", "Te", "TE", "Upgrade", "Trailer", "X-Engine-Key", "x-engine-KEY", "Idempotency-Key", "x-idempotency-key",
		"X-HTTP-Method-Override", "a b", "", "a\r\nb",
	}
	for _, name := range rows {
		t.Run(strconv.Quote(name), func(t *testing.T) {
			_, err := c.Do(t.Context(), Request{Method: "POST", Path: "/", Header: http.Header{name: {"v"}}})
			requireKind(t, err, KindRefused)
		})
	}
	t.Run("a line break in a value", func(t *testing.T) {
		_, err := c.Do(t.Context(), Request{Method: "POST", Path: "/", Header: http.Header{"X-Opaque-Id": {"a\r\nAuthorization: b"}}})
		failure := requireKind(t, err, KindRefused)
		require.NotContains(t, failure.Error(), "Authorization")
	})
	require.Empty(t, server.seen())
}

func TestACredentialNeverReachesAnotherServer(t *testing.T) {
	other := newRawServer(t, always(rawOK))
	elsewhere := "127.0.0.1:" + strconv.Itoa(other.Port)
	server := newRawServer(t, func(_ int, r wireRequest) string {
		location, _ := url.QueryUnescape(strings.TrimPrefix(r.Target, "/?"))
		return "HTTP/1.1 307 Temporary Redirect\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n"
	})
	c := newClient(t, server.Port, func(o *Options) { o.Auth = Auth{Scheme: "basic", User: "u", Secret: "p"} })
	for _, location := range []string{"http://" + elsewhere + "/x", "//" + elsewhere + "/x", "http://u:p@" + elsewhere + "/", `\\` + elsewhere, "https://127.0.0.1/"} {
		t.Run("redirected to "+location, func(t *testing.T) {
			_, err := c.Do(t.Context(), Request{Method: "POST", Path: "/", Query: url.QueryEscape(location), Body: []byte("{}")})
			failure := requireKind(t, err, KindRefused)
			require.True(t, failure.Sent)
			require.Equal(t, 307, failure.Status)
			require.NotContains(t, failure.Error(), "u:p@")
		})
	}
	for _, path := range []string{"//" + elsewhere + "/", "http://" + elsewhere + "/", "@" + elsewhere + "/", `/\` + elsewhere} {
		t.Run("sent to "+path, func(t *testing.T) {
			_, err := c.Do(t.Context(), Request{Method: "GET", Path: path})
			requireKind(t, err, KindRefused)
		})
	}
	require.Empty(t, other.seen())
	for _, r := range server.seen() {
		require.Equal(t, "Basic dTpw", r.Header.Get("Authorization"), "the connection's own server gets it")
	}
}

func TestARedirectWithinTheOriginIsAnAnswerAndNotFollowed(t *testing.T) {
	hits := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits++
		w.Header().Set("Location", "http://"+r.Host+"/elsewhere")
		w.WriteHeader(http.StatusFound)
	}))
	defer server.Close()
	c := newClient(t, portOfServer(t, server), nil)
	resp, err := c.Do(t.Context(), Request{Method: "GET", Path: "/x"})
	require.NoError(t, err)
	require.Equal(t, http.StatusFound, resp.Status)
	require.Equal(t, 1, hits)
}

func TestARedirectToAnotherOriginNamesIt(t *testing.T) {
	e := endpoint{scheme: "http", host: "a.example", authority: "a.example:9200"}
	rows := []struct {
		name, location, other string
		same                  bool
	}{
		{"a path", "/x", "http://a.example:9200", true},
		{"a relative path", "x?y", "http://a.example:9200", true},
		{"the same in capitals", "HTTP://A.EXAMPLE:9200/x", "http://A.EXAMPLE:9200", true},
		{"HTTPS on the same host", "https://a.example:9200/x", "https://a.example:9200", false},
		{"another port", "http://a.example/x", "http://a.example", false},
		{"another host", "//b.example:9200/x", "http://b.example:9200", false},
		{"user information", "http://u:p@a.example:9200/", "http://a.example:9200", false},
		{"a backslash", `/\b.example/`, "an address that Quarry cannot read", false},
		{"no address", "http://[::1/", "an address that Quarry cannot read", false},
		{"another scheme", "javascript:alert(1)", "an address that Quarry cannot read", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			other, same := e.leadsTo(row.location)
			require.Equal(t, row.other, other)
			require.Equal(t, row.same, same)
		})
	}
	require.Contains(t, redirectHint(e, "https://a.example"), "SSL mode")
}

func TestAStandardPortIsTheSameOriginWithAndWithoutItsNumber(t *testing.T) {
	e, err := newEndpoint(Options{Host: "a.example", Port: 443, TLS: TLS{Mode: ModeRequired}})
	require.NoError(t, err)
	_, same := e.leadsTo("https://a.example:443/x")
	require.True(t, same)
}

// FuzzGuard: for any method, path and query, an accepted request is sent to the connection's origin with the bytes of
// its path and query unchanged, and any other is refused without sending anything. Even when decoded once or twice, an
// accepted path has no segment "." or "..".
func FuzzGuard(f *testing.F) {
	for _, row := range goodPaths {
		f.Add("GET", row.path, row.query)
	}
	for _, row := range badPaths {
		f.Add(row.method, row.path, row.query)
	}
	server := newRawServer(f, always(rawOK))
	c := newClient(f, server.Port, func(o *Options) { o.Prefix = "/es" })
	host := "127.0.0.1:" + strconv.Itoa(server.Port)
	f.Fuzz(func(t *testing.T, method, path, query string) {
		_, err := c.Do(t.Context(), Request{Method: method, Path: path, Query: query})
		sent := server.take()
		if err != nil {
			requireKind(t, err, KindRefused)
			require.Empty(t, sent)
			return
		}
		require.Len(t, sent, 1)
		require.Equal(t, method, sent[0].Method)
		require.Equal(t, wireTarget("/es", path, query), sent[0].Target)
		require.Equal(t, host, sent[0].Host)
		u, err := url.Parse("http://" + host + sent[0].Target)
		require.NoError(t, err)
		require.Equal(t, host, u.Host)
		require.Nil(t, u.User)
		for decoded, round := path, 0; round < 3; round++ {
			for _, segment := range strings.FieldsFunc(decoded, func(r rune) bool { return r == '/' || r == '\\' }) {
				require.NotContains(t, []string{".", ".."}, segment)
			}
			if decoded, err = url.PathUnescape(decoded); err != nil {
				break
			}
		}
	})
}

func TestARefusedPathSaysWhy(t *testing.T) {
	err := Check("DELETE", "/books/_doc/..%2F..%2Fother", "")
	failure := requireKind(t, err, KindRefused)
	require.Equal(t, `the path contains "..", which a proxy could follow to another route`, failure.Message)
	require.Equal(t, "A document with such an id can be searched for by its id, but not addressed in a path.", failure.Hint)
}

// FuzzRedirect: for any Location, the client treats it as its own origin only if a URL parser finds the same scheme,
// host and port in it and no user information.
func FuzzRedirect(f *testing.F) {
	for _, seed := range []string{"/x", "//b/x", "http://a.example:9200/x", "http://u@a.example:9200", `\\b`, "http:/b", "http:b", "///b"} {
		f.Add(seed)
	}
	e := endpoint{scheme: "http", host: "a.example", authority: "a.example:9200"}
	f.Fuzz(func(t *testing.T, location string) {
		if _, same := e.leadsTo(location); !same {
			return
		}
		base, err := url.Parse("http://a.example:9200/")
		require.NoError(t, err)
		u, err := base.Parse(location)
		require.NoError(t, err)
		require.True(t, strings.EqualFold("a.example:9200", u.Host))
		require.Equal(t, "http", u.Scheme)
		require.Nil(t, u.User)
	})
}
