package plugin

// SPEC: A-BRO-16, B-KEY-02

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

func TestARevealedValueStaysWithTheHost(t *testing.T) {
	const response = `{"id":7, "value":"s3cret", "deep":{"n":1.50}}`
	rows := []struct{ name, reveal, want string }{
		{"the whole response", "", response},
		{"one value", "value", `"s3cret"`},
		{"one value deeper down, digit by digit", "deep.n", "1.50"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := NewExec(answering(200, response), ExecOptions{})
			reply := send(t, e, driver.Send{Verb: driver.Reveal, Reveal: row.reveal, Pick: []string{"id"}})
			require.Nil(t, reply.Err)
			require.Equal(t, 1, reply.Shown)
			require.Equal(t, []string{"7"}, reply.Picked)
			require.Equal(t, row.want, e.Shown(reply.Shown))
			require.NotContains(t, string(wire.Append(nil, &reply)), "s3cret")
		})
	}
}

func TestNothingIsRevealedOfAnAnswerThatCannotBeRead(t *testing.T) {
	rows := []struct {
		name, body, reveal string
		status             int
		want               string
	}{
		{"no JSON", "<html>", "", 200, "is not valid JSON"},
		{"no such value", `{"a":1}`, "b", 200, "The response has no b."},
		{"a refusal, which the driver words", `{"error":"no"}`, "", 403, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := NewExec(answering(row.status, row.body), ExecOptions{})
			reply := send(t, e, driver.Send{Verb: driver.Reveal, Reveal: row.reveal})
			require.Zero(t, reply.Shown)
			require.Empty(t, e.Shown(1))
			if row.want == "" {
				require.Equal(t, row.body, string(reply.Body))
				return
			}
			require.NotNil(t, reply.Err)
			require.Contains(t, reply.Err.Message, row.want)
		})
	}
}
