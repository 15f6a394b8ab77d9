package script

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/exchanges"
)

var recordings = struct {
	sync.Mutex
	byServer map[string]map[string]exchanges.Exchange
}{byServer: map[string]map[string]exchanges.Exchange{}}

// Recorded returns a real server's response in a case; an unknown case fails the test.
func Recorded(t testing.TB, engine, version, name string) Response {
	t.Helper()
	x, found := cases(t, engine, version)[name]
	require.True(t, found, "%s %s has no case %s", engine, version, name)
	response := Response{Status: x.Response.Status, Body: x.Response.Body}
	for _, h := range x.Response.Headers {
		response.Headers = append(response.Headers, driver.Header(h))
	}
	return response
}

func cases(t testing.TB, engine, version string) map[string]exchanges.Exchange {
	t.Helper()
	recordings.Lock()
	defer recordings.Unlock()
	server := engine + " " + version
	if known := recordings.byServer[server]; known != nil {
		return known
	}
	list, err := exchanges.Load(engine, version)
	require.NoError(t, err)
	byName := make(map[string]exchanges.Exchange, len(list))
	for _, x := range list {
		byName[x.Case] = x
	}
	recordings.byServer[server] = byName
	return byName
}

// Routes responds to each request by "METHOD /path"; any other request fails the test.
func Routes(t testing.TB, responses map[string]Response) func(driver.Request) Response {
	t.Helper()
	return func(r driver.Request) Response {
		response, ok := responses[r.Method+" "+r.Path]
		require.True(t, ok, "nothing answers %s %s", r.Method, r.Path)
		return response
	}
}

// Lines returns every request that was sent, as "METHOD /path?query body".
func (h *Host) Lines() []string {
	var lines []string
	for _, r := range h.Sent {
		line := r.Method + " " + r.Path
		if r.Query != "" {
			line += "?" + r.Query
		}
		if len(r.Body) > 0 {
			line += " " + strings.TrimSpace(string(r.Body))
		}
		lines = append(lines, line)
	}
	return lines
}
