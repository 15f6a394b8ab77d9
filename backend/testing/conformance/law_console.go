package conformance

import (
	"net/url"
	"strings"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// judgesRoutes: a driver judges a typed request by its method and path alone, not by earlier calls, the session or a
// query without a credential. It sends nothing. A refusal has kind refused and a sentence; a route has a content type,
// and a document path only with a rows path.
func judgesRoutes(t T, s *stand) {
	c := s.connect(t)
	if !c.has(t, driver.OpConsole) {
		t.Skipf("the driver has no console")
	}
	fresh := s.start(t, s.ways[0], nobody)
	c.wire.to(nobody)
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"} {
		for _, path := range s.paths() {
			args := driver.ConsoleArgs{Method: method, Path: path}
			first := judged(t, c, args)
			args.Query = "pretty=true&q=a%20b"
			require.Equalf(t, first, judged(t, c, args), "%s %s is judged by its query", method, path)
			require.Equalf(t, first, judged(t, fresh, args), "%s %s is judged by more than itself", method, path)
			require.Emptyf(t, lines(append(c.wire.requests(), fresh.wire.requests()...)), "%s %s: judging it sends something", method, path)
		}
	}
}

// paths returns paths to judge: of the root, of the target's objects, of the odd names, and some that no engine has.
func (s *stand) paths() []string {
	paths := []string{"/", "/x", "/x/", "/x/y/z", "/_x/_y", "/%5Fx", "/x%2Fy", "/%2e%2e/x", "/%25"}
	for _, o := range s.subject.Target.Objects {
		paths = append(paths, "/"+url.PathEscape(o.Name), "/"+url.PathEscape(o.Name)+"/_search")
	}
	for _, odd := range oddNames {
		paths = append(paths, "/"+strings.ReplaceAll(url.PathEscape(odd), ".", "%2E"))
	}
	return paths
}

// judged returns the driver's verdict on a request as text: the route, or the error without its Op.
func judged(t T, c *connection, args driver.ConsoleArgs) string {
	t.Helper()
	ran := c.run(t.Context(), call{op: driver.OpConsole, args: &args}, nil)
	if ran.err != nil {
		e := fault(t, ran, args.Method+" "+args.Path)
		require.Equalf(t, driver.Refused, e.Kind, "%s %s: %s", args.Method, args.Path, e.Message)
		require.NotEmptyf(t, e.Message, "%s %s is refused without a sentence", args.Method, args.Path)
		return said(e)
	}
	route := decoded[driver.ConsoleRoute](t, ran)
	require.NotEmptyf(t, route.ContentType, "%s %s has no content type", args.Method, args.Path)
	require.Falsef(t, route.Doc != "" && route.Rows == "", "%s %s has documents without rows", args.Method, args.Path)
	return string(wire.Append(nil, route))
}
