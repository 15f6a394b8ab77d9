// SPEC: CON-14, PLG-02
package manifest_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/sjson"

	"quarry/backend/driverhost/manifest"
)

func TestWhatAURLMeansIsCheckedAgainstTheForm(t *testing.T) {
	tests := []struct{ name, url, want string }{
		{"nothing in it", `{}`, "no schemes"},
		{"both", `{"none":"There is none.","user":{"field":"user","secret":"password"}}`, "cannot be combined"},
		{"a reason with a line break", `{"none":"a\nb"}`, "control character"},
		{"a scheme in capitals", `{"schemes":[{"name":"HTTP","port":80}]}`, `"HTTP" is not a valid scheme`},
		{"a scheme twice", `{"schemes":[{"name":"http","port":80},{"name":"http","port":81}]}`, `"http" is not a valid scheme or is listed twice`},
		{"no port", `{"schemes":[{"name":"http"}]}`, "0 is not a port"},
		{"a port out of range", `{"schemes":[{"name":"http","port":65536}]}`, "65536 is not a port"},
		{"a condition on no field", `{"schemes":[{"name":"http","port":80,"when":{"field":"ssl","is":["x"]}}]}`, `"ssl" is neither`},
		{"a condition that no value meets", `{"schemes":[{"name":"http","port":80,"when":{"field":"auth","is":["x"]}}]}`, "must be one of the choices"},
		{"a user that is no text", `{"schemes":[{"name":"http","port":80}],"user":{"field":"port","secret":"password"}}`, `"port" is not a text field`},
		{"a password that is no secret", `{"schemes":[{"name":"http","port":80}],"user":{"field":"username","secret":"username"}}`, `"username" is not a secret field`},
		{"a user's condition on no field", `{"schemes":[{"name":"http","port":80}],"user":{"field":"username","secret":"password","when":{"field":"x","is":["y"]}}}`, `"x" is neither`},
		{"an unknown key", `{"schemes":[{"name":"http","port":80,"path":"/"}]}`, "unknown field"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text, err := sjson.SetRaw(small, "url", test.url)
			require.NoError(t, err)
			_, err = manifest.Parse([]byte(text))
			require.ErrorContains(t, err, test.want)
		})
	}
	text, err := sjson.SetRaw(small, "url", `{"schemes":[{"name":"http","port":80}],"user":{"field":"username","secret":"password","when":{"field":"auth","is":["user"]}}}`)
	require.NoError(t, err)
	m, err := manifest.Parse([]byte(text))
	require.NoError(t, err)
	require.True(t, m.Holds(m.URL.User.When, map[string]string{"auth": "user"}))
	require.False(t, m.Holds(m.URL.User.When, nil))

	without, err := sjson.Delete(text, "form.tabs.0.fields.1")
	require.NoError(t, err)
	_, err = manifest.Parse([]byte(without))
	require.ErrorContains(t, err, "no host and port")
}

func TestAFieldAndItsValueAreNamedAsTheFormNamesThem(t *testing.T) {
	m := parsed(t)
	tests := []struct{ id, value, label, shown string }{
		{"auth", "key", "Auth", "Key"}, {"host", "localhost", "Host", "localhost"}, {"gone", "x", "gone", "x"},
	}
	for _, test := range tests {
		label, shown := m.LabelOf(test.id, test.value)
		require.Equal(t, test.label+" "+test.shown, label+" "+shown)
		require.Equal(t, test.id != "gone", m.HasField(test.id))
	}
}

// SPEC: CON-14
func TestTypesenseSaysThatItHasNoURLAndBothReadAddressesOfTwoSchemes(t *testing.T) {
	require.Equal(t, "Typesense connections cannot be created from a URL.", engine(t, "typesense").URL.None)
	require.Empty(t, engine(t, "elasticsearch").URL.None)
	for _, id := range []string{"elasticsearch", "typesense"} {
		schemes := engine(t, id).URL.Schemes
		require.Equal(t, []string{"http", "https"}, []string{schemes[0].Name, schemes[1].Name})
		require.Equal(t, "verify-identity", schemes[1].When.Is[0], "a pasted HTTPS address is verified until the user says otherwise")
	}
}

// SPEC: CON-20
func TestEachTimeoutCanBeSetToNone(t *testing.T) {
	for _, id := range []string{"elasticsearch", "typesense"} {
		for _, timeout := range []string{"connectTimeout", "queryTimeout"} {
			_, field := fieldOf(t, engine(t, id), timeout)
			require.Zero(t, *field.Min, "%s %s", id, timeout)
			require.Contains(t, field.Hint, "0 means no limit")
			require.NoError(t, engine(t, id).Check(map[string]string{timeout: "0"}))
		}
	}
}
