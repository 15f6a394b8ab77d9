package conformance

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// trouble is something that goes wrong on the way to a response.
type trouble struct {
	name   string
	sender func(t T) plugin.RequestSender
	kinds  []driver.Kind
	words  string // the engine's message, which must reach the user
}

// soon is the timeout of a connection whose server never responds.
const soon = 50 * time.Millisecond

// troubles returns dead connections and the refusals of an engine.
func troubles(s *Subject) []trouble {
	const words = "the harbour is closed for the winter"
	alike := func(r reply) func(t T) plugin.RequestSender {
		return func(t T) plugin.RequestSender { return server(t, r.handler(), nil) }
	}
	refused := func(status int, kinds ...driver.Kind) trouble {
		return trouble{fmt.Sprintf("status %d", status), alike(s.refusal(status, words)), kinds, words}
	}
	return []trouble{
		{"nobody listens", func(t T) plugin.RequestSender {
			dead := httptest.NewServer(http.NotFoundHandler())
			o := loopback(t, dead.Listener.Addr().String())
			dead.Close()
			return through(t, o)
		}, []driver.Kind{driver.Connect}, ""},
		{"the response breaks off", func(t T) plugin.RequestSender { return server(t, breaksOff, nil) }, []driver.Kind{driver.Connect}, ""},
		{"no response comes", func(t T) plugin.RequestSender {
			return server(t, silent, func(o *transport.Options) { o.RequestTimeout = soon })
		}, []driver.Kind{driver.Timeout}, ""},
		refused(400, driver.Engine, driver.Invalid),
		refused(401, driver.Auth),
		refused(403, driver.Auth),
		refused(404, driver.NotFound),
		refused(409, driver.Conflict),
		refused(429, driver.Engine),
		refused(500, driver.Engine),
		{"status 503 and a page of HTML", alike(reply{503, "text/html", page}), []driver.Kind{driver.Engine}, ""},
		{"status 200 and no JSON", alike(reply{200, "application/json", "<rubbish>"}), []driver.Kind{driver.Engine, driver.Unsupported}, ""},
	}
}

// breaksOff announces a longer response than it sends.
func breaksOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, `{"a":`) // the rest never comes
}

// silent waits until the client is gone, which a server notices only after reading the request.
func silent(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // an unreadable body is no reason to respond
	<-r.Context().Done()
}

// wordsFailures: every failure is one error of the right kind, in the engine's own words if there are any, that names
// the request's method and path and repeats no header. The error for a missing object or document is not-found.
func wordsFailures(t T, s *stand) {
	c := s.connect(t)
	v := c.view(t, s.subject.Target.Objects[0])
	calls := v.reading(t, c)
	requireNotFound(t, s, c, v)
	for _, trouble := range troubles(s.subject) {
		c.wire.to(trouble.sender(t))
		for _, k := range calls {
			what := k.op + ", " + trouble.name
			ran := c.run(t.Context(), k, nil)
			sent := c.wire.requests()
			if trouble.kinds[0] == driver.Auth && told(ran, k.op) {
				continue
			}
			e := fault(t, ran, what)
			require.Containsf(t, trouble.kinds, e.Kind, "%s: %s", what, e.Message)
			require.Containsf(t, e.Message, trouble.words, "%s", what)
			require.Containsf(t, lines(sent), e.Op, "%s: %s", what, e.Message)
			readable(t, e, what)
		}
	}
}

// reading returns a call for every operation that reads a view.
func (v *view) reading(t T, c *connection) []call {
	t.Helper()
	calls := []call{
		c.greeting(), {op: driver.OpObjects, args: &driver.ObjectsArgs{}}, columnsCall(v.object.Name), v.countCall(), v.pageCall(nil, 0, 10, nil),
	}
	if c.has(t, driver.OpDocument) {
		key := c.read(t, v, nil, 1)[0].key()
		calls = append(calls, call{op: driver.OpDocument, args: &driver.DocumentArgs{Object: v.object.Name, Key: key}})
	}
	if c.has(t, driver.OpExport) {
		calls = append(calls, exportCall(v.object.Name))
	}
	return calls
}

// requireNotFound requests things that the engine does not have.
func requireNotFound(t T, s *stand, c *connection, v *view) {
	t.Helper()
	missing := s.subject.Target.Missing
	page := v.pageCall(nil, 0, 10, nil)
	page.args.(*driver.PageArgs).Object = missing
	calls := []call{columnsCall(missing), {op: driver.OpCount, args: &driver.CountArgs{Objects: []string{missing}}}, page}
	if c.has(t, driver.OpDocument) {
		key := keyOf(&v.set.Plan, map[driver.Role]string{driver.RolePlace: v.object.Name, driver.RoleKey: "an id that nobody gave"})
		calls = append(calls, call{op: driver.OpDocument, args: &driver.DocumentArgs{Object: v.object.Name, Key: key}})
	}
	if c.has(t, driver.OpExport) {
		calls = append(calls, exportCall(missing))
	}
	for _, k := range calls {
		what := k.op + " of what does not exist"
		e := fault(t, c.run(t.Context(), k, nil), what)
		require.Equalf(t, driver.NotFound, e.Kind, "%s: %s", what, e.Message)
		readable(t, e, what)
	}
}
