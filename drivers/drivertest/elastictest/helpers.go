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

// Versions are the servers whose answers were recorded, except for those with security.
var Versions = []string{"7.9.3", "7.17.15", "8.16.3", "8.19.13", "8.19.21", "9.4.3"}

// Recorded returns the real answer of a case.
func Recorded(t *testing.T, version, name string) script.Response {
	t.Helper()
	return script.Recorded(t, "elasticsearch", version, name)
}

// Host answers each request by "METHOD /path", or fails the test, as it does if a request is not marked as it should be.
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

// Opened returns a host whose session is that of a server of this version.
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

// ReadsOf returns the requests that were sent, without the one for the settings of an object, which only newer engines
// get.
func ReadsOf(h *script.Host) []string {
	return slices.DeleteFunc(h.Lines(), func(line string) bool { return strings.Contains(line, "/_settings/") })
}

// Run calls an operation of the driver: args and result go through the bytes that a host exchanges with it.
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
