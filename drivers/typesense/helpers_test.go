package typesense_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
	"quarry/drivers/drivertest/script"
	"quarry/drivers/typesense"
)

// versions are the servers with recorded responses.
var versions = []string{"26.0", "29.0"}

// pendingRoute is the request for the writes that a server has not yet applied. By default, there are none.
const pendingRoute = "GET /stats.json"

// recorded returns a case's real response.
func recorded(t *testing.T, version, name string) script.Response {
	t.Helper()
	return script.Recorded(t, "typesense", version, name)
}

// host responds to each request by "METHOD /path". It fails the test for any other request, or if a read is not
// repeatable (CON-25): none leaves anything open.
func host(t *testing.T, responses map[string]script.Response) *script.Host {
	t.Helper()
	all := map[string]script.Response{pendingRoute: script.JSON(200, `{"pending_write_batches":0}`)}
	maps.Copy(all, responses)
	response := script.Routes(t, all)
	return &script.Host{Plan: &driver.RowsPlan{At: "results.*.hits"}, Respond: func(r driver.Request) script.Response {
		assert.Equal(t, r.Method == "GET" || r.Path == "/multi_search", r.RepeatIfBroken, "%s %s", r.Method, r.Path)
		return response(r)
	}}
}

func run(h *script.Host, op string, args, result wire.Message) error {
	return h.Run(typesense.New(), op, args, result)
}
