package conformance

import (
	"net/http"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// greets: open sends one or two requests. The objects listed after that are of kinds that the driver describes. If
// something else than the engine responds, open fails with one error of the right kind and a readable sentence.
func greets(t T, s *stand) {
	c := s.connect(t)
	sent := len(c.wire.requests())
	require.Truef(t, sent == 1 || sent == 2, "open sent %d requests", sent)
	c.describesKinds(t)
	for _, row := range strangers(s.subject) {
		c.wire.to(server(t, row.handler, nil))
		ran := c.run(t.Context(), c.greeting(), nil)
		sent := c.wire.requests()
		require.NotEmptyf(t, sent, "%s: nothing was sent", row.name)
		require.LessOrEqualf(t, len(sent), 2, "%s: %v", row.name, lines(sent))
		if slices.Contains(row.kinds, driver.Auth) && told(ran, driver.OpOpen) {
			continue
		}
		e := fault(t, ran, row.name)
		require.Containsf(t, row.kinds, e.Kind, "%s: %s", row.name, e.Message)
		readable(t, e, row.name)
	}
}

// describesKinds checks that each listed object is of a kind that the driver describes as listed.
func (c *connection) describesKinds(t T) {
	t.Helper()
	kinds := do[driver.Description](t, c, call{op: driver.OpDescribe}).Kinds
	for _, also := range []bool{false, true} {
		for _, o := range do[driver.ObjectList](t, c, call{op: driver.OpObjects, args: &driver.ObjectsArgs{Also: also}}).Objects {
			at := slices.IndexFunc(kinds, func(k driver.ObjectKind) bool { return k.ID == o.Kind })
			require.Truef(t, at >= 0, "%s is of the kind %s, which is not described", o.Name, o.Kind)
			require.Truef(t, kinds[at].Listed == driver.ListedAlways || also && kinds[at].Listed == driver.ListedAlso, "%s is listed, and its kind %s is not", o.Name, o.Kind)
		}
	}
	c.wire.requests()
}

// stranger is something that responds in place of the engine.
type stranger struct {
	name    string
	handler http.HandlerFunc
	kinds   []driver.Kind // acceptable kinds of the error
}

const page = "<!DOCTYPE html><html><head><title>Welcome</title></head><body><h1>It works</h1></body></html>"

// strangers returns the wrong servers that a connection can reach.
func strangers(s *Subject) []stranger {
	other := []driver.Kind{driver.Unsupported}
	failed := []driver.Kind{driver.Engine, driver.Unsupported}
	auth := []driver.Kind{driver.Auth}
	return []stranger{
		{"a page of HTML", reply{200, "text/html; charset=utf-8", page}.handler(), other},
		{"a page of HTML that says JSON", reply{200, "application/json", page}.handler(), other},
		{"another product", reply{200, "application/json", `{"product":"Lantern","version":{"number":"3.1"},"ok":true}`}.handler(), other},
		{"a list of another product", reply{200, "application/json", `[1,2,3]`}.handler(), other},
		{"nothing at all", reply{200, "", ""}.handler(), other},
		{"JSON that breaks off", reply{200, "application/json", `{"name":"n1","version":{"number":"8.`}.handler(), failed},
		{"rubbish", reply{200, "application/octet-stream", "\x00\xff\xfe\x80 rubbish \x01"}.handler(), other},
		{"a null", reply{200, "application/json", "null"}.handler(), other},
		{"wrong credentials", s.refusal(401, "these credentials are not known").handler(), auth},
		{"a user without rights", s.refusal(403, "this user may not do that").handler(), auth},
		{"a page that refuses", reply{403, "text/html", page}.handler(), []driver.Kind{driver.Auth, driver.Unsupported}},
		{"a page of a failing proxy", reply{502, "text/html", page}.handler(), failed},
		{"an empty failure", reply{500, "", ""}.handler(), failed},
		{"a way to elsewhere", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://elsewhere.invalid/", http.StatusFound)
		}, []driver.Kind{driver.Refused}},
	}
}

// told reports whether an operation succeeded with a notice about what could not be read: the server's version, or
// objects that the user has no permission to see.
func told(o *outcome, op string) bool {
	if o.err != nil {
		return false
	}
	var server driver.Server
	var list driver.ObjectList
	switch op {
	case driver.OpOpen:
		return wire.Decode(string(o.result), &server) == nil && len(server.Notices) > 0
	case driver.OpObjects:
		return wire.Decode(string(o.result), &list) == nil && len(list.Notices) > 0
	}
	return false
}

// readable: the message of an error is a sentence and not a response's body.
func readable(t T, e *driver.Error, what string) {
	t.Helper()
	require.NotEmptyf(t, strings.TrimSpace(e.Message), "%s: the error of kind %s has no sentence", what, e.Kind)
	for _, text := range []string{e.Message, e.Hint} {
		require.NotContainsf(t, strings.ToLower(text), "<html", "%s: %s", what, text)
		require.Falsef(t, strings.HasPrefix(strings.TrimSpace(text), "{"), "%s: %s", what, text)
		require.Falsef(t, strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == '\uFFFD' }), "%s: %q", what, text)
	}
	require.NotContainsf(t, said(e), privateHeader, "%s", what)
}
