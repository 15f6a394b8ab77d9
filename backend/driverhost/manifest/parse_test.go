// SPEC: PLG-02, PLG-09
package manifest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/sjson"

	"quarry/backend/driverhost/manifest"
)

const small = `{"schema":1,"id":"sample","title":"Sample","badge":"SA","badgeFill":"#102030","badgeText":"#FFFFFF",
"version":"1.2.3","summary":"A sample","publisher":"Somebody","protocol":1,"minApp":"0.1.0","platform":"any",
"nouns":{"object":"table","objects":"tables","row":"row","rows":"rows"},
"form":{"tabs":[{"id":"general","title":"General","fields":[
 {"id":"host","label":"Host","kind":"text","default":"localhost","required":true},
 {"id":"port","label":"Port","kind":"number","default":"80","required":true,"beside":"host","min":1,"max":65535},
 {"id":"auth","label":"Auth","kind":"choice","default":"none","options":[{"value":"none","label":"None"},{"value":"key","label":"Key"},{"value":"user","label":"User"}]},
 {"id":"username","label":"User name","kind":"text","required":true,"when":{"field":"auth","is":["user"]}},
 {"id":"password","label":"Password","kind":"secret","required":true,"when":{"field":"auth","is":["user"]}},
 {"id":"apiKey","label":"Key","kind":"secret","required":true,"when":{"field":"auth","is":["key"]}},
 {"id":"proxied","label":"Behind a proxy","kind":"switch"},
 {"id":"prefix","label":"Prefix","kind":"text","required":true,"when":{"field":"proxied","is":["true"]}}]},
 {"id":"options","title":"Options","fields":[{"id":"later","label":"Later","kind":"number","comesLater":"It comes later.","max":3}]}]},
"auth":[{"when":{"field":"auth","is":["user"]},"scheme":"basic","user":"username","secret":"password"},
 {"when":{"field":"auth","is":["key"]},"scheme":"header","header":"X-Key","secret":"apiKey"}],
"reads":[{"method":"GET","path":"/**"},{"method":"POST","path":"/*/find"},{"method":"POST","path":"/_find/*"}]}`

func parsed(t *testing.T) *manifest.Manifest {
	t.Helper()
	m, err := manifest.Parse([]byte(small))
	require.NoError(t, err)
	return m
}

func TestAManifestIsReadWhole(t *testing.T) {
	m := parsed(t)
	require.Equal(t, "sample", m.ID)
	require.Equal(t, "1.2.3", m.Version)
	require.Equal(t, manifest.Nouns{Object: "table", Objects: "tables", Row: "row", Rows: "rows"}, m.Nouns)
	require.Len(t, m.Form.Tabs, 2)
	require.Equal(t, int64(65535), *m.Form.Tabs[0].Fields[1].Max)
	require.Len(t, m.Reads, 3)
}

func TestAFaultyManifestIsRefusedByTheNameOfItsFault(t *testing.T) {
	general := "form.tabs.0.fields."
	tests := []struct {
		name, path, value string
		want              string
	}{
		{"another schema", "schema", `2`, "schema: 2"},
		{"an id that leads elsewhere", "id", `"../up"`, "id:"},
		{"an id in capitals", "id", `"Sample"`, "id:"},
		{"no title", "title", `" "`, "title: missing"},
		{"a title with a line break", "title", `"a\nb"`, "control character"},
		{"a title without end", "title", `"` + strings.Repeat("a", 401) + `"`, "400 characters"},
		{"a badge of four letters", "badge", `"FOUR"`, "badge:"},
		{"a badge that is no colour", "badgeFill", `"red; x"`, "badgeFill:"},
		{"a badge text that is no colour", "badgeText", `"#12"`, "badgeText:"},
		{"a version that is none", "version", `"1.2"`, "version:"},
		{"a version with build metadata", "version", `"1.2.3+5"`, "version:"},
		{"a version with leading zeros", "version", `"1.02.3"`, "version:"},
		{"a version that begins with v", "version", `"v1.2.3"`, "version:"},
		{"a version without end", "version", `"1.2.` + strings.Repeat("3", 100) + `"`, "version:"},
		{"a version that is a path", "version", `"1.2.3-../../x"`, "version:"},
		{"a least application that is none", "minApp", `""`, "minApp:"},
		{"no protocol", "protocol", `0`, "protocol:"},
		{"a platform that is none", "platform", `"linux"`, "platform:"},
		{"completion facts in another place", "completion", `"../facts.json"`, "completion:"},
		{"a response header that is no token", "responseHeaders", `["X Key"]`, "responseHeaders:"},
		{"a response header without end", "responseHeaders", `["` + strings.Repeat("x", 65) + `"]`, "responseHeaders:"},
		{"a response header with a credential", "responseHeaders", `["Set-Cookie"]`, "Set-Cookie can carry a credential"},
		{"a response header twice", "responseHeaders", `["X-A","x-a"]`, "x-a is listed twice"},
		{"a response header that every driver sees", "responseHeaders", `["Warning"]`, "Warning is listed twice"},
		{"response headers without end", "responseHeaders", `["` + strings.Repeat(`x","`, 16) + `y"]`, "more than 16"},
		{"no noun", "nouns.rows", `""`, "nouns.rows"},
		{"no tabs", "form.tabs", `[]`, "no tabs"},
		{"two tabs of one id", "form.tabs.1.id", `"general"`, "tab:"},
		{"a tab without title", "form.tabs.1.title", `""`, "tab options"},
		{"two fields of one id", "form.tabs.1.fields.0.id", `"host"`, "field:"},
		{"a field id with a dot", general + "0.id", `"a.b"`, "field:"},
		{"a field without label", general + "0.label", `""`, "label"},
		{"a kind that is not known", general + "0.kind", `"colour"`, "kind:"},
		{"a choice without options", general + "2.options", `[]`, "options:"},
		{"options on a text", general + "0.options", `[{"value":"a","label":"A"}]`, "options:"},
		{"two options of one value", general + "2.options.1.value", `"none"`, "options:"},
		{"an option without label", general + "2.options.1.label", `""`, "option key"},
		{"a segmented text", general + "0.segmented", `true`, "segmented:"},
		{"a warning on a text", general + "0.warnOn", `"Mind"`, "warnOn:"},
		{"a range on a text", general + "0.min", `1`, "min, max:"},
		{"a range upside down", general + "1.min", `70000`, "min, max:"},
		{"a default out of range", general + "1.default", `"0"`, "default:"},
		{"a default that is no number", general + "1.default", `"08"`, "default:"},
		{"a default that is no choice", general + "2.default", `"other"`, "default:"},
		{"a default that is no switch value", general + "6.default", `"yes"`, "default:"},
		{"a secret with a default", general + "4.default", `"admin"`, "default:"},
		{"a required field that comes later", "form.tabs.1.fields.0.required", `true`, "required:"},
		{"beside nothing", general + "1.beside", `"nothing"`, "beside:"},
		{"beside itself", general + "1.beside", `"port"`, "beside:"},
		{"a condition on nothing", general + "3.when.field", `"nothing"`, "when:"},
		{"a condition on itself", general + "6.when", `{"field":"proxied","is":["true"]}`, "when:"},
		{"a condition on a text", general + "3.when.field", `"host"`, "when:"},
		{"a condition on a value that cannot be", general + "3.when.is.0", `"token"`, "when:"},
		{"a condition without values", general + "3.when.is", `[]`, "when:"},
		{"a condition on a conditional field", general + "6.when", `{"field":"auth","is":["key"]}`, "when:"},
		{"a credential from a text", "auth.0.secret", `"username"`, "secret:"},
		{"a user that is a secret", "auth.0.user", `"password"`, "user:"},
		{"a basic rule with a header", "auth.0.header", `"X-Key"`, "basic"},
		{"a header that is no token", "auth.1.header", `"X Key"`, "header:"},
		{"a header that splits", "auth.1.header", `"X-Key: a\r\nHost"`, "header:"},
		{"a header of the host's own", "auth.1.header", `"Content-Length"`, "header:"},
		{"a header from a secret", "auth.1.headerField", `"apiKey"`, "headerField:"},
		{"a header from nothing", "auth.1.headerField", `"nothing"`, "headerField:"},
		{"a basic rule with a header from a field", "auth.0.headerField", `"username"`, "basic"},
		{"a prefix that splits", "auth.1.prefix", `"a\r\nb"`, "prefix:"},
		{"a header rule with a user", "auth.1.user", `"username"`, "user"},
		{"a scheme that is not known", "auth.1.scheme", `"digest"`, "scheme:"},
		{"a rule on nothing", "auth.1.when.field", `"nothing"`, "when:"},
		{"a reading PUT", "reads.0.method", `"PUT"`, "method:"},
		{"a reading method in small letters", "reads.0.method", `"get"`, "method:"},
		{"a pattern without slash", "reads.0.path", `"**"`, "path:"},
		{"a pattern with a rest inside", "reads.0.path", `"/**/a"`, "path:"},
		{"a pattern with a star inside a segment", "reads.0.path", `"/_cat*"`, "path:"},
		{"a pattern with an escape", "reads.0.path", `"/%5Fcat"`, "path:"},
		{"a pattern with a query", "reads.0.path", `"/a?b"`, "path:"},
		{"a pattern with an empty segment", "reads.0.path", `"//a"`, "path:"},
		{"a pattern that ends with a slash", "reads.0.path", `"/a/"`, "path:"},
		{"a pattern that stands twice", "reads.1", `{"method":"GET","path":"/**"}`, "twice"},
		{"a writing pattern without slash", "writes", `[{"method":"GET","path":"_refresh"}]`, "writes: GET _refresh: path:"},
		{"a key that is not known", "nonsense", `1`, "nonsense"},
		{"a field key that is not known", general + "0.lable", `"Host"`, "lable"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text, err := sjson.SetRaw(small, test.path, test.value)
			require.NoError(t, err)
			m, err := manifest.Parse([]byte(text))
			require.ErrorContains(t, err, test.want)
			require.Nil(t, m)
		})
	}
}

// SPEC: APP-21
func TestADriverIDCanNameAFolderOnEverySystem(t *testing.T) {
	for _, device := range []string{"con", "prn", "aux", "nul", "com1", "com9", "lpt1", "com0"} {
		require.False(t, manifest.ValidID(device), device)
		_, err := manifest.Parse([]byte(strings.Replace(small, `"id":"sample"`, `"id":"`+device+`"`, 1)))
		require.EqualError(t, err, `read manifest: id: "`+device+`" is not a driver id`)
	}
	for _, id := range []string{"conn", "com10", "nul-1", "auxiliary", "lpt"} {
		require.True(t, manifest.ValidID(id), id)
	}
}

func TestTextThatIsNoManifestIsRefused(t *testing.T) {
	tests := map[string]string{
		"nothing":            "",
		"an array":           "[]",
		"a cut object":       small[:len(small)/2],
		"text after the end": small + "{}",
		"too much of it":     small + strings.Repeat(" ", 1<<20),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := manifest.Parse([]byte(text))
			require.Error(t, err)
		})
	}
}

func FuzzParseNeverPanicsAndItsFormAnswersEverything(f *testing.F) {
	f.Add(small)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := manifest.Parse([]byte(text))
		if err != nil {
			return
		}
		defaults := m.Defaults()
		require.NoError(t, m.Check(withoutHost(defaults)), "defaults are valid values")
		m.Missing(nil, m.Secrets())
		m.AuthFor(defaults)
	})
}

// withoutHost drops the values whose grammar belongs to the host and not to the manifest.
func withoutHost(values map[string]string) map[string]string {
	delete(values, manifest.FieldHost)
	delete(values, manifest.FieldPrefix)
	return values
}
