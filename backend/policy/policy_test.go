// SPEC: APP-09, DST-06
package policy

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var aKey = base64.StdEncoding.EncodeToString(make([]byte, 32))

var whole = `{
  "$schema": "policy.schema.json",
  "organisation": "Example",
  "safeMode": "read-only",
  "allowedHosts": ["search.example.com", "*.example.com", "10.0.0.0/8", "::1"],
  "registry": {"address": "https://mirror.example.com/index.json", "publisherKeys": ["` + aKey + `"], "proxy": "http://proxy:3128"},
  "connections": [{"id": "prod", "name": "Production", "driver": "papers", "tags": ["live"], "fields": {"host": "search.example.com", "port": "9000"}}]
}`

func TestAPolicyIsRead(t *testing.T) {
	for name, text := range map[string]string{"plain": whole, "with a byte order mark": "\ufeff" + whole, "with lines of Windows": strings.ReplaceAll(whole, "\n", "\r\n")} {
		t.Run(name, func(t *testing.T) {
			p, err := Parse([]byte(text))
			require.NoError(t, err)
			require.Equal(t, &Policy{
				Schema: "policy.schema.json", Organisation: "Example", SafeMode: "read-only",
				AllowedHosts: []string{"search.example.com", "*.example.com", "10.0.0.0/8", "::1"},
				Registry:     Registry{"https://mirror.example.com/index.json", []string{aKey}, "http://proxy:3128"},
				Connections: []Connection{{
					ID: "prod", Name: "Production", Driver: "papers", Tags: []string{"live"}, Fields: map[string]string{"host": "search.example.com", "port": "9000"},
				}},
			}, p)
			require.Equal(t, "1 connection, safe mode read-only, 4 allowed hosts, registry address, 1 publisher key, registry proxy", p.Summary())
		})
	}
	nothing, err := Parse([]byte(`{}`))
	require.NoError(t, err)
	require.Equal(t, &Policy{}, nothing)
	require.Equal(t, "Your organisation", nothing.Title())
}

func TestEachMistakeIsReportedWithItsPlace(t *testing.T) {
	connection := func(members string) string { return "{\"connections\": [\n{" + members + "}]}" }
	tests := []struct{ name, text, want string }{
		{"an empty file", "", "line 1, column 1: not valid JSON: the file ends too early"},
		{"half a file", "{\n  \"safeMode\": ", "line 2, column 15: not valid JSON: the file ends too early"},
		{"an open list", `{"allowedHosts": ["a"`, "line 1, column 22: not valid JSON: the file ends too early"},
		{"a missing comma", "{\n\"safeMode\": \"confirm\"\n\"organisation\": \"x\"}", "line 3, column 1: not valid JSON: invalid character '\"' after object key:value pair"},
		{"a comma too many", `{"safeMode": "confirm",}`, "line 1, column 24: not valid JSON: the comma before } is one too many; remove it"},
		{"a comment", "{ // words\n}", "line 1, column 3: not valid JSON: a comment is not allowed; remove it"},
		{"a comment of another kind", "{\n  # words\n}", "line 2, column 3: not valid JSON: a comment is not allowed; remove it"},
		{"a comment before it", "/* words */ {}", "line 1, column 1: not valid JSON: a comment is not allowed; remove it"},
		{"a comma too many in a list", "{\"allowedHosts\": [\"a\",\n ]}", "line 2, column 2: not valid JSON: the comma before ] is one too many; remove it"},
		{"single quotes", "{'safeMode': 'confirm'}", "line 1, column 2: not valid JSON: a text is in double quotes"},
		{"a name without quotes", "{safeMode: \"confirm\"}", "line 1, column 2: not valid JSON: invalid character 's' looking for beginning of object key string"},
		{"an open text", "{\"organisation\": \"x", "line 1, column 20: not valid JSON: the file ends too early"},
		{"a text over two lines", "{\"organisation\": \"a\nb\"}", "line 1, column 20: not valid JSON: invalid character '\\n' in string literal"},
		{"nothing but a byte order mark", "\ufeff", "line 1, column 1: not valid JSON: the file ends too early"},
		{"nothing but lines", "\n \n", "line 3, column 1: not valid JSON: the file ends too early"},
		{"UTF-16, little end first", "\xff\xfe{\x00}\x00", "line 1, column 1: the file is in UTF-16; save it as UTF-8"},
		{"UTF-16, big end first", "\xfe\xff\x00{\x00}", "line 1, column 1: the file is in UTF-16; save it as UTF-8"},
		{"UTF-16 without a byte order mark", "{\x00}\x00", "line 1, column 1: the file is in UTF-16; save it as UTF-8"},
		{"UTF-16 without a byte order mark, big end first", "\x00{\x00}", "line 1, column 1: the file is in UTF-16; save it as UTF-8"},
		{"another character set", "{\n  \"organisation\": \"M\xfcller\"}", "line 2, column 21: this character is not in UTF-8; save the file as UTF-8"},
		{"another character set after a byte order mark", "\ufeff{\"organisation\": \"\ufffd\xe9\"}", "line 1, column 20: this character is not in UTF-8; save the file as UTF-8"},
		{"a mistake after a byte order mark", "\ufeff{\"x\": 1}", `line 1, column 2: "x" is unknown here; known are $schema, allowedHosts, connections, organisation, registry, safeMode, updates`},
		{"a mistake between lines of Windows", "{\r\n  \"safeMode\": \"confirm\",\r\n  \"x\": 1\r\n}", `line 3, column 3: "x" is unknown here; known are $schema, allowedHosts, connections, organisation, registry, safeMode, updates`},
		{"a comma too many between lines of Windows", "{\r\n  \"safeMode\": \"confirm\",\r\n}", "line 3, column 1: not valid JSON: the comma before } is one too many; remove it"},
		{"an empty name", `{"": 1}`, `line 1, column 2: "" is unknown here; known are $schema, allowedHosts, connections, organisation, registry, safeMode, updates`},
		{"a member of the registry twice", `{"registry": {"address": "/a", "address": "/b"}}`, `line 1, column 32: "address" is given twice`},
		{"an unknown member of a connection", connection(`"id":"a","name":"A","driver":"d","group":"G","fields":{"host":"h"}`), `line 2, column 35: "group" is unknown here; known are driver, fields, id, name, tags`},
		{"an empty organisation", `{"organisation": " "}`, `line 1, column 18: "organisation" is empty; remove it if it should decide nothing`},
		{"an empty safe mode", `{"safeMode": ""}`, `line 1, column 14: "safeMode" must be "confirm" or "read-only", not ""`},
		{"updates of another kind", `{"updates": "never"}`, `line 1, column 13: "updates" must be "managed", not "never"`},
		{"a network that is too narrow", `{"allowedHosts": ["10.0.0.0/99"]}`, `line 1, column 19: "10.0.0.0/99" is not a host: write a name, *.example.com, an IP address or a network such as 10.0.0.0/8, without a port`},
		{"a host with a space", `{"allowedHosts": [" a"]}`, `line 1, column 19: " a" is not a host: write a name, *.example.com, an IP address or a network such as 10.0.0.0/8, without a port`},
		{"a registry over another protocol", `{"registry": {"address": "ftp://mirror/index.json"}}`, `line 1, column 26: the registry's address must be an https URL or the full path of a file`},
		{"a registry without a host", `{"registry": {"address": "https://"}}`, `line 1, column 26: the registry's address must be an https URL or the full path of a file`},
		{"a registry with a space in its host", `{"registry": {"address": "https://a b/index.json"}}`, `line 1, column 26: the registry's address must be an https URL or the full path of a file`},
		{"a key in PEM", `{"registry": {"publisherKeys": ["-----BEGIN PUBLIC KEY-----"]}}`, `line 1, column 33: "-----BEGIN PUBLIC KEY-----" is not an ed25519 public key in base64`},
		{"a key twice", `{"registry": {"publisherKeys": ["` + aKey + `", " ` + aKey + `"]}}`, `line 1, column 81: " ` + aKey + `" is given twice`},
		{"an empty proxy", `{"registry": {"proxy": ""}}`, `line 1, column 24: the proxy must be a URL such as http://proxy.example.com:3128`},
		{"a proxy over another protocol", `{"registry": {"proxy": "ftp://proxy"}}`, `line 1, column 24: the proxy must be a URL such as http://proxy.example.com:3128`},
		{"a proxy at port 0", `{"registry": {"proxy": "http://proxy:0"}}`, `line 1, column 24: the proxy's port must be between 1 and 65535`},
		{"a proxy beyond the ports", `{"registry": {"proxy": "http://proxy:65536"}}`, `line 1, column 24: the proxy's port must be between 1 and 65535`},
		{"a connection's safe mode of another kind", connection(`"id":"a","name":"A","driver":"d","fields":{"host":"h","safeMode":"readonly"}`), `line 2, column 67: "safeMode" must be "off" or "confirm" or "read-only", not "readonly"`},
		{"two values", "{}\n{}", "line 2, column 1: not valid JSON: invalid character '{' after top-level value"},
		{"text after it", "{}\nx", "line 2, column 1: not valid JSON: invalid character 'x' after top-level value"},
		{"nesting without an end", strings.Repeat("[", 500) + strings.Repeat("]", 500), "line 1, column 22: the values are nested too deeply"},
		{"a list", `[]`, "line 1, column 1: the policy must be an object, not a list"},
		{"null", `null`, "line 1, column 1: the policy must be an object, not null"},
		{"an unknown member", "{\n  \"colour\": \"red\"}", `line 2, column 3: "colour" is unknown here; known are $schema, allowedHosts, connections, organisation, registry, safeMode, updates`},
		{"a member in other case", `{"safemode": "confirm"}`, `line 1, column 2: "safemode" is unknown here; known are $schema, allowedHosts, connections, organisation, registry, safeMode, updates`},
		{"a member twice", `{"safeMode": "read-only", "safeMode": "confirm"}`, `line 1, column 27: "safeMode" is given twice`},
		{"a field twice", connection(`"id":"a","name":"A","driver":"d","fields":{"host":"h","host":"i"}`), `line 2, column 56: "host" is given twice`},
		{"an unknown member inside", `{"registry": {"url": "x"}}`, `line 1, column 15: "url" is unknown here; known are address, proxy, publisherKeys`},
		{"a number for a text", `{"organisation": 1}`, `line 1, column 18: "organisation" must be a text, not a number`},
		{"null for a text", `{"safeMode": null}`, `line 1, column 14: "safeMode" must be a text, not null`},
		{"a text for a list", `{"allowedHosts": "a"}`, `line 1, column 18: "allowedHosts" must be a list, not a text`},
		{"a list for an object", `{"registry": []}`, `line 1, column 14: "registry" must be an object, not a list`},
		{"true in a list of texts", `{"allowedHosts": ["é", true]}`, `line 1, column 24: an item of "allowedHosts" must be a text, not true or false`},
		{"a port as a number", connection(`"id":"a","name":"A","driver":"d","fields":{"host":"h","port":9000}`), `line 2, column 63: "port" must be a text, not a number`},
		{"the safe mode off", `{"safeMode": "off"}`, `line 1, column 14: "safeMode" must be "confirm" or "read-only", not "off"`},
		{"no allowed host", `{"allowedHosts": []}`, `line 1, column 18: "allowedHosts" is empty; remove it if it should decide nothing`},
		{"no key", `{"registry": {"publisherKeys": []}}`, `line 1, column 32: "publisherKeys" is empty; remove it if it should decide nothing`},
		{"a URL for a host", `{"allowedHosts": ["https://a"]}`, `line 1, column 19: "https://a" is a URL; write only the host`},
		{"a host with a port", `{"allowedHosts": ["a:9200"]}`, `line 1, column 19: "a:9200" is not a host: write a name, *.example.com, an IP address or a network such as 10.0.0.0/8, without a port`},
		{"a star inside", `{"allowedHosts": ["a.*.com"]}`, `line 1, column 19: "a.*.com" is not a host: write a name, *.example.com, an IP address or a network such as 10.0.0.0/8, without a port`},
		{"every host", `{"allowedHosts": ["*"]}`, `line 1, column 19: "*" is not a host: write a name, *.example.com, an IP address or a network such as 10.0.0.0/8, without a port`},
		{"an empty host", `{"allowedHosts": [""]}`, `line 1, column 19: "" is not a host: write a name, *.example.com, an IP address or a network such as 10.0.0.0/8, without a port`},
		{"an address inside a network", `{"allowedHosts": ["10.1.2.3/8"]}`, `line 1, column 19: "10.1.2.3/8" is an address inside a network; write "10.0.0.0/8" for the network`},
		{"a registry over http", `{"registry": {"address": "http://mirror/index.json"}}`, `line 1, column 26: the registry's address must be an https URL or the full path of a file`},
		{"an empty registry", `{"registry": {"address": ""}}`, `line 1, column 26: the registry's address must be an https URL or the full path of a file`},
		{"a relative registry", `{"registry": {"address": "index.json"}}`, `line 1, column 26: the registry's address must be an https URL or the full path of a file; "index.json" is a relative path`},
		{"a registry with a password", `{"registry": {"address": "https://u:p@mirror/index.json"}}`, `line 1, column 26: the registry's address must be an https URL or the full path of a file`},
		{"a short key", `{"registry": {"publisherKeys": ["abcd"]}}`, `line 1, column 33: "abcd" is not an ed25519 public key in base64`},
		{"an empty key", `{"registry": {"publisherKeys": [""]}}`, `line 1, column 33: "" is not an ed25519 public key in base64`},
		{"two keys in one", `{"registry": {"publisherKeys": ["` + aKey + `,x"]}}`, `line 1, column 33: "` + aKey + `,x" is not an ed25519 public key in base64`},
		{"a proxy without a scheme", `{"registry": {"proxy": "proxy:3128"}}`, `line 1, column 24: the proxy must be a URL such as http://proxy.example.com:3128`},
		{"a proxy with a password", `{"registry": {"proxy": "http://u:p@proxy:3128"}}`, `line 1, column 24: the proxy must not contain a user name or password: every user can read the policy`},
		{"a proxy with a path", `{"registry": {"proxy": "http://proxy:3128/x"}}`, `line 1, column 24: the proxy must be a URL without a path`},
		{"a connection without members", connection(``), "line 2, column 1: \"id\" is missing\nline 2, column 1: \"name\" is missing\nline 2, column 1: \"driver\" is missing\nline 2, column 1: \"fields\" is missing"},
		{"a connection without a host", connection(`"id":"a","name":"A","driver":"d","fields":{}`), `line 2, column 44: "host" is missing`},
		{"a connection without a name", connection(`"id":"a","name":" ","driver":"d","fields":{"host":"h"}`), `line 2, column 18: "name" is empty`},
		{"a connection without a driver", connection(`"id":"a","name":"A","driver":"","fields":{"host":"h"}`), `line 2, column 31: "driver" is empty`},
		{"an id with a slash", connection(`"id":"a/b","name":"A","driver":"d","fields":{"host":"h"}`), `line 2, column 7: the id "a/b" must be 1 to 60 letters, digits, hyphens and underscores`},
		{"an id twice", `{"connections": [{"id":"a","name":"A","driver":"d","fields":{"host":"h"}}, {"id":"a","name":"B","driver":"d","fields":{"host":"h"}}]}`, `line 1, column 82: another connection has the id "a"`},
		{"a password", connection(`"id":"a","name":"A","driver":"d","fields":{"host":"h","password":"x"}`), `line 2, column 56: "password" is a secret: every user can read the policy, so each user is asked for it instead`},
		{"an API key", connection(`"id":"a","name":"A","driver":"d","fields":{"host":"h","apiKey":"x"}`), `line 2, column 56: "apiKey" is a secret: every user can read the policy, so each user is asked for it instead`},
		{"a passphrase", connection(`"id":"a","name":"A","driver":"d","fields":{"host":"h","keyPassphrase":"x"}`), `line 2, column 56: "keyPassphrase" is a secret: every user can read the policy, so each user is asked for it instead`},
		{"a password in the host", connection(`"id":"a","name":"A","driver":"d","fields":{"host":"u:p@h"}`), `line 2, column 52: the host must not contain a user name or password`},
		{"a URL as the host", connection(`"id":"a","name":"A","driver":"d","fields":{"host":"https://h"}`), `line 2, column 52: "https://h" is not a host: write only the name or the IP address`},
		{"two mistakes", "{\"safeMode\": \"off\",\n\"x\": 1}", "line 1, column 14: \"safeMode\" must be \"confirm\" or \"read-only\", not \"off\"\nline 2, column 1: \"x\" is unknown here; known are $schema, allowedHosts, connections, organisation, registry, safeMode, updates"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse([]byte(test.text))
			var found Problems
			require.True(t, errors.As(err, &found), "%v", err)
			require.Equal(t, test.want, err.Error())
		})
	}
}

// Each member, at every depth, with a value of each other type.
func TestEachMemberOfAnotherTypeIsReportedWithItsPlace(t *testing.T) {
	values := map[string]string{"object": `{}`, "array": `[]`, "string": `"x"`, "number": `1`, "boolean": `true`, "null": `null`}
	members := 0
	var check func(s *schema, before, name, after string)
	check = func(s *schema, before, name, after string) {
		members++
		for kind, value := range values {
			if kind == s.Type {
				continue
			}
			_, err := Parse([]byte(before + value + after))
			var found Problems
			require.True(t, errors.As(err, &found), "%s%s%s: %v", before, value, after, err)
			what := quoted(name)
			if name == "" {
				what = "the policy"
			}
			want := fmt.Sprintf("%s must be %s, not %s", what, words[s.Type], words[kind])
			line, column := place([]byte(before), len(before))
			require.Contains(t, found, Problem{line, column, want})
		}
		switch s.Type {
		case "object":
			for member, of := range s.Properties {
				check(of, before+"{\n \""+member+"\":\n  ", member, "}"+after)
			}
			if others := s.property("any other"); others != nil {
				check(others, before+"{\"any other\": ", "any other", "}"+after)
			}
		case "array":
			check(s.Items, before+"[", "an item of "+name, "]"+after)
		}
	}
	check(theSchema(), "", "", "")
	require.Greater(t, members, len(theSchema().Properties))
}

func TestTheSchemaListsTheMembersOfThePolicy(t *testing.T) {
	var same func(at string, s *schema, of reflect.Type)
	same = func(at string, s *schema, of reflect.Type) {
		switch of.Kind() {
		case reflect.Slice:
			require.Equal(t, "array", s.Type, at)
			same(at+"[]", s.Items, of.Elem())
		case reflect.String:
			require.Equal(t, "string", s.Type, at)
		case reflect.Map:
			require.Equal(t, "object", s.Type, at)
			require.Equal(t, "string", s.property("anything").Type, at)
		default:
			require.Equal(t, "object", s.Type, at)
			require.JSONEq(t, "false", string(s.Others), at)
			var names []string
			for i := range of.NumField() {
				name := of.Field(i).Tag.Get("json")
				names = append(names, name)
				require.NotNil(t, s.Properties[name], at+"."+name)
				same(at+"."+name, s.Properties[name], of.Field(i).Type)
			}
			require.ElementsMatch(t, names, slices.Collect(maps.Keys(s.Properties)), at)
		}
	}
	same("", theSchema(), reflect.TypeFor[Policy]())
	require.True(t, json.Valid(Schema))
}

func TestOnlyAllowedHostsMatch(t *testing.T) {
	p := &Policy{AllowedHosts: []string{"Search.example.com", "*.inner.example.com", "10.0.0.0/8", "2001:db8::/32", "127.0.0.1"}}
	for host, want := range map[string]bool{
		"search.example.com": true, "SEARCH.EXAMPLE.COM": true, "search.example.com.": true, " search.example.com ": true,
		"a.inner.example.com": true, "a.b.inner.example.com": true, "inner.example.com": false, "xinner.example.com": false,
		"example.com": false, "search.example.com.evil.org": false, "evil.org": false, "localhost": false, "": false,
		"10.1.2.3": true, "11.1.2.3": false, "::ffff:10.1.2.3": true, "10.1": false, "0x0a010203": false, "10.0.0.1.example.org": false,
		"[2001:db8::1]": true, "2001:db9::1": false, "127.0.0.1": true, "127.0.0.2": false, "::1": false, "2001:db8::1%eth0": false,
	} {
		require.Equal(t, want, p.AllowsHost(host), host)
	}
	require.True(t, (&Policy{}).AllowsHost("anything"))
}

func TestAPolicyThatCannotBeUsedDecidesNothingButIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "policy.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"safeMode": "of"}`), 0o600))
	s := LoadFile(path)
	require.Equal(t, &Policy{}, s.Policy)
	require.Equal(t, path, s.From)
	require.Equal(t, "The policy of your organisation contains mistakes.", s.Refused)
	require.Equal(t, `line 1, column 14: "safeMode" must be "confirm" or "read-only", not "of"`, s.Details)

	s = LoadFile(filepath.Dir(path))
	require.Equal(t, "The policy of your organisation cannot be read.", s.Refused)
	require.NoError(t, os.WriteFile(path, []byte("{}"+strings.Repeat(" ", maxSize)), 0o600))
	s = LoadFile(path)
	require.Equal(t, path+" is larger than 1048576 bytes", s.Details)

	s = stateOf(path, nil, readable(path, &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}))
	require.Equal(t, "The policy of your organisation cannot be read.", s.Refused)
	require.Equal(t, path+": permission denied", s.Details)
}

func TestTheExampleInTheReadmeIsAPolicy(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	_, after, found := strings.Cut(string(text), "```json\n")
	require.True(t, found)
	example, _, _ := strings.Cut(after, "```")
	_, err = Parse([]byte(example))
	require.NoError(t, err)
	for name := range theSchema().Properties {
		require.True(t, name == "$schema" || strings.Contains(string(text), name), name)
	}
}
