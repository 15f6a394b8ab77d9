package typesense_test

// SPEC: CON-15, CON-18, CON-19

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

const (
	wrongKey = "Forbidden - a valid `x-typesense-api-key` header must be sent."
	cannot   = "This key cannot list collections. It lacks collections:list. The console works, and Open by Name opens a collection you know."
)

// opening returns a server's responses to the requests of Open.
func opening(list, debug, search script.Response) map[string]script.Response {
	return map[string]script.Response{"GET /collections": list, "GET /debug": debug, "POST /multi_search": search}
}

func TestAServerIsGreetedByTwoRequestsThatNeedAKey(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := host(t, opening(recorded(t, version, "coll.list.limit"), recorded(t, version, "server.debug"), script.Response{}))
			var server driver.Server
			require.NoError(t, run(h, driver.OpOpen, &driver.OpenArgs{}, &server))
			require.Equal(t, []string{"GET /collections?exclude_fields=fields&limit=1", "GET /debug"}, h.Lines())
			require.Equal(t, driver.Server{Version: version, Product: "Typesense " + version, Summary: "Typesense " + version}, server)
		})
	}
}

func TestAnOlderOrUnknownVersionIsNamedInAWarning(t *testing.T) {
	const rest = " is not supported"
	rows := map[string]string{"0.25.2": "Typesense 0.25.2" + rest, "nightly": "Typesense nightly" + rest, "26.0": "", "30.1.rc2": ""}
	for version, warning := range rows {
		t.Run(version, func(t *testing.T) {
			h := host(t, opening(script.JSON(200, "[]"), script.JSON(200, `{"state":1,"version":"`+version+`"}`), script.Response{}))
			var server driver.Server
			require.NoError(t, run(h, driver.OpOpen, &driver.OpenArgs{}, &server))
			require.Equal(t, warning, server.Warning)
			if warning != "" {
				require.Equal(t, "Browsing may work. Some filters, sorts and safe edits will not.", server.Limits)
			}
			require.Equal(t, version, server.Version)
		})
	}
}

func TestAKeyThatMayNotReadTheVersionOpensWithoutAnError(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := host(t, opening(recorded(t, version, "perm.list_items.list_collections"), recorded(t, version, "perm.list_items.debug"), script.Response{}))
			var server driver.Server
			require.NoError(t, run(h, driver.OpOpen, &driver.OpenArgs{}, &server))
			require.Equal(t, driver.Server{Product: "Typesense", Summary: "Typesense, version unknown"}, server)
		})
	}
}

func TestAKeyThatMayOnlySearchOpensAndSaysThatItCannotList(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := host(t, opening(recorded(t, version, "perm.search_only.list_collections"), script.Response{}, recorded(t, version, "ms.no_collection")))
			var server driver.Server
			require.NoError(t, run(h, driver.OpOpen, &driver.OpenArgs{}, &server))
			require.Equal(t, []string{"GET /collections?exclude_fields=fields&limit=1", `POST /multi_search {"searches":[{"q":"*"}]}`}, h.Lines())
			require.Empty(t, server.Version)
			require.Equal(t, []string{cannot}, server.Notices)
		})
	}
}

func TestAWrongKeyKeepsTheEnginesSentenceWordForWord(t *testing.T) {
	for _, version := range versions {
		for _, name := range []string{"auth.wrong", "auth.missing", "auth.empty", "perm.expired.list_collections"} {
			t.Run(version+" "+name, func(t *testing.T) {
				h := host(t, opening(recorded(t, version, name), script.Response{}, recorded(t, version, "auth.wrong.multisearch")))
				e := script.Fault(run(h, driver.OpOpen, &driver.OpenArgs{}, &driver.Server{}))
				require.NotNil(t, e)
				require.Equal(t, driver.Auth, e.Kind)
				require.Equal(t, wrongKey, e.Message)
				require.Equal(t, "Check API Key.", e.Hint)
				require.Equal(t, 401, e.Status)
				require.Equal(t, "GET /collections", e.Op)
			})
		}
	}
}

func TestAServerThatStartsAnswersInItsOwnWords(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := host(t, opening(recorded(t, version, "restart.coming_up.list"), script.Response{}, script.Response{}))
			e := script.Fault(run(h, driver.OpOpen, &driver.OpenArgs{}, &driver.Server{}))
			require.NotNil(t, e)
			require.Equal(t, driver.Engine, e.Kind)
			require.Equal(t, "Not Ready or Lagging", e.Message)
			require.Equal(t, 503, e.Status)
		})
	}
}

func TestWhatIsNotTypesenseIsRefused(t *testing.T) {
	html := script.Response{Status: 200, Body: "<html></html>", Headers: []driver.Header{{Name: "Content-Type", Value: "text/html; charset=utf-8"}}}
	rows := []struct {
		name     string
		response script.Response
		hint     string
	}{
		{"a web page", html, "It responded to GET /collections with status 200 and text/html. Check Host and Port."},
		{"another engine", script.JSON(404, `{"error":{"type":"index_not_found_exception","reason":"no such index [collections]"},"status":404}`), "It responded to GET /collections with status 404 and application/json. Check Host and Port."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := script.Fault(run(host(t, opening(row.response, script.Response{}, script.Response{})), driver.OpOpen, &driver.OpenArgs{}, &driver.Server{}))
			require.NotNil(t, e)
			require.Equal(t, driver.Unsupported, e.Kind)
			require.Equal(t, "This server is not Typesense", e.Message)
			require.Equal(t, row.hint, e.Hint)
		})
	}
}

func TestFailuresOfTheConnectionSaySo(t *testing.T) {
	rows := []struct {
		name          string
		met           driver.Error
		secure        bool
		message, hint string
	}{
		{"refused", driver.Error{Kind: driver.Connect, Message: "connect: connection refused"}, false, "Connection failed: connect: connection refused", ""},
		{"certificate", driver.Error{Kind: driver.TLS, Message: "x509: certificate has expired"}, true, "Connection failed: x509: certificate has expired", "Trust this authority: set CA Certificate to its file. Or accept any certificate: Required (skip verify) or Skip TLS Verification."},
		{"the host knows better", driver.Error{Kind: driver.TLS, Message: "tls: no TLS", Hint: "Set SSL Mode to Disabled."}, true, "Connection failed: tls: no TLS", "Set SSL Mode to Disabled."},
		{"plain HTTP to an HTTPS port", driver.Error{Kind: driver.Connect, Message: "EOF", Sent: true}, false, "Connection failed: EOF", "The server closed the connection without responding, as an HTTPS port does when it gets plain HTTP: choose an SSL mode, then test again."},
		{"no response in time", driver.Error{Kind: driver.Timeout, Message: "no response within 30s"}, false, "Connection failed: no response within 30s", ""},
		{"cancelled", driver.Error{Kind: driver.Cancelled, Message: "cancelled"}, false, "cancelled", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := script.Fault(run(host(t, opening(script.Response{Err: &row.met}, script.Response{}, script.Response{})), driver.OpOpen, &driver.OpenArgs{Secure: row.secure}, &driver.Server{}))
			require.NotNil(t, e)
			require.Equal(t, row.met.Kind, e.Kind)
			require.Equal(t, row.message, e.Message)
			require.Equal(t, row.hint, e.Hint)
		})
	}
}
