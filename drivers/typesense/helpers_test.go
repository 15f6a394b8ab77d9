package typesense_test

import (
	"testing"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
	"quarry/drivers/drivertest/script"
	"quarry/drivers/typesense"
)

// versions are the servers whose answers were recorded.
var versions = []string{"26.0", "29.0"}

// recorded returns the real answer of a case.
func recorded(t *testing.T, version, name string) script.Answer {
	t.Helper()
	return script.Recorded(t, "typesense", version, name)
}

// host answers each request by "METHOD /path", or fails the test.
func host(t *testing.T, answers map[string]script.Answer) *script.Host {
	t.Helper()
	return &script.Host{Answer: script.Routes(t, answers), Plan: &driver.RowsPlan{At: "results.*.hits"}}
}

func run(h *script.Host, op string, args, result wire.Message) error {
	return h.Run(typesense.New(), op, args, result)
}
