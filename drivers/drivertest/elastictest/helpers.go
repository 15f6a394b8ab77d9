package elastictest

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
	"quarry/drivers/drivertest/script"
	"quarry/drivers/elasticsearch"
)

// Versions are the servers with recorded responses, except for those with security.
var Versions = []string{"7.9.3", "7.17.15", "8.16.3", "8.19.13", "8.19.21", "9.4.3"}

// Recorded returns a case's real response.
func Recorded(t *testing.T, version, name string) script.Response {
	t.Helper()
	return script.Recorded(t, "elasticsearch", version, name)
}

// Host responds to each request by "METHOD /path". It fails the test for any other request, or if a request is wrongly
// marked as repeatable.
func Host(t *testing.T, responses map[string]script.Response) *script.Host {
	t.Helper()
	response := script.Routes(t, responses)
	return &script.Host{Seed: make([]byte, 32), Respond: func(r driver.Request) script.Response {
		assert.Equal(t, mayRepeat(r), r.RepeatIfBroken, "%s %s?%s is sent again after a broken connection, or is not", r.Method, r.Path, r.Query)
		return response(r)
	}}
}

// mayRepeat reports whether a request only reads, and opens, moves and closes nothing (CON-25).
func mayRepeat(r driver.Request) bool {
	_, last, _ := strings.Cut(r.Path[strings.LastIndexByte(r.Path, '/'):], "/")
	reads := last == "_search" || last == "_msearch" || last == "_mget" || last == "_count"
	return r.Method == "GET" || r.Method == "POST" && reads && !strings.Contains(r.Query, "scroll=")
}

// Opened returns a host with the session of a server of this version.
func Opened(t *testing.T, version string, responses map[string]script.Response) *script.Host {
	t.Helper()
	var server driver.Server
	number, flavor := version, "default"
	if version == "serverless" {
		number, flavor = "8.11.0", version
	}
	root := script.JSON(200, `{"cluster_name":"c","version":{"number":"`+number+`","build_flavor":"`+flavor+`"},"tagline":"You Know, for Search"}`)
	require.NoError(t, Run(Host(t, map[string]script.Response{"GET /": root}), driver.OpOpen, &driver.OpenArgs{}, &server))
	h := Host(t, responses)
	h.Session = server.Session
	response := h.Respond
	h.Respond = func(r driver.Request) script.Response {
		if _, given := responses[r.Method+" "+r.Path]; !given && strings.Contains(r.Path, "/_settings/") {
			return script.JSON(200, `{}`) // nothing special about the index
		}
		return response(r)
	}
	return h
}

// ReadsOf returns the requests sent, without the one for an object's settings, which only newer engines get.
func ReadsOf(h *script.Host) []string {
	return slices.DeleteFunc(h.Lines(), func(line string) bool { return strings.Contains(line, "/_settings/") })
}

// Run calls an operation of the driver: args and result are encoded as between host and driver.
func Run(h *script.Host, op string, args, result wire.Message) error {
	return h.Run(elasticsearch.New(), op, args, result)
}

// DocumentKey returns the arguments that read one document.
func DocumentKey(index, id, routing string) *driver.DocumentArgs {
	key := []driver.Text{{Key: "#index", Value: index}, {Key: "#id", Value: id}}
	if routing != "" {
		key = append(key, driver.Text{Key: "#routing", Value: routing})
	}
	return &driver.DocumentArgs{Object: "alias", Key: key}
}
