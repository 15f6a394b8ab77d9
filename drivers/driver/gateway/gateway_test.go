// SPEC: APP-05
package gateway_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver/gateway"
)

const again = "It may be stopped, starting or overloaded. Try again in a moment. If this persists, check the proxy's log."

func TestAGatewaysAnswerIsSaidAsWhatItIs(t *testing.T) {
	const other = "Check host, port and path prefix, and which requests the proxy lets through."
	rows := []struct {
		name   string
		status int
		body   string
		want   gateway.Words
	}{
		{
			"a page of 502", 502, "<html>\r\n<head><title>502 Bad\r\n Gateway</title></head></html>",
			gateway.Words{Message: "A proxy in front of the server got no valid response from it (502 Bad Gateway).", Hint: again, Detail: "The page is titled “502 Bad Gateway”."},
		},
		{
			"502 and nothing else", 502, "\n",
			gateway.Words{Message: "A proxy in front of the server got no valid response from it (502 Bad Gateway).", Hint: again},
		},
		{
			"503", 503, "<!DOCTYPE html><p>wait",
			gateway.Words{Message: "The server, or a proxy in front of it, is not accepting requests (503 Service Unavailable).", Hint: again},
		},
		{
			"504", 504, "",
			gateway.Words{
				Message: "A proxy in front of the server timed out waiting for it (504 Gateway Timeout).",
				Hint:    "The server is slow, or the proxy cannot reach it. Request less, or raise the proxy's timeout.",
			},
		},
		{
			"a request that is too large", 413, "<html>",
			gateway.Words{Message: "A proxy in front of the server refuses a request of this size (413 Content Too Large).", Hint: "Raise the proxy's limit for the size of requests."},
		},
		{
			"a page of a login", 403, "<TITLE>Sign in</TITLE>",
			gateway.Words{Message: "A proxy returned a web page instead of the server's response, with status 403.", Hint: other, Detail: "The page is titled “Sign in”."},
		},
		{
			"a long title", 404, "<title>" + strings.Repeat("é", 100) + "</title>",
			gateway.Words{Message: "A proxy returned a web page instead of the server's response, with status 404.", Hint: other, Detail: "The page is titled “" + strings.Repeat("é", 60) + "...”."},
		},
		{
			"a title that never ends", 404, "<title>x",
			gateway.Words{Message: "A proxy returned a web page instead of the server's response, with status 404.", Hint: other},
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, ok := gateway.Answer(row.status, row.body)
			require.True(t, ok)
			require.Equal(t, row.want, got)
		})
	}
}

func TestAnEnginesAnswerIsNoGateways(t *testing.T) {
	rows := []struct {
		name   string
		status int
		body   string
	}{
		{"its own JSON", 503, `{"error":"not ready"}`},
		{"its own words", 502, "upstream connect error"},
		{"no words", 500, ""},
		{"no words of a refusal", 403, " "},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, ok := gateway.Answer(row.status, row.body)
			require.False(t, ok)
		})
	}
}
