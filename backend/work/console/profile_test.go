package console

// SPEC: CNS-02

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestAProfiledSearchIsTheTypedOneWithOneMemberMore(t *testing.T) {
	rows := []struct{ name, typed, want string }{
		{"no body", "", `{"profile": true}`},
		{"an empty object", "{}", `{"profile": true}`},
		{"nothing but a comment", "{ /* all */ }\n", "{\"profile\": true /* all */ }\n"},
		{"on one line", `{"size": 1.0, "query": {"term": {"id": 9007199254740993}}}`, `{"profile": true, "size": 1.0, "query": {"term": {"id": 9007199254740993}}}`},
		{"on several lines", "{\n\n    // c\n  \"size\": 1e0\n}\n", "{\n    \"profile\": true,\n\n    // c\n  \"size\": 1e0\n}\n"},
		{"with carriage returns", "{\r\n\t\"size\":1}", "{\r\n\t\"profile\": true,\r\n\t\"size\":1}"},
		{"a comment first", "// c\n{ \"a\": 1 }", "// c\n{\"profile\": true,  \"a\": 1 }"},
		{"true already", `{"a":1,"profile" : true }`, `{"a":1,"profile" : true }`},
		{"false", `{"profile":false,"a":1}`, `{"profile":true,"a":1}`},
		{"false at the end", `{"a":[{"profile":false},2],"profile": false // c
}`, `{"a":[{"profile":false},2],"profile": true // c
}`},
		{"an escaped name", `{"pro\u0066ile":"no"}`, `{"pro\u0066ile":true}`},
		{"a value of many parts", `{"profile":{"a":[1]},"b":2}`, `{"profile":true,"b":2}`},
		{"the name as a value", `{"a":"profile","b":1}`, `{"profile": true, "a":"profile","b":1}`},
		{"the name deeper", `{"query":{"profile":false}}`, `{"profile": true, "query":{"profile":false}}`},
		{"brackets in a text", `{"a":"}{","profile":false}`, `{"a":"}{","profile":true}`},
		{"no end", `{"a":{`, `{"profile": true, "a":{`},
		{"a second object", `{}{"profile":false}`, `{"profile": true}{"profile":false}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			body := Body{Text: row.typed}
			require.NoError(t, body.turnOn("profile"))
			require.Equal(t, row.want, body.Text)
		})
	}
	for _, typed := range []string{`[]`, `"{}"`, "null"} {
		body := Body{Text: typed}
		var refusal *driver.Error
		require.ErrorAs(t, body.turnOn("profile"), &refusal)
		require.Equal(t, driver.Refused, refusal.Kind)
		require.Equal(t, typed, body.Text)
	}
}

func TestEachSearchOfABodyOfLinesIsProfiled(t *testing.T) {
	rows := []struct{ name, typed, want string }{
		{"several", "{}\n{\"size\":1.0}\n{\"index\":\"b\"}\n{\"profile\":false,\"a\":2}\n{}\r\n{}\r\n", "{}\n{\"profile\": true, \"size\":1.0}\n{\"index\":\"b\"}\n{\"profile\":true,\"a\":2}\n{}\r\n{\"profile\": true}\r\n"},
		{"one without an end of its line", "{}\n{}", "{}\n{\"profile\": true}"},
		{"a header alone", "{}\n", "{}\n"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			body := Body{Text: row.typed}
			require.NoError(t, body.turnOnInEach("profile"))
			require.Equal(t, row.want, body.Text)
		})
	}
	for typed, want := range map[string]string{
		"":                 "A line of the body is blank, so Quarry cannot profile its searches. Nothing was sent.",
		"\n{}":             "A line of the body is blank, so Quarry cannot profile its searches. Nothing was sent.",
		"{}\n{}\n\n{}\n{}": "A line of the body is blank, so Quarry cannot profile its searches. Nothing was sent.",
		"{}\n[]\n":         "The body is not a JSON object, so Quarry cannot profile the search. Nothing was sent.",
	} {
		require.EqualError(t, (&Body{Text: typed}).turnOnInEach("profile"), want)
	}
}

func TestAnErrorInAProfiledSearchIsFoundWhereItWasTyped(t *testing.T) {
	const typed = "GET books/_search\n{\n  # c\n  \"query\": {\"x\": 1},\n  \"profile\": false, \"size\": oops }"
	split := Split(typed)
	body, err := split.Body(0, Rules{})
	require.NoError(t, err)
	require.NoError(t, body.turnOn("profile"))
	for _, found := range []string{"query", "oops", "size"} {
		before := body.Text[:strings.Index(body.Text, found)]
		line := 1 + strings.Count(before, "\n")
		at, ok := body.Place(line, len(before)-strings.LastIndex(before, "\n"))
		require.True(t, ok)
		require.Equal(t, found, typed[at:at+len(found)])
	}
	body, err = Split("GET books/_search\n{\"size\": oops}").Body(0, Rules{})
	require.NoError(t, err)
	require.NoError(t, body.turnOn("profile"))
	at, ok := body.Place(1, 1+strings.Index(body.Text, "oops"))
	require.True(t, ok)
	require.Equal(t, len("GET books/_search\n{\"size\": "), at)
}
