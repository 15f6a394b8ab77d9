package driver

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: A-EDT-11

func TestOnlyAPlainSuccessIsSettledWithoutTheDriver(t *testing.T) {
	plain := &Success{
		Must:     []Text{{Key: "_shards.failed", Value: "0"}},
		Revision: []Hidden{{Name: "#seq", At: "_seq_no"}},
		Fixed:    []Text{{Key: "#uuid", Value: "u"}},
		Key:      []Hidden{{Name: "#id", At: "_id"}},
	}
	done := &Settled{
		Outcome: OutcomeDone, Revision: []Text{{Key: "#seq", Value: "9007199254740993"}, {Key: "#uuid", Value: "u"}},
		Key: []Text{{Key: "#id", Value: "é\"1"}},
	}
	const body = `{"_id":"\u00e9\"1","_seq_no":9007199254740993,"_shards":{"total":2,"failed":0}}`
	rows := []struct {
		name  string
		reply Reply
		want  *Settled
	}{
		{"a success", Reply{Status: 200, Body: []byte(body)}, done},
		{"a created document", Reply{Status: 201, Body: []byte(body)}, done},
		{"a conflict with the same body", Reply{Status: 409, Body: []byte(body)}, nil},
		{"no response", Reply{Status: 200, Body: []byte(body), Err: &Error{Kind: Timeout, Sent: true}}, nil},
		{"a response that was cut", Reply{Status: 200, Body: []byte(body[:len(body)-1])}, nil},
		{"a copy that failed", Reply{Status: 200, Body: []byte(`{"_id":"1","_seq_no":5,"_shards":{"failed":1}}`)}, nil},
		{"no word of the copies", Reply{Status: 200, Body: []byte(`{"_id":"1","_seq_no":5}`)}, nil},
		{"no revision", Reply{Status: 200, Body: []byte(`{"_id":"1","_shards":{"failed":0}}`)}, nil},
		{"a revision that is not a whole number", Reply{Status: 200, Body: []byte(`{"_id":"1","_seq_no":-2,"_shards":{"failed":0}}`)}, nil},
		{"no id", Reply{Status: 200, Body: []byte(`{"_seq_no":5,"_shards":{"failed":0}}`)}, nil},
		{"an id that is not a string", Reply{Status: 200, Body: []byte(`{"_id":1,"_seq_no":5,"_shards":{"failed":0}}`)}, nil},
		{"something else", Reply{Status: 200, Body: []byte("<html>hello</html>")}, nil},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.want, plain.Settled(&row.reply)) })
	}
}
