package console_test

// SPEC: CNS-11, CNS-12

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/work/console"
)

func TestACommandThatCannotBeARequestIsPastedWithoutItsCredential(t *testing.T) {
	s := opened(t, speaking(t, sessiontest.As8, ok), "elasticsearch", session.SafeOff)
	const asItIs = "It was pasted unchanged."
	rows := []struct{ name, command, want, hint string }{
		{"nothing to leave out", "curl -T x http://h/y", "curl -T x http://h/y", asItIs},
		{"a user", "curl -u elastic:hunter2 \\\n  http://h/y -T x", "curl \\\n  http://h/y -T x", "It was pasted without the user elastic."},
		{"a user with a long option", "curl --user 'elastic:hunter2' http://h/y -T x", "curl http://h/y -T x", "It was pasted without the user elastic."},
		{"a joined long option", `curl --user="elastic:hunter2" http://h/y -T x`, "curl http://h/y -T x", "It was pasted without the user elastic."},
		{"joined short options", "curl -sku elastic:hunter2 http://h/y -T x", "curl -sk http://h/y -T x", "It was pasted without the user elastic."},
		{"a joined value", "curl -skuelastic:hunter2 http://h/y -T x", "curl -sk http://h/y -T x", "It was pasted without the user elastic."},
		{"quotes in a joined value", "curl -u'elastic:hunter2' http://h/y -T x", "curl http://h/y -T x", "It was pasted without the user elastic."},
		{"a user in the address", "curl 'https://joe:hun@ter2@h/y' -T x", "curl 'https://h/y' -T x", "It was pasted without the user joe."},
		{"a user in an address without a scheme", "curl joe:hunter2@h/y -T x", "curl h/y -T x", "It was pasted without the user joe."},
		{"headers", "curl -H 'Authorization: Bearer hunter2' -H 'Accept: a/b' -H\"X-Key: hunter2\" http://h/y -T x", "curl -H 'Accept: a/b' http://h/y -T x", "It was pasted without the header Authorization and the header X-Key."},
		{"other credentials", "curl --oauth2-bearer hunter2 -b 'a=hunter2' --pass hunter2 -U p:hunter2 http://h/y -T x", "curl http://h/y -T x", "It was pasted without its --oauth2-bearer and its -b and its --pass and the user p."},
		{"after what stops it", "curl -T x http://h/y -u elastic:hunter2", "curl -T x http://h/y", "It was pasted without the user elastic."},
		{"a quote without an end", "curl -u elastic:hunter2 http://h/y -d '{", "curl http://h/y -d '{", "It was pasted without the user elastic."},
		{"a credential in a quote without an end", "curl http://h/y -u 'elastic:hunter2", "curl http://h/y", "It was pasted without the user elastic."},
		{"several commands", "curl -u a:hunter2 http://h/y\ncurl -u b:hunter2 -T x http://h/y", "curl http://h/y\ncurl -T x http://h/y", "It was pasted without the user a and the user b."},
		{"a body stays", "curl -u a:hunter2 http://h/y -T x -d '{\"user\": \"-u b@c\"}'", "curl http://h/y -T x -d '{\"user\": \"-u b@c\"}'", "It was pasted without the user a."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, _, err := console.FromCurl(s, row.command)
			require.Equal(t, row.hint, sessiontest.Failure(t, err).Hint)
			require.Equal(t, row.want, got)
		})
	}
}
