package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// oddNames are names that a path, a query and a body must carry unchanged.
var oddNames = []string{
	"a/b", "/", "//", "left hand", " ", "c#minor", "what?", "100%", "a%2Fb", "a+b", "a&b=c", "über-stuhl", "茶碗", "🍵", ".", "..", "../x", "a..b",
	"semi;colon", `quote"d`, `back\slash`, "line\nbreak", "@host", "http://elsewhere/x", "{brace}", "per$on", "'", "_search",
}

// staysInPlace: a request's path begins with one slash and has no empty part and nothing that leads elsewhere, and a
// name in the path, query or body decodes to the same name. A name that cannot be sent is refused without sending
// anything.
func staysInPlace(t T, s *stand) {
	c := s.connect(t)
	c.wire.requests()
	c.tour(t)
	v := c.view(t, s.subject.Target.Objects[0])
	for _, r := range c.wire.requests() {
		requirePlace(t, r)
	}
	refusing := s.subject.refusal(404, "there is no such thing")
	c.wire.to(server(t, refusing.handler(), nil))
	sent := func(k about) []driver.Request {
		c.run(t.Context(), k.call, nil)
		return c.wire.requests()
	}
	nameless := map[string]bool{} // requests about the server as a whole
	for _, k := range v.about("plain", c.has(t, driver.OpDocument), c.has(t, driver.OpExport)) {
		for _, r := range sent(k) {
			so, known := nameless[line(r)]
			nameless[line(r)] = (so || !known) && !slices.Contains(namesIn(t, r), "plain")
		}
	}
	for _, odd := range oddNames {
		for _, k := range v.about(odd, c.has(t, driver.OpDocument), c.has(t, driver.OpExport)) {
			for _, r := range sent(k) {
				requirePlace(t, r)
				for _, part := range k.names {
					if !nameless[line(r)] {
						require.Containsf(t, namesIn(t, r), part, "%s of %q sends %s?%s %s", k.call.op, odd, line(r), r.Query, r.Body)
					}
				}
			}
		}
	}
}

func requirePlace(t T, r driver.Request) {
	t.Helper()
	require.NoErrorf(t, transport.Check(r.Method, r.Path, r.Query), "%s?%s; refuse a name for which jx.Traverses is true, and encode others with jx.Segment", line(r), r.Query)
}

// about is a call that contains a name.
type about struct {
	call  call
	names []string
}

// about returns calls with the odd name for an object, and for a document.
func (v *view) about(odd string, documents, exports bool) []about {
	page := v.pageCall(nil, 0, 10, nil)
	page.args.(*driver.PageArgs).Object = odd
	calls := []about{
		{columnsCall(odd), []string{odd}},
		{call{op: driver.OpCount, args: &driver.CountArgs{Objects: []string{odd}}}, []string{odd}},
		{page, []string{odd}},
	}
	if exports {
		calls = append(calls, about{exportCall(odd), []string{odd}})
	}
	if documents {
		key := keyOf(&v.set.Plan, map[driver.Role]string{driver.RolePlace: "plain", driver.RoleKey: odd, driver.RoleRouting: "the " + odd})
		names := make([]string, 0, len(key))
		for _, k := range key {
			names = append(names, k.Value)
		}
		calls = append(calls, about{call{op: driver.OpDocument, args: &driver.DocumentArgs{Object: "plain", Key: key}}, names})
	}
	return calls
}

// namesIn returns every name that a server finds in a request: the parts of its path, the values of its query and the
// strings in its body, all decoded.
func namesIn(t T, r driver.Request) []string {
	t.Helper()
	var names []string
	for _, part := range strings.Split(r.Path, "/") {
		name, err := url.PathUnescape(part)
		require.NoErrorf(t, err, "%s", line(r))
		names = append(names, name)
	}
	values, err := url.ParseQuery(r.Query)
	require.NoErrorf(t, err, "%s?%s", line(r), r.Query)
	for _, each := range values {
		names = append(names, each...)
	}
	return append(names, textsIn(r.Body)...)
}

// textsIn returns the strings in a body of JSON values, none for any other body.
func textsIn(body []byte) []string {
	var texts []string
	tokens := json.NewDecoder(bytes.NewReader(body))
	for {
		token, err := tokens.Token()
		if errors.Is(err, io.EOF) || err != nil {
			return texts
		}
		if text, ok := token.(string); ok {
			texts = append(texts, text)
		}
	}
}

// readsOnly: no operation that reads sends a request that the manifest does not list as a read, not even for clean-up
// (CON-22).
func readsOnly(t T, s *stand) {
	table := s.reads(t)
	c := s.connect(t)
	c.tour(t)
	requireReads(t, table, c.wire.requests())
}

// reads returns the routes that the manifest lists as reads.
func (s *stand) reads(t T) transport.Table {
	t.Helper()
	m := s.manifest(t)
	if m == nil {
		t.Skipf("the subject has no manifest")
	}
	table, err := session.ReadsOf(m)
	require.NoError(t, err)
	return table
}

func requireReads(t T, table transport.Table, requests []driver.Request) {
	t.Helper()
	for _, r := range requests {
		require.Truef(t, table.IsRead(r.Method, r.Path), "%s is a write by the manifest", line(r))
	}
}
