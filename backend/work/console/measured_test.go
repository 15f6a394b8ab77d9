package console

// SPEC: CNS-02, CNS-09

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatWasMeasuredIsFoundWhereverItIs(t *testing.T) {
	const one, each = "profile", "responses.#.profile"
	long := strings.Repeat(`{"_source":{"profile":{"no":"}]\"{"}}},`, lookAt/20)
	rows := []struct {
		name, path, response string
		want                 []string
	}{
		{"alone", one, `{"profile":{"shards":[]}}`, []string{`0:{"shards":[]}`}},
		{"behind other members", one, "{ \"took\" : 1.0 , \"x\":null,\"a\":[1,[{}]],\r\n\t\"profile\" : {\"s\":[\"}\"]} , \"y\":{}}", []string{`0:{"s":["}"]}`}},
		{"deeper", "response.profile", `{"profile":{"a":1},"response":{"hits":{"profile":{}},"profile":{"b":2}}}`, []string{`0:{"b":2}`}},
		{"behind rows that are longer than what is read at a time", one, `{"hits":{"hits":[` + long + `1]},"profile":{"a":"ä"}}`, []string{`0:{"a":"ä"}`}},
		{"longer than what is read at a time", one, `{"profile":{"a":[` + long + `1]}}`, []string{`0:{"a":[` + long + `1]}`}},
		{"of several searches", each, `{"took":1,"responses":[{"profile":{"a":1}},{"error":{"profile":{}}},7,{"hits":{},"profile":{"c":3},"status":200}]}`, []string{`1:{"a":1}`, `4:{"c":3}`}},
		{"nothing that is no object", one, `{"profile":true}`, nil},
		{"in no array", one, `[{"profile":{}}]`, nil},
		{"in none of no searches", each, `{"responses":[]}`, nil},
		{"none", one, `{"took":1}`, nil},
		{"an empty response", one, "", nil},
		{"no JSON", one, "green open books\n", nil},
		{"a response that was cut", one, `{"took":1,"profile":{"a":`, nil},
		{"signs in the wrong places", one, `{"a":]],"profile":}}{{{"`, nil},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var got []string
			for _, m := range measuredIn(strings.NewReader(row.response), row.path) {
				got = append(got, string(rune('0'+m.Search))+":"+row.response[m.From:m.From+m.Size])
			}
			require.Equal(t, row.want, got)
		})
	}
}
