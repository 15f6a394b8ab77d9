package save_test

// SPEC: A-BRO-13, A-EDT-01, A-EDT-05, A-EDT-10

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/drivertest/script"
)

func TestSearchesSeeWhatWasWrittenAfterOneReadOfAllDocuments(t *testing.T) {
	h := elastictest.Host(t, nil)
	h.Respond = func(driver.Request) script.Response { return mget(`{"found":true},{"found":false}`) }
	args := &driver.RevealArgs{Rows: []driver.RevealedRow{
		{Key: []driver.Text{{Key: "#index", Value: "books"}, {Key: "#id", Value: "a"}}},
		{Key: []driver.Text{{Key: "#index", Value: "books"}, {Key: "#id", Value: "b"}, {Key: "#routing", Value: "r"}}},
	}}
	require.NoError(t, elastictest.Run(h, driver.OpReveal, args, &driver.Empty{}))
	require.Len(t, h.Sent, 1)
	require.Equal(t, "/_mget", h.Sent[0].Path)
	// A read that is realtime refreshes nothing.
	require.Contains(t, h.Sent[0].Query, "realtime=false&refresh=true")
	require.JSONEq(t, `{"docs":[{"_index":"books","_id":"a"},{"_index":"books","_id":"b","routing":"r"}]}`, string(h.Sent[0].Body))

	h.Respond = func(driver.Request) script.Response {
		return script.JSON(403, `{"error":{"type":"security_exception","reason":"no"},"status":403}`)
	}
	require.Error(t, elastictest.Run(h, driver.OpReveal, args, &driver.Empty{}))
}
