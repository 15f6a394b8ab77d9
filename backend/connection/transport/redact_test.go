// SPEC: APP-11
package transport

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheSecretIsLeftOutOfATextInEveryForm(t *testing.T) {
	const secret = `p/w "ä"+&=1`
	basic := Auth{Scheme: "basic", User: "anna", Secret: secret}
	rows := []struct {
		name, text, want string
		auth             Auth
	}{
		{"as it is", "the secret is " + secret + ".", "the secret is (hidden).", basic},
		{"a value of a query", "a=1&key=p%2Fw+%22%C3%A4%22%2B%26%3D1&b=2", "a=1&key=(hidden)&b=2", basic},
		{"a value of a query with other escapes", "key=%70%2fw%20%22%c3%a4%22%2b%26%3d1", "key=(hidden)", basic},
		{"a part of a path", "/keys/p%2Fw%20%22%C3%A4%22+&=1/x", "/keys/(hidden)/x", basic},
		{"a JSON string", `{"key": "p/w \"ä\"+\u0026=1"}`, `{"key": "(hidden)"}`, basic},
		{"a JSON string without escapes that are not needed", `{"a\\b": "p/w \"ä\"+&=1", "n": 1.0}`, `{"a\\b": "(hidden)", "n": 1.0}`, basic},
		{"a JSON string with escapes that are not needed", `["\u0070\/w \"\u00e4\"+&=1", "\u00e4"]`, `["(hidden)", "\u00e4"]`, basic},
		{"a JSON string that does not end", `{"key": "p/w \"`, `{"key": "p/w \"`, basic},
		{"the header's value", "Basic " + base64.StdEncoding.EncodeToString([]byte("anna:"+secret)), "Basic (hidden)", basic},
		{"a key", `{"x-key":"abc==","q":"*"}`, `{"x-key":"(hidden)","q":"*"}`, Auth{Scheme: "header", Header: "X-Key", Secret: "abc=="}},
		{"twice", "abc,abc", "(hidden),(hidden)", Auth{Scheme: "header", Header: "X-Key", Secret: "abc"}},
		{"inside of longer words", "/abc-books,myabc,abc_1/_search", "/abc-books,myabc,abc_1/_search", Auth{Scheme: "header", Header: "X-Key", Secret: "abc"}},
		{"next to itself in a longer word", "/abcabc/abc", "/abcabc/(hidden)", Auth{Scheme: "header", Header: "X-Key", Secret: "abc"}},
		{"an empty secret", "/books/_search", "/books/_search", Auth{Scheme: "basic", User: "anna"}},
		{"no credential", "/books/%zz", "/books/%zz", Auth{}},
		{"a broken escape", "/books/%zz?x=abc", "/books/%zz?x=(hidden)", Auth{Scheme: "header", Header: "X-Key", Secret: "abc"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c, err := New(Options{Host: "localhost", Port: 9200, Auth: row.auth})
			require.NoError(t, err)
			require.Equal(t, row.want, c.Redact(row.text))
			if row.auth.Secret != "" {
				require.NotContains(t, fmt.Sprintf("%v %+v %#v", c, c, c), row.auth.Secret)
			}
		})
	}
}
