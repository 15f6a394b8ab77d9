// SPEC: CON-06, CON-11, CON-19, B-BRO-10, B-FIL-08
package grid

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/connection/transport/certtest"
	"quarry/backend/data/objects"
	"quarry/backend/data/rows"
	"quarry/backend/sample/typesense"
	"quarry/drivers/driver"
)

const forbiddenKey = "Forbidden - a valid `x-typesense-api-key` header must be sent."

// guarded is a sample server with a collection of three documents and keys whose rights differ.
type guarded struct {
	*httptest.Server
	engine *typesense.Engine
	clock  atomic.Int64 // seconds since 1970
}

// keys are the keys of a guarded server, by their values.
var keys = map[string]string{
	"no-list": `"actions":["collections:get","documents:*"],"collections":["*"]`, "search-only": `"actions":["documents:search"],"collections":["notes"]`,
	"expiring": `"actions":["*"],"collections":["*"],"expires_at":2000`,
}

func guardedServer(t *testing.T, version string) *guarded {
	t.Helper()
	g := &guarded{}
	g.clock.Store(1000)
	engine, err := typesense.New(typesense.Options{Imitate: version, Empty: true, Clock: func() time.Time { return time.Unix(g.clock.Load(), 0) }})
	require.NoError(t, err)
	g.engine, g.Server = engine, httptest.NewServer(engine)
	t.Cleanup(g.Close)
	ask := asking(t, g.Server)
	ask("/collections", `{"name":"notes","fields":[{"name":"n","type":"int32"},{"name":"label","type":"string"}]}`)
	ask("/collections", `{"name":"other","fields":[{"name":"n","type":"int32"}]}`)
	ask("/collections/notes/documents/import", `{"id":"1","n":1,"label":"one"}`+"\n"+`{"id":"2","n":2,"label":"two"}`+"\n"+`{"id":"3","n":3,"label":"three"}`)
	for value, rights := range keys {
		ask("/keys", `{"description":"","value":"`+value+`",`+rights+`}`)
	}
	return g
}

// connect opens a connection with a key, which the test closes.
func (g *guarded) connect(t *testing.T, address, key string, fields sessiontest.Fields) (*session.Session, error) {
	t.Helper()
	table := session.New(sessiontest.Drivers(t))
	t.Cleanup(func() { table.CloseAll(t.Context()) })
	return table.Open(t.Context(), sessiontest.To("typesense", address, fields), sessiontest.Holding(sessiontest.Fields{"apiKey": key}))
}

// opened opens a connection with a key and a collection in it.
func (g *guarded) opened(t *testing.T, key, object string) (*session.Session, *View) {
	t.Helper()
	s, err := g.connect(t, sessiontest.Address(g.URL), key, nil)
	require.NoError(t, err)
	v, err := NewViews().Open(t.Context(), s, object)
	require.NoError(t, err)
	return s, v
}

// idsOf returns the ids of the first page of a view.
func idsOf(t *testing.T, v *View) []string {
	t.Helper()
	page, err := v.Page(t.Context(), v.Generation(), 0)
	require.NoError(t, err)
	block, err := rows.Decode(page.Block)
	require.NoError(t, err)
	var ids []string
	for r := range block.Rows {
		_, id := block.Cell(r, block.Column("#id"))
		ids = append(ids, id)
	}
	return ids
}

func said(t *testing.T, err error) (kind driver.Kind, message, hint string) {
	t.Helper()
	var e *driver.Error
	require.ErrorAs(t, err, &e)
	return e.Kind, e.Message, e.Hint
}

func TestWhatAKeyMayNotDoIsSaidAndTheRestWorks(t *testing.T) {
	for _, version := range []string{"26.0", "29.0", "30.0"} {
		g := guardedServer(t, version)
		t.Run(version+", without collections:list", func(t *testing.T) {
			s, v := g.opened(t, "no-list", "notes")
			require.Len(t, s.Server().Notices, 1)
			require.Contains(t, s.Server().Notices[0], "This key cannot list collections. It lacks collections:list.")
			list, err := objects.List(t.Context(), s, false)
			require.NoError(t, err)
			require.Empty(t, list.Objects)
			found, err := objects.Resolve(t.Context(), s, "notes")
			require.NoError(t, err)
			require.Equal(t, "notes", found.Name)
			require.Equal(t, []string{"id", "label", "n"}, named(v))
			require.Equal(t, "n", v.column("n").Sort)
			require.Empty(t, v.Set.ReadOnly)
			require.Len(t, idsOf(t, v), 3)
		})
		t.Run(version+", only searching", func(t *testing.T) {
			s, v := g.opened(t, "search-only", "notes")
			require.Contains(t, s.Server().Notices[0], "Open by Name opens a collection you know")
			onlyReads(t, v)
			require.Len(t, idsOf(t, v), 3)
			arranged, err := v.Arrange(t.Context(), Arrangement{Filter: []FilterRow{{Operator: driver.RawQuery, Values: []string{"n:>1"}}}})
			require.NoError(t, err)
			require.Empty(t, arranged.Filtered.Refusals)
			require.ElementsMatch(t, []string{"2", "3"}, idsOf(t, v))
			count, err := v.Count(t.Context(), v.Generation())
			require.NoError(t, err)
			require.EqualValues(t, 2, count)
			_, err = NewViews().Open(t.Context(), s, "other")
			kind, message, _ := said(t, err)
			require.Equal(t, []string{string(driver.Auth), forbiddenKey}, []string{string(kind), message})
		})
		t.Run(version+", scoped", func(t *testing.T) {
			_, v := g.opened(t, scoped("search-only", `{"filter_by":"n:<3"}`), "notes")
			onlyReads(t, v)
			require.ElementsMatch(t, []string{"1", "2"}, idsOf(t, v), "the key's own filter")
			_, err := v.Arrange(t.Context(), Arrangement{Filter: []FilterRow{{Operator: driver.RawQuery, Values: []string{"n:>1"}}}})
			require.NoError(t, err)
			require.Equal(t, []string{"2"}, idsOf(t, v), "both filters")
		})
	}
}

// onlyReads checks that a view has the columns of its documents, and that they can only be read, for a reason.
func onlyReads(t *testing.T, v *View) {
	t.Helper()
	require.ElementsMatch(t, []string{"id", "n", "label"}, named(v))
	require.Contains(t, v.Set.ReadOnly, "this key has no permission to read the schema, so the columns are those of the documents shown, and editing is off")
	for _, name := range []string{"n", "label"} {
		require.Empty(t, v.column(name).Sort)
		require.Equal(t, "This key has no permission to read the schema, so sorting is off.", v.column(name).Reason)
		require.Zero(t, v.column(name).Filter, "only a raw filter can be used")
	}
}

// scoped returns a key made from a search-only key and limited by parameters (API keys, "Generate scoped search key").
func scoped(key, parameters string) string {
	mac := hmac.New(sha256.New, []byte(key))
	_, _ = mac.Write([]byte(parameters)) // never fails
	digest := base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return base64.StdEncoding.EncodeToString([]byte(digest + key[:4] + parameters))
}

func TestAKeyThatExpiresIsRefusedInTheServersWords(t *testing.T) {
	g := guardedServer(t, "30.0")
	_, v := g.opened(t, "expiring", "notes")
	require.Len(t, idsOf(t, v), 3)
	g.clock.Store(3000)
	v.Forget()
	_, err := v.Page(t.Context(), v.Generation(), 0)
	kind, message, hint := said(t, err)
	require.Equal(t, []string{string(driver.Auth), forbiddenKey, "Check API Key."}, []string{string(kind), message, hint})
	_, err = g.connect(t, sessiontest.Address(g.URL), "expiring", nil)
	kind, message, hint = said(t, err)
	require.Equal(t, []string{string(driver.Auth), forbiddenKey, "Check API Key."}, []string{string(kind), message, hint})
}

func TestAServerThatIsStartingIsQuotedWordForWord(t *testing.T) {
	const hint = "The server is starting, or lags behind its cluster. Try again in a moment."
	g := guardedServer(t, "30.0")
	_, v := g.opened(t, typesense.DefaultKey, "notes")
	g.engine.SetLoading(true)
	_, err := v.Page(t.Context(), v.Generation(), 0)
	_, message, advice := said(t, err)
	require.Equal(t, []string{"Not Ready or Lagging", hint}, []string{message, advice})
	_, err = g.connect(t, sessiontest.Address(g.URL), typesense.DefaultKey, nil)
	_, message, advice = said(t, err)
	require.Equal(t, []string{"Not Ready or Lagging", hint}, []string{message, advice})
	g.engine.SetLoading(false)
	require.Len(t, idsOf(t, v), 3)
}

func TestAServerThatDiesInTheMiddleOfAPageIsSaidAndThePageIsReadOnceItIsBack(t *testing.T) {
	g := guardedServer(t, "30.0")
	var dying atomic.Bool
	proxy := httptest.NewUnstartedServer(nil)
	proxy.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path != "/multi_search" || !dying.Load() {
			g.engine.ServeHTTP(w, q)
			return
		}
		w.Header().Set("Content-Length", "10000")
		_, _ = w.Write([]byte(`{"results":[{"hits":[`))
		w.(http.Flusher).Flush()
		_ = proxy.Listener.Close()
		panic(http.ErrAbortHandler)
	})
	proxy.Start()
	t.Cleanup(proxy.Close)
	address := proxy.Listener.Addr().String()
	s, err := g.connect(t, address, typesense.DefaultKey, nil)
	require.NoError(t, err)
	v, err := NewViews().Open(t.Context(), s, "notes")
	require.NoError(t, err)
	dying.Store(true)
	_, err = v.Page(t.Context(), 0, 0)
	kind, message, _ := said(t, err)
	require.Equal(t, []string{string(driver.Connect), "The response was cut short."}, []string{string(kind), message})
	_, err = v.Page(t.Context(), 0, 0)
	kind, message, _ = said(t, err)
	require.Equal(t, driver.Connect, kind)
	require.Contains(t, message, "refused")
	listener, err := net.Listen("tcp", address)
	require.NoError(t, err)
	back := &http.Server{Handler: g.engine, ReadHeaderTimeout: time.Minute}
	t.Cleanup(func() { _ = back.Close() })
	go func() { _ = back.Serve(listener) }()
	require.Len(t, idsOf(t, v), 3)
}

func TestAHostedServerBehindTLSOpensByItsNameIfItsCertificateIsTrusted(t *testing.T) {
	g := guardedServer(t, "30.0")
	to, err := url.Parse(g.URL)
	require.NoError(t, err)
	self := certtest.Issue(t, nil, "localhost", certtest.For("localhost"), certtest.AsAuthority)
	_, port, err := net.SplitHostPort(certtest.Serve(t, certtest.Config(self), httputil.NewSingleHostReverseProxy(to)))
	require.NoError(t, err)
	address := net.JoinHostPort("localhost", port)
	for _, fields := range []sessiontest.Fields{{"ssl": "required"}, {"ssl": "verify-identity", "caFile": certtest.File(t, self)}} {
		s, err := g.connect(t, address, typesense.DefaultKey, fields)
		require.NoError(t, err)
		require.Equal(t, "Typesense 30.0", s.Server().Product)
		v, err := NewViews().Open(t.Context(), s, "notes")
		require.NoError(t, err)
		require.Len(t, idsOf(t, v), 3)
	}
	_, err = g.connect(t, address, typesense.DefaultKey, sessiontest.Fields{"ssl": "verify-identity"})
	kind, message, hint := said(t, err)
	require.Equal(t, driver.TLS, kind)
	require.True(t, strings.HasPrefix(message, "Connection failed: "), message)
	require.Contains(t, hint, "Trust this authority")
	_, err = g.connect(t, address, typesense.DefaultKey, sessiontest.Fields{"ssl": "disabled"})
	require.Error(t, err)
	require.NotContains(t, err.Error(), typesense.DefaultKey)
}
