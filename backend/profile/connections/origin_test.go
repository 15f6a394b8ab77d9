// SPEC: CON-08
package connections

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/secrets"
)

func at(scheme, host, port string) map[string]string {
	return map[string]string{"ssl": scheme, "host": host, "port": port, "username": "anna"}
}

func TestAnOriginIsSchemeHostAndPortInOneSpelling(t *testing.T) {
	rows := []struct {
		name   string
		values map[string]string
		want   string
	}{
		{"plain", at("disabled", "a", "9200"), "http://a:9200"},
		{"no mode is plain", at("", "a", "9200"), "http://a:9200"},
		{"any other mode is HTTPS", at("preferred", "a", "9200"), "https://a:9200"},
		{"the case of a name says nothing", at("disabled", "Search.Example", "9200"), "http://search.example:9200"},
		{"nor does the dot of an absolute name", at("disabled", "a.", "9200"), "http://a:9200"},
		{"nor space around it", at("disabled", " a ", " 9200 "), "http://a:9200"},
		{"an IPv6 address", at("disabled", "::1", "9200"), "http://[::1]:9200"},
		{"the same address in brackets, written out", at("disabled", "[0:0::1]", "9200"), "http://[::1]:9200"},
		{"no port", at("disabled", "a", ""), "http://a"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.want, Origin(row.values)) })
	}
}

func TestAStoredSecretIsUsedForTheOriginThatItWasTypedForAlone(t *testing.T) {
	rows := []struct {
		name   string
		values map[string]string
	}{
		{"another scheme", at("required", "a", "9200")},
		{"another host", at("disabled", "b", "9200")},
		{"another port", at("disabled", "a", "9201")},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s, kept := open(t)
			c := save(t, s, Connection{Name: "c", Driver: "x", Fields: at("disabled", "a", "9200")}, map[string]Secret{"password": put(testSecret), "keyPassphrase": put("phrase")})
			before, keys := fileText(t, s), kept.keys()
			moved := c
			moved.Fields = row.values

			_, err := s.Secret(t.Context(), c.ID, "password", Origin(row.values))
			requireElsewhere(t, err, Bound{"password", "http://a:9200"})

			both := []Bound{{"keyPassphrase", "http://a:9200"}, {"password", "http://a:9200"}}
			requireElsewhere(t, s.Check(moved, nil), both...)
			_, err = s.Save(t.Context(), moved, nil)
			requireElsewhere(t, err, both...)
			_, err = s.Save(t.Context(), moved, map[string]Secret{"password": put("new"), "keyPassphrase": {Value: "not replaced"}})
			requireElsewhere(t, err, both[0])
			require.Equal(t, before, fileText(t, s))
			require.Equal(t, keys, kept.keys(), "nothing was stored")

			save(t, s, moved, map[string]Secret{"password": put("new"), "keyPassphrase": put("")})
			requireSecret(t, s, c.ID, "password", "new")
			_, err = s.Secret(t.Context(), c.ID, "password", "http://a:9200")
			requireElsewhere(t, err, Bound{"password", Origin(row.values)})
		})
	}
}

func requireElsewhere(t *testing.T, err error, want ...Bound) {
	t.Helper()
	var e *Elsewhere
	require.ErrorAs(t, err, &e)
	require.Equal(t, want, e.Secrets)
	require.NotContains(t, err.Error(), testSecret)
}

func TestOtherFieldsOfAConnectionChangeWithoutItsSecrets(t *testing.T) {
	s, _ := open(t)
	c := save(t, s, Connection{Name: "c", Driver: "x", Fields: at("disabled", "a", "9200")}, map[string]Secret{"password": put(testSecret)})
	c.Fields = at("disabled", "A", "9200")
	c.Fields["username"], c.Fields["prefix"] = "bert", "/es"
	save(t, s, c, nil)
	requireSecret(t, s, c.ID, "password", testSecret)
}

func TestASecretOfAnOlderFileBelongsToTheSavedAddress(t *testing.T) {
	s := openWith(t, `{"version":1,"connections":[{"id":"a","name":"A","driver":"x","fields":{"host":"a","port":"9200","ssl":"disabled"},"secrets":["password"]}]}`)
	require.NoError(t, s.secrets.Set(t.Context(), "a/password", testSecret))
	requireSecret(t, s, "a", "password", testSecret)
	c, err := s.Get("a")
	require.NoError(t, err)
	c.Fields = at("disabled", "b", "9200")
	_, err = s.Save(t.Context(), c, nil)
	requireElsewhere(t, err, Bound{"password", "http://a:9200"})

	require.NoError(t, s.Touch("a", "8"), "the file is written in its new form")
	requireSecret(t, s, "a", "password", testSecret)
	save(t, s, c, map[string]Secret{"password": put("new")})
	requireSecret(t, s, "a", "password", "new")
	_, err = s.secrets.Get(t.Context(), "a/password")
	require.ErrorIs(t, err, secrets.ErrNotFound, "the older key is cleaned up")
}

func TestAFileThatWasChangedByHandSendsNoSecretElsewhere(t *testing.T) {
	s, _ := open(t)
	c := save(t, s, Connection{Name: "c", Driver: "x", Fields: at("disabled", "typed.example", "9200")}, map[string]Secret{"password": put(testSecret)})
	text := fileText(t, s)
	changed := strings.Replace(text, `"host": "typed.example"`, `"host": "other.example"`, 1)
	require.NotEqual(t, text, changed)
	require.NoError(t, os.WriteFile(s.path, []byte(changed), 0o600))
	got, err := s.Get(c.ID)
	require.NoError(t, err)
	_, err = s.Secret(t.Context(), c.ID, "password", Origin(got.Fields))
	requireElsewhere(t, err, Bound{"password", "http://typed.example:9200"})
}

func TestASecretThatIsKeptForThisRunIsBoundToo(t *testing.T) {
	fallback := secrets.NewFallback(newFakeSecrets())
	s := Open(t.TempDir(), fallback)
	c := save(t, s, Connection{Name: "c", Driver: "x", Fields: at("disabled", "a", "9200")}, map[string]Secret{"password": put("stored for a")})
	c.Fields = at("disabled", "b", "9200")
	c, err := s.Save(secrets.KeepForThisRun(t.Context()), c, map[string]Secret{"password": put("typed for b")})
	require.NoError(t, err)
	requireSecret(t, s, c.ID, "password", "typed for b")
	_, err = s.Secret(t.Context(), c.ID, "password", "http://a:9200")
	requireElsewhere(t, err, Bound{"password", "http://b:9200"})

	twin, err := s.Duplicate(t.Context(), c.ID, false)
	require.NoError(t, err)
	_, err = s.Secret(t.Context(), twin.ID, "password", "http://a:9200")
	requireElsewhere(t, err, Bound{"password", "http://b:9200"})

	next := Open(filepath.Dir(s.path), s.secrets.(*secrets.Fallback))
	require.NoError(t, fallback.Delete(secrets.KeepForThisRun(t.Context()), SecretKey(c.ID, "password")))
	_, err = next.Secret(t.Context(), c.ID, "password", "http://b:9200")
	requireElsewhere(t, err, Bound{"password", "http://a:9200"})
}

func TestACopyHasItsSecretsForTheSameOrigin(t *testing.T) {
	s, _ := open(t)
	c := save(t, s, Connection{Name: "c", Driver: "x", Fields: at("disabled", "a", "9200")}, map[string]Secret{"password": put(testSecret)})
	twin, err := s.Duplicate(t.Context(), c.ID, false)
	require.NoError(t, err)
	requireSecret(t, s, twin.ID, "password", testSecret)
	twin.Fields = at("disabled", "b", "9200")
	_, err = s.Save(t.Context(), twin, nil)
	requireElsewhere(t, err, Bound{"password", "http://a:9200"})
}
