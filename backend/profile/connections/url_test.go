// SPEC: CON-14, CON-08
package connections

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/manifest"
	"quarry/drivers/driver"
)

func manifestOf(t testing.TB, id string) *manifest.Manifest {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "drivers", id, "manifest.json"))
	require.NoError(t, err)
	m, err := manifest.Parse(text)
	require.NoError(t, err)
	return m
}

func TestAURLFillsTheFormAndItsUserInfoTheCredentials(t *testing.T) {
	rows := []struct {
		name, text string
		form       map[string]string
		want       map[string]string
		password   string
	}{
		{"everything", "https://anna:s3cr3t@es.example:9243/es/", nil, map[string]string{
			"host": "es.example", "port": "9243", "prefix": "/es", "ssl": "verify-identity", "username": "anna",
		}, "s3cr3t"},
		{"plain HTTP", "http://es.example:9200", nil, map[string]string{"host": "es.example", "port": "9200", "prefix": ""}, ""},
		{"plain HTTP in a form that is HTTPS", "http://es.example:9200", map[string]string{"ssl": "required"}, map[string]string{
			"host": "es.example", "port": "9200", "prefix": "", "ssl": "disabled",
		}, ""},
		{"HTTPS in a form that has one of its modes", "https://es.example", map[string]string{"ssl": "required"}, map[string]string{
			"host": "es.example", "port": "443", "prefix": "",
		}, ""},
		{"the ports of the schemes", " http://es.example/ \n", nil, map[string]string{"host": "es.example", "port": "80", "prefix": ""}, ""},
		{"a scheme in capitals", "HTTPS://es.example", nil, map[string]string{
			"host": "es.example", "port": "443", "prefix": "", "ssl": "verify-identity",
		}, ""},
		{"an IPv6 address", "http://[::1]:9200", nil, map[string]string{"host": "::1", "port": "9200", "prefix": ""}, ""},
		{"an escaped password", "http://anna:p%40ss%2Fw%25rd%3A@es.example:9200", nil, map[string]string{
			"host": "es.example", "port": "9200", "prefix": "", "username": "anna",
		}, "p@ss/w%rd:"},
		{"a password with a colon", "http://anna:a:b@es.example:9200", nil, map[string]string{
			"host": "es.example", "port": "9200", "prefix": "", "username": "anna",
		}, "a:b"},
		{"a user in a form with another method", "http://anna@es.example:9200", map[string]string{"auth": "apiKey"}, map[string]string{
			"host": "es.example", "port": "9200", "prefix": "", "username": "anna", "auth": "password",
		}, ""},
		{"no user leaves the method alone", "http://es.example:9200", map[string]string{"auth": "apiKey"}, map[string]string{
			"host": "es.example", "port": "9200", "prefix": "",
		}, ""},
		{"a path that stays encoded", "http://es.example:9200/a%2Fb/c", nil, map[string]string{"host": "es.example", "port": "9200", "prefix": "/a%2Fb/c"}, ""},
	}
	m := manifestOf(t, "elasticsearch")
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			a, err := ParseURL(row.text)
			require.NoError(t, err)
			taken, err := a.Take(m, row.form)
			require.NoError(t, err)
			require.Equal(t, row.want, taken.Values)
			require.Equal(t, row.password, taken.Secrets["password"].Value)
			require.Equal(t, row.password != "", taken.Secrets["password"].Replace)
			for _, value := range taken.Values {
				require.False(t, row.password != "" && strings.Contains(value, row.password))
			}
		})
	}
}

func TestWhatIsNoURLIsRefusedWithoutRepeatingIt(t *testing.T) {
	const hidden = "h1dden"
	rows := []struct{ name, text, want string }{
		{"nothing", "", "The URL needs a scheme and a host."},
		{"a name", "es.example", "The URL needs a scheme and a host."},
		{"a name and a port", "es.example:9200", "The URL needs a scheme and a host."},
		{"no host", "http://anna:" + hidden + "@", "The URL needs a scheme and a host."},
		{"a space", "http://anna:" + hidden + "@es example", "This is not a URL."},
		{"a line break", "http://anna:" + hidden + "@es\nexample", "This is not a URL."},
		{"a backslash", `http:\\anna:` + hidden + `@es`, "This is not a URL."},
		{"without end", "http://" + hidden + strings.Repeat("a", maxURL), "This is not a URL."},
		{"a password with a slash", "http://anna:" + hidden + "/x@es.example:9200", "The URL is not valid."},
		{"a password with a percent sign", "http://anna:%zz" + hidden + "@es.example", "The URL is not valid."},
		{"a password with a hash", "http://anna:12#" + hidden + "@es.example", "The URL has a query or a fragment."},
		{"a password with a question mark", "http://anna:12?" + hidden + "@es.example", "The URL has a query or a fragment."},
		{"a query", "http://es.example/?pretty=" + hidden, "The URL has a query or a fragment."},
		{"a port out of range", "http://es.example:65536/" + hidden, "The URL's port must be between 1 and 65535."},
		{"port nought", "http://es.example:0/" + hidden, "The URL's port must be between 1 and 65535."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := ParseURL(row.text)
			var e *driver.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, driver.Invalid, e.Kind)
			require.Equal(t, row.want, e.Message)
			require.NotContains(t, fmt.Sprintf("%+v %#v %v", e, *e, err), hidden)
		})
	}
}

func TestAnEngineDecidesWhichURLsItsConnectionsHave(t *testing.T) {
	const typesense = "Typesense connections cannot be created from a URL."
	rows := []struct{ name, driver, text, want string }{
		{"another scheme", "elasticsearch", "ftp://es.example", "URLs for Elasticsearch begin with http:// or https://."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			a, err := ParseURL(row.text)
			require.NoError(t, err)
			_, err = a.Take(manifestOf(t, row.driver), nil)
			var e *driver.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, row.want, e.Message)
		})
	}
	require.Equal(t, typesense, NoURL(manifestOf(t, "typesense")))
	require.Empty(t, NoURL(manifestOf(t, "elasticsearch")))
	require.Equal(t, "Other has no connection URL.", NoURL(&manifest.Manifest{Title: "Other"}))

	a, err := ParseURL("https://h")
	require.NoError(t, err)
	for _, m := range []*manifest.Manifest{{Title: "Other"}, {Title: "None", URL: &manifest.URL{None: "None has no URL."}}} {
		_, err = a.Take(m, nil)
		var e *driver.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, driver.Unsupported, e.Kind)
	}

	bare := &manifest.Manifest{Title: "Bare", URL: &manifest.URL{Schemes: []manifest.Scheme{{Name: "bare", Port: 7}}}}
	for _, text := range []string{"bare://h/prefix", "bare://anna@h"} {
		a, err := ParseURL(text)
		require.NoError(t, err)
		_, err = a.Take(bare, nil)
		require.Error(t, err, "what has no place is not dropped in silence")
	}
}

func TestAConnectionIsWrittenAsAURLWithoutItsSecrets(t *testing.T) {
	rows := []struct {
		name   string
		driver string
		values map[string]string
		want   string
	}{
		{"plain HTTP", "elasticsearch", map[string]string{"auth": "none"}, "http://localhost:9200"},
		{"its user", "elasticsearch", map[string]string{"username": "anna/b", "ssl": "verify-ca", "host": "es.example", "prefix": "/es"}, "https://anna%2Fb@es.example:9200/es"},
		{"the user of another method is left out", "elasticsearch", map[string]string{"username": "anna", "auth": "apiKey"}, "http://localhost:9200"},
		{"an IPv6 address", "elasticsearch", map[string]string{"auth": "none", "host": "::1"}, "http://[::1]:9200"},
		{"an IPv6 address in brackets", "elasticsearch", map[string]string{"auth": "none", "host": "[::1]"}, "http://[::1]:9200"},
		{"no host", "elasticsearch", map[string]string{"host": ""}, ""},
		{"a port that is none", "elasticsearch", map[string]string{"port": "x"}, ""},
		{"an engine that has none", "typesense", nil, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			m := manifestOf(t, row.driver)
			values := m.Defaults()
			for id, value := range row.values {
				values[id] = value
			}
			got := URLOf(m, values)
			require.Equal(t, row.want, got)
			if got == "" {
				return
			}
			a, err := ParseURL(got)
			require.NoError(t, err)
			taken, err := a.Take(m, values)
			require.NoError(t, err)
			for id, value := range taken.Values {
				require.Equal(t, strings.Trim(values[id], "[]"), value, "%s comes back", id)
			}
		})
	}
}

func TestWhatAURLPutIntoTheFormIsToldInTheFormsWordsWithoutSecrets(t *testing.T) {
	a, err := ParseURL("https://anna:s3cr3t@es.example/es")
	require.NoError(t, err)
	m := manifestOf(t, "elasticsearch")
	taken, err := a.Take(m, m.Defaults())
	require.NoError(t, err)
	require.Equal(t, []string{"Host es.example", "Port 443", "Username anna", "SSL Mode Verify Identity", "Path Prefix /es"}, taken.Summary(m))
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %s", a, a, a, a)+fmt.Sprintf("%v %+v %#v", taken, taken, taken), "s3cr3t")
}

// A parsed URL never shows its password, and a URL written from it never contains one.
func FuzzAURLKeepsItsPasswordToItself(f *testing.F) {
	for _, text := range []string{"https://anna:s3cr3t@es.example:9243/es", "http://[::1]:9200", "http://a:b%zz@c", "http://u:p@h/%2e%2e?x#y"} {
		f.Add(text)
	}
	m := manifestOf(f, "elasticsearch")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseURL(text)
		if err != nil {
			require.False(t, len(text) > 12 && strings.Contains(err.Error(), text))
			return
		}
		taken, err := a.Take(m, m.Defaults())
		if err != nil {
			return
		}
		values := m.Defaults()
		for id, value := range taken.Values {
			values[id] = value
		}
		written := URLOf(m, values)
		if written == "" {
			return
		}
		u, err := url.Parse(written)
		require.NoError(t, err)
		_, has := u.User.Password()
		require.False(t, has)
		require.Equal(t, a.User, u.User.Username())
	})
}
