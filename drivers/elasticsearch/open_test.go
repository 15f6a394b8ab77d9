package elasticsearch_test

// SPEC: CON-15, CON-17, CON-24

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

const plainHint = "Check the credentials. This connection is plain HTTP. Elasticsearch 8.x normally needs HTTPS: choose an SSL mode, then test again."

func TestASupportedServerIsGreetedByOneRequest(t *testing.T) {
	rows := []struct{ version, summary string }{
		{"7.9.3", "Elasticsearch 7.9.3, cluster test"},
		{"7.17.15", "Elasticsearch 7.17.15, cluster quarry-test"},
		{"8.16.3", "Elasticsearch 8.16.3, cluster quarry-test"},
		{"9.4.3", "Elasticsearch 9.4.3, cluster quarry-test"},
	}
	for _, row := range rows {
		t.Run(row.version, func(t *testing.T) {
			h := elastictest.Host(t, map[string]script.Response{"GET /": elastictest.Recorded(t, row.version, "server.root")})
			var server driver.Server
			require.NoError(t, elastictest.Run(h, driver.OpOpen, &driver.OpenArgs{}, &server))
			require.Equal(t, []string{"GET /"}, h.Lines())
			require.Equal(t, row.version, server.Version)
			require.Equal(t, row.summary, server.Summary)
			require.Equal(t, "Elasticsearch "+row.version, server.Product)
			require.Empty(t, server.Warning)
			require.NotEmpty(t, server.Session)
		})
	}
}

func TestServerlessIsNewerThanAnyVersionWhateverItReports(t *testing.T) {
	h := elastictest.Host(t, map[string]script.Response{"GET /": script.JSON(200, `{"name":"serverless","cluster_name":"f00","version":{"number":"8.11.0","build_flavor":"serverless"},"tagline":"You Know, for Search"}`)})
	var server driver.Server
	require.NoError(t, elastictest.Run(h, driver.OpOpen, &driver.OpenArgs{}, &server))
	require.Equal(t, "Elasticsearch Serverless, cluster f00", server.Summary)
	require.Equal(t, "Elasticsearch Serverless", server.Product)
	require.Equal(t, "Elasticsearch Serverless reports no figures about its nodes.", server.NoDashboard)
	require.Empty(t, server.Version)
	require.Empty(t, server.Warning)
}

func TestAnotherVersionOpensWithAWarningThatNamesIt(t *testing.T) {
	rows := map[string]string{
		"6.8.23": "Elasticsearch 6.8.23 is not supported",
		"10.0.0": "Elasticsearch 10.0.0 is not supported",
		"":       "This Elasticsearch does not report its version",
		"8.0.0":  "",
		"9.0.1":  "",
	}
	for version, warning := range rows {
		t.Run("version "+version, func(t *testing.T) {
			root := script.JSON(200, `{"version":{"number":"`+version+`"},"tagline":"You Know, for Search"}`)
			var server driver.Server
			require.NoError(t, elastictest.Run(elastictest.Host(t, map[string]script.Response{"GET /": root}), driver.OpOpen, &driver.OpenArgs{}, &server))
			require.Equal(t, warning, server.Warning)
			if warning != "" {
				require.Equal(t, "Browsing may work. Some filters, deep paging and safe edits will not.", server.Limits)
			}
		})
	}
}

func TestWhatIsNotElasticsearchIsRefused(t *testing.T) {
	const supports = " Quarry supports Elasticsearch 7.x, 8.x and 9.x."
	product := script.JSON(200, `{"version":{"number":"8.1.0"},"tagline":"You Know, for Search"}`)
	product.Headers = append(product.Headers, driver.Header{Name: "x-elastic-product", Value: "Lookalike"})
	html := script.Response{Status: 200, Body: "<html>hello</html>", Headers: []driver.Header{{Name: "Content-Type", Value: "text/html; charset=utf-8"}}}
	wrongPort := html
	wrongPort.Status = 400
	rows := []struct {
		name     string
		response script.Response
		hint     string
	}{
		{"a fork names itself", script.JSON(200, `{"version":{"distribution":"opensearch","number":"2.11.0"},"tagline":"The OpenSearch Project: https://opensearch.org/"}`), "It identifies itself as “opensearch” 2.11.0." + supports},
		{"a fork claims an old version", script.JSON(200, `{"version":{"number":"7.10.2"},"tagline":"The OpenSearch Project: https://opensearch.org/"}`), "It identifies itself as “The OpenSearch Project: https://opensearch.org/” 7.10.2." + supports},
		{"the product header names another", product, "It identifies itself as “Lookalike” 8.1.0." + supports},
		{"some other JSON", script.JSON(200, `{"ok":true}`), "It responds with JSON that does not name Elasticsearch." + supports},
		{"a web page", html, "It responded to GET / with status 200 and text/html. Check host, port and path prefix."},
		{"an HTTPS port behind a proxy", wrongPort, "It responded to GET / with status 400 and text/html. Check host, port and path prefix. An HTTPS port responds like this to plain HTTP: if it is one, choose an SSL mode."},
		{"a proxy that forbids", script.Response{Status: 403, Body: "no"}, "It responded to GET / with status 403. Check host, port and path prefix."},
		{"an array", script.JSON(200, `[]`), "It responded to GET / with status 200 and application/json. Check host, port and path prefix."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			err := elastictest.Run(elastictest.Host(t, map[string]script.Response{"GET /": row.response}), driver.OpOpen, &driver.OpenArgs{}, &driver.Server{})
			e := script.Fault(err)
			require.NotNil(t, e)
			require.Equal(t, driver.Unsupported, e.Kind)
			require.Equal(t, "This server is not Elasticsearch", e.Message)
			require.Equal(t, row.hint, e.Hint)
		})
	}
}

func TestRejectedCredentialsKeepTheEnginesReason(t *testing.T) {
	apiKey := []driver.Text{{Key: "auth", Value: "apiKey"}}
	const keyHint = "The API key is sent as typed: enter the encoded value, or base64 of id:api_key."
	rows := []struct {
		name, answered, message, hint string
		args                          driver.OpenArgs
	}{
		{"wrong password", "wrong_password", "unable to authenticate user [admin] for REST request [/]", plainHint, driver.OpenArgs{}},
		{"wrong password over HTTPS", "wrong_password", "unable to authenticate user [admin] for REST request [/]", "", driver.OpenArgs{Secure: true}},
		{"no credentials", "none", "missing authentication credentials for REST request [/]", plainHint, driver.OpenArgs{}},
		{"an API key that is not encoded", "apikey_raw_id_colon_key", "unable to authenticate with provided credentials and anonymous access is not allowed for this request", "Check the credentials. API key: Illegal base64 character 5f. " + keyHint, driver.OpenArgs{Settings: apiKey}},
		{"an API key over HTTPS", "apikey_garbage", "unable to authenticate with provided credentials and anonymous access is not allowed for this request", "API key: invalid ApiKey value. " + keyHint, driver.OpenArgs{Settings: apiKey, Secure: true}},
		{"an expired API key", "apikey_expired", "unable to authenticate with provided credentials and anonymous access is not allowed for this request", "API key: api key is expired. " + keyHint, driver.OpenArgs{Settings: apiKey, Secure: true}},
		{"a revoked API key", "apikey_invalidated", "unable to authenticate with provided credentials and anonymous access is not allowed for this request", "API key: api key [voCM_aEBx5xya7wOd0rP] has been invalidated. " + keyHint, driver.OpenArgs{Settings: apiKey, Secure: true}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Host(t, map[string]script.Response{"GET /": elastictest.Recorded(t, "8.16.3-security", "sec.auth.root."+row.answered)})
			e := script.Fault(elastictest.Run(h, driver.OpOpen, &row.args, &driver.Server{}))
			require.NotNil(t, e)
			require.Equal(t, driver.Auth, e.Kind)
			require.Equal(t, 401, e.Status)
			require.Equal(t, "security_exception", e.Code)
			require.Equal(t, "Authentication failed: "+row.message, e.Message)
			require.Equal(t, row.hint, e.Hint)
			require.Equal(t, "GET /", e.Op)
			require.NotContains(t, e.Detail, "WWW-Authenticate")
		})
	}
}

func TestAUserWhoMayNotReadTheVersionIsLetIn(t *testing.T) {
	h := elastictest.Host(t, map[string]script.Response{
		"GET /":                        elastictest.Recorded(t, "8.16.3-security", "sec.as.reader.root"),
		"GET /_security/_authenticate": elastictest.Recorded(t, "8.16.3-security", "sec.auth.authenticate.basic_colon_password"),
	})
	var server driver.Server
	require.NoError(t, elastictest.Run(h, driver.OpOpen, &driver.OpenArgs{}, &server))
	require.Equal(t, []string{"GET /", "GET /_security/_authenticate"}, h.Lines())
	require.Empty(t, server.Version)
	require.Empty(t, server.Warning)
	require.Equal(t, "Elasticsearch", server.Product)
	require.Equal(t, []string{"You do not have permission to read the server's version."}, server.Notices)
}

func TestAUserWhoMayNotReadTheVersionStillNeedsCredentials(t *testing.T) {
	h := elastictest.Host(t, map[string]script.Response{
		"GET /":                        elastictest.Recorded(t, "8.16.3-security", "sec.as.reader.root"),
		"GET /_security/_authenticate": elastictest.Recorded(t, "8.16.3-security", "sec.auth.authenticate.wrong_password"),
	})
	e := script.Fault(elastictest.Run(h, driver.OpOpen, &driver.OpenArgs{}, &driver.Server{}))
	require.NotNil(t, e)
	require.Equal(t, driver.Auth, e.Kind)
	require.Contains(t, e.Message, "Authentication failed: ")
}

func TestAUserOfWhomNothingIsSaidIsLetInWithTheReason(t *testing.T) {
	const begins = "You do not have permission to read the server's version, and the server does not say who you are: "
	const ends = " Wrong credentials will only be noticed when something is read."
	forbidden := `{"error":{"root_cause":[{"type":"security_exception","reason":"action [x] is unauthorized"}],"type":"security_exception","reason":"action [x] is unauthorized"},"status":403}`
	rows := []struct {
		name     string
		response script.Response
		notice   string
	}{
		{"refused too", script.JSON(403, forbidden), begins + "action [x] is unauthorized." + ends},
		{"no such route", script.JSON(400, `{"error":"no handler found for uri [/_security/_authenticate]"}`), begins + "no handler found for uri [/_security/_authenticate]." + ends},
		{"a gateway that lets only indices through", script.Response{Status: 404, Body: "<html>"}, begins + "A proxy returned a web page instead of the server's response, with status 404." + ends},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Host(t, map[string]script.Response{"GET /": script.JSON(403, forbidden), "GET /_security/_authenticate": row.response})
			var server driver.Server
			require.NoError(t, elastictest.Run(h, driver.OpOpen, &driver.OpenArgs{}, &server))
			require.Equal(t, []string{row.notice}, server.Notices)
			require.Equal(t, "Elasticsearch, version unknown", server.Summary)
		})
	}
}

func TestAServerThatFailsToSayWhoTheUserIsIsNotOpened(t *testing.T) {
	rows := map[string]struct {
		response script.Response
		want     string
	}{
		"its own failure": {script.JSON(500, `{"error":{"type":"illegal_state_exception","reason":"the security index is unavailable"},"status":500}`), "the security index is unavailable"},
		"a gateway":       {script.Response{Status: 504}, "A proxy in front of the server timed out waiting for it (504 Gateway Timeout)."},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			h := elastictest.Host(t, map[string]script.Response{
				"GET /": elastictest.Recorded(t, "8.16.3-security", "sec.as.reader.root"), "GET /_security/_authenticate": row.response,
			})
			e := script.Fault(elastictest.Run(h, driver.OpOpen, &driver.OpenArgs{}, &driver.Server{}))
			require.NotNil(t, e)
			require.Equal(t, row.want, e.Message)
			require.Equal(t, row.response.Status, e.Status)
			require.Equal(t, "GET /_security/_authenticate", e.Op)
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
		{"certificate", driver.Error{Kind: driver.TLS, Message: "x509: certificate signed by unknown authority"}, true, "Connection failed: x509: certificate signed by unknown authority", "Trust this authority: set CA Certificate to its file. Or accept any certificate: Required (skip verify) or Skip TLS Verification."},
		{"the host knows better", driver.Error{Kind: driver.TLS, Message: "tls: no TLS", Hint: "Set SSL Mode to Disabled."}, true, "Connection failed: tls: no TLS", "Set SSL Mode to Disabled."},
		{"plain HTTP to an HTTPS port", driver.Error{Kind: driver.Connect, Message: "EOF", Sent: true}, false, "Connection failed: EOF", "The server closed the connection without responding, as an HTTPS port does when it gets plain HTTP: choose an SSL mode, then test again."},
		{"broken off over HTTPS", driver.Error{Kind: driver.Connect, Message: "EOF", Sent: true}, true, "Connection failed: EOF", ""},
		{"no response in time", driver.Error{Kind: driver.Timeout, Message: "no response within 30s"}, false, "Connection failed: no response within 30s", ""},
		{"refused by Quarry", driver.Error{Kind: driver.Refused, Message: "Not sent"}, false, "Not sent", ""},
		{"cancelled", driver.Error{Kind: driver.Cancelled, Message: "cancelled"}, false, "cancelled", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			h := elastictest.Host(t, map[string]script.Response{"GET /": {Err: &row.met}})
			e := script.Fault(elastictest.Run(h, driver.OpOpen, &driver.OpenArgs{Secure: row.secure}, &driver.Server{}))
			require.NotNil(t, e)
			require.Equal(t, row.met.Kind, e.Kind)
			require.Equal(t, row.message, e.Message)
			require.Equal(t, row.hint, e.Hint)
		})
	}
}

func TestAServerThatIsNotReadyAnswersWithItsOwnWords(t *testing.T) {
	rows := map[string]struct {
		response script.Response
		want     string
	}{
		"not ready":          {script.JSON(503, `{"error":{"root_cause":[],"type":"cluster_block_exception","reason":"state not recovered"},"status":503}`), "state not recovered"},
		"a gateway":          {script.Response{Status: 502, Body: "<html>Bad Gateway</html>"}, "A proxy in front of the server got no valid response from it (502 Bad Gateway)."},
		"its memory breaker": {script.JSON(429, `{"error":{"type":"circuit_breaking_exception","reason":"[parent] Data too large"},"status":429}`), "[parent] Data too large"},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			e := script.Fault(elastictest.Run(elastictest.Host(t, map[string]script.Response{"GET /": row.response}), driver.OpOpen, &driver.OpenArgs{}, &driver.Server{}))
			require.NotNil(t, e)
			require.Equal(t, driver.Engine, e.Kind)
			require.Equal(t, row.want, e.Message)
		})
	}
}

// SPEC: CON-22
func TestTheNumberOfNodesIsReadWhereItIsWanted(t *testing.T) {
	root := script.JSON(200, `{"cluster_name":"c","version":{"number":"8.16.3"},"tagline":"You Know, for Search"}`)
	for body, want := range map[string]int64{`{"number_of_nodes":3}`: 3, `{}`: 0} {
		h := elastictest.Host(t, map[string]script.Response{"GET /": root, "GET /_cluster/health": script.JSON(200, body)})
		var server driver.Server
		require.NoError(t, elastictest.Run(h, driver.OpOpen, &driver.OpenArgs{Nodes: true}, &server))
		require.Equal(t, want, server.Nodes)
		require.NoError(t, elastictest.Run(h, driver.OpOpen, &driver.OpenArgs{}, &server))
		require.Len(t, h.Sent, 3)
	}
	refused := script.JSON(403, `{"error":{"type":"security_exception","reason":"no"},"status":403}`)
	var server driver.Server
	require.NoError(t, elastictest.Run(elastictest.Host(t, map[string]script.Response{"GET /": root, "GET /_cluster/health": refused}), driver.OpOpen, &driver.OpenArgs{Nodes: true}, &server))
	require.Zero(t, server.Nodes)
}
