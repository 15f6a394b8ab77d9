package console_test

// SPEC: CNS-08, CNS-11

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/work/console"
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
	other := openedWith(t, speaking(t, sessiontest.As8, ok), "elasticsearch", ownKey)
	keyed, err := c.Curl(t.Context(), other, "GET /books", console.Selection{})
	require.NoError(t, err)
	require.Equal(t, "curl "+other.Base()+"/books", keyed, "the credential of the connection is left out")
	_, err = c.Curl(t.Context(), s, "SELECT 1", console.Selection{})
	require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind)

	again, _, err := console.FromCurl(s, "curl --request GET '"+s.Base()+"/books/_search?q=it'\\''s' --header 'Content-Type: application/json' --data-raw '{\"size\": 1.0} \n'")
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
		{"every escape of bash", "curl " + base + `/x -d $'\x41\u00e9\U0001F600\101\a\e\cA\?\q\"'`, "POST /x\nAé😀A\a\x1b\x01?\\q\""},
		{"joined short options", "curl -skXGET " + base + "/_cat/indices?pretty", "GET /_cat/indices?pretty"},
		{"joined short options and data", "curl -sXPOST " + base + "/x/_search -d '{}'", "POST /x/_search\n{}"},
		{"joined flags", "curl -fsSL " + base + "/_cat/nodes", "GET /_cat/nodes"},
		{"a joined user", "curl -skuelastic:secret -XGET " + base + "/x", "GET /x"},
		{"a pipe", `curl "` + base + `/_cat/indices?v&s=index" | sort | head -5`, "GET /_cat/indices?v&s=index"},
		{"a command behind it", "curl -XPUT " + base + `/a/_doc/1 -d '{"a":1}'; echo`, "PUT /a/_doc/1\n{\"a\":1}"},
		{"a command that follows success", "curl " + base + "/x && echo done || exit 1", "GET /x"},
		{"redirections", "curl " + base + "/x 2>/dev/null > out.json 2>&1", "GET /x"},
		{"in the background", "curl " + base + "/x &", "GET /x"},
		{"an address without quotes", "curl " + base + "/_cat/indices?v&s=index", "GET /_cat/indices?v&s=index"},
		{"Windows", "curl.exe -X GET " + base + "/", "GET /"},
		{"doubled quotes of Windows", "curl.exe -X POST " + base + "/x -d \"{\"\"a\"\":\"\"\"\"}\"", "POST /x\n{\"a\":\"\"}"},
		{"lines of Windows that go on", "curl.exe -X POST ^\r\n " + base + "/x `\r\n -d \"{\\\"a\\\":1}\"", "POST /x\n{\"a\":1}"},
		{"sudo and a path", "$ sudo -E LANG=C /usr/bin/curl " + base + "/x # note", "GET /x"},
		{"sudo as another user", "sudo -u root -n curl " + base + "/x", "GET /x"},
		{"a command that runs curl", "time env A=1 nohup curl " + base + "/x", "GET /x"},
		{"the prompt of a shell", "me@host:~/a$ curl " + base + "/x", "GET /x"},
		{"the prompt of root", "root@host:/#  curl " + base + "/x", "GET /x"},
		{"the prompt of PowerShell", `PS C:\Users\me> curl.exe ` + base + "/x", "GET /x"},
		{"the prompt of Windows", `C:\Program Files>curl ` + base + "/x", "GET /x"},
		{"several commands", "curl " + base + "/x\ncurl -XPOST " + base + "/y -d '{}'", "GET /x\n\nPOST /y\n{}"},
		{"spaces of web pages", "curl\u00a0-XGET\u00a0" + base + "/x", "GET /x"},
		{"data that is encoded", "curl -G " + base + "/x --data-urlencode 'q=a b&c'", "GET /x?q=a+b%26c"},
		{"braces in the address", "curl -g '" + base + "/app-%{x}/_search'", "GET /app-%{x}/_search"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, notice, err := console.FromCurl(s, row.command)
			require.NoError(t, err)
			require.Equal(t, row.want, got)
			require.NotContains(t, notice, "secret")
			require.NotContains(t, notice, "abc")
		})
	}
	for command, message := range map[string]string{
		"curl":                                   "The command has no URL.",
		"wget x":                                 "The text is not a curl command.",
		"curl '" + base:                          "The command has an unclosed quote.",
		"curl " + base + " -d @file":             "The command reads its body from elsewhere: @file.",
		"curl " + base + " -d @- <<EOF\n{}\nEOF": "The command reads its body from elsewhere: @-.",
		"curl " + base + " --upload-file x":      "Quarry does not support the curl option --upload-file.",
		"curl -sZ " + base:                       "Quarry does not support the curl option -Z.",
		"curl -usecret " + base + " -d":          "The option -d has no value.",
		"curl " + base + " " + base:              "The command has more than one URL.",
	} {
		_, _, err := console.FromCurl(s, command)
		require.Equal(t, driver.Refused, sessiontest.Failure(t, err).Kind, command)
		require.Equal(t, message, sessiontest.Failure(t, err).Message, command)
	}
	require.Empty(t, e.heard())
}

// SPEC: CNS-11, CNS-12
func TestACommandForAnotherServerBecomesARequestToThisOneAndSaysSo(t *testing.T) {
	e := speaking(t, sessiontest.As8, ok)
	s := opened(t, e, "elasticsearch", session.SafeOff)
	base := s.Base()
	rows := []struct{ name, command, want, notice string }{
		{"another host", "curl https://es.example:9200/x?y -d '{}'", "POST /x?y\n{}", "The command was for es.example:9200. Its request now goes to " + base + "."},
		{"the documentation's", "curl -u elastic:hunter2 -H 'kbn-xsrf: reporting' -H 'Content-Type: application/json' localhost:9200/x", "GET /x", "The command was for localhost:9200. Its request now goes to " + base + ", without the user elastic and the header kbn-xsrf."},
		{"a user in the address", "curl https://joe:hunter2@es.example/x", "GET /x", "The command was for es.example. Its request now goes to " + base + ", without the user joe."},
		{"a variable of the shell", `curl "$ELASTICSEARCH_URL/x" -H "Authorization: ApiKey hunter2"`, "GET /x", "The command was for $ELASTICSEARCH_URL. Its request now goes to " + base + ", without the header Authorization."},
		{"another scheme", "curl https://" + base[len("http://"):] + "/x", "GET /x", "The command was for " + base[len("http://"):] + ". Its request now goes to " + base + "."},
		{"another port", "curl " + base + "1/x", "GET /x", "The command was for " + base[len("http://"):] + "1. Its request now goes to " + base + "."},
		{"the connection's server as a user's name", "curl " + base + "@other.example/x", "GET /x", "The command was for other.example. Its request now goes to " + base + ", without the user 127.0.0.1."},
		{"the connection's server with a user", "curl -u joe:hunter2 " + base + "/x", "GET /x", "The request uses the settings of this connection, without the user joe."},
		{"nothing left out", "curl " + base + "/x", "GET /x", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, notice, err := console.FromCurl(s, row.command)
			require.NoError(t, err)
			require.Equal(t, row.want, got)
			require.Equal(t, row.notice, notice)
		})
	}
	require.Empty(t, e.heard())
}
