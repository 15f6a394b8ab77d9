package console_test

// SPEC: CNS-08, CNS-11

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/console"
	"quarry/backend/session"
	"quarry/backend/session/sessiontest"
	"quarry/drivers/driver"
)

func TestARequestIsCopiedAsTheCommandThatSendsIt(t *testing.T) {
	e := speaking(t, sessiontest.As8, ok)
	s, c := opened(t, e, "elasticsearch", session.SafeOff), console.New()
	got, err := c.Curl(t.Context(), s, "@i = books\nGET ${i}/_search?q=it's\n{\"size\": 1.0} # gone\n\nPOST _bulk\n{}\n{}\n\nGET /", console.Selection{All: true})
	require.NoError(t, err)
	require.Equal(t, "curl --request GET '"+s.Base()+"/books/_search?q=it'\\''s' --header 'Content-Type: application/json' --data-raw '{\"size\": 1.0} \n'\n"+
		"curl --request POST "+s.Base()+"/_bulk --header 'Content-Type: application/x-ndjson' --data-raw '{}\n{}\n'\ncurl "+s.Base()+"/", got)
	require.Empty(t, e.heard())
	require.Zero(t, s.Shelf().Len())
	_, err = c.Curl(t.Context(), s, "SELECT 1", console.Selection{})
	require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)

	again, err := console.FromCurl(s, "curl --request GET '"+s.Base()+"/books/_search?q=it'\\''s' --header 'Content-Type: application/json' --data-raw '{\"size\": 1.0} \n'")
	require.NoError(t, err)
	require.Equal(t, "GET /books/_search?q=it's\n{\"size\": 1.0} \n", again)
}

func TestACommandOfCurlBecomesARequest(t *testing.T) {
	e := speaking(t, sessiontest.As8, ok)
	s := opened(t, e, "elasticsearch", session.SafeOff)
	base := s.Base()
	rows := []struct{ name, command, want string }{
		{"a read", "curl " + base + "/_cat/indices?v", "GET /_cat/indices?v"},
		{"the root", "$ curl -s " + base, "GET /"},
		{"lines that go on", "curl -XPOST \\\n  '" + base + "/books/_search' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  \"q\": 1\n}'", "POST /books/_search\n{\n  \"q\": 1\n}"},
		{"a body alone posts", "curl " + base + "/x --data \"{\\\"a\\\": \\\"\\$b\\\"}\"", "POST /x\n{\"a\": \"$b\"}"},
		{"a credential", "curl -u elastic:secret -H 'Authorization: ApiKey abc' " + base + "/x", "GET /x"},
		{"joined values", "curl --request=put --url=" + base + "/x?y --data-raw=@z -k", "PUT /x?y\n@z"},
		{"data in the address", "curl -G " + base + "/x -d a=1 -d b=2", "GET /x?a=1&b=2"},
		{"only the head", "curl -I " + base + "/x#y", "HEAD /x"},
		{"a text of bash", "curl " + base + `/x -d $'{"a":"it\'s"}\n'`, "POST /x\n{\"a\":\"it's\"}\n"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, err := console.FromCurl(s, row.command)
			require.NoError(t, err)
			require.Equal(t, row.want, got)
		})
	}
	for _, command := range []string{
		"curl http://other.example/x", "curl https://" + base[len("http://"):] + "/x", "curl " + base + "1/x", "curl", "wget x", "curl '" + base,
		"curl " + base + " -d @file", "curl " + base + " --upload-file x", "curl " + base + " -d", "curl " + base + " " + base, "curl " + base + "@other.example/x",
	} {
		_, err := console.FromCurl(s, command)
		require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind, command)
		require.NotContains(t, sessiontest.Failure(t, err).Message, "secret")
	}
	require.Empty(t, e.heard())
}
