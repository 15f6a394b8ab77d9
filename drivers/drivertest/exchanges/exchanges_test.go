package exchanges_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/drivertest/exchanges"
)

func TestEveryRecordingIsReadWhole(t *testing.T) {
	rows := []struct {
		engine, version string
		count           int
	}{
		{"elasticsearch", "7.9.3", 2558},
		{"elasticsearch", "7.17.15", 2732},
		{"elasticsearch", "8.16.3", 2717},
		{"elasticsearch", "8.16.3-security", 294},
		{"elasticsearch", "8.19.21", 2682},
		{"typesense", "26.0", 1154},
		{"typesense", "29.0", 1154},
	}
	for _, row := range rows {
		t.Run(row.engine+" "+row.version, func(t *testing.T) {
			list, err := exchanges.Load(row.engine, row.version)
			require.NoError(t, err)
			require.Equal(t, row.count, len(list))
		})
	}
}

func TestAnExchangeKeepsRequestAndAnswer(t *testing.T) {
	list, err := exchanges.Load("typesense", "26.0")
	require.NoError(t, err)
	debug, found := exchanges.Find(list, "server.debug")
	require.True(t, found)
	require.Equal(t, "GET", debug.Request.Method)
	require.Equal(t, "/debug", debug.Request.Path)
	require.Equal(t, 200, debug.Response.Status)
	require.Equal(t, `{"state":1,"version":"26.0"}`, debug.Response.Body)
	require.Contains(t, debug.Response.Headers, exchanges.Header{Name: "content-type", Value: "application/json; charset=utf-8"})
	_, found = exchanges.Find(list, "no such case")
	require.False(t, found)
}

func TestAnUnknownRecordingIsAnError(t *testing.T) {
	_, err := exchanges.Load("elasticsearch", "0.0")
	require.ErrorContains(t, err, "open the exchanges of elasticsearch 0.0")
}
