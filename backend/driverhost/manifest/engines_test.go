package manifest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/manifest"
)

func engine(t *testing.T, id string) *manifest.Manifest {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "drivers", id, "manifest.json"))
	require.NoError(t, err)
	m, err := manifest.Parse(data)
	require.NoError(t, err)
	require.Equal(t, id, m.ID)
	return m
}

func fieldOf(t *testing.T, m *manifest.Manifest, id string) (manifest.Tab, manifest.Field) {
	t.Helper()
	for _, tab := range m.Form.Tabs {
		for _, field := range tab.Fields {
			if field.ID == id {
				return tab, field
			}
		}
	}
	require.Failf(t, "no such field", "%s has no field %s", m.ID, id)
	return manifest.Tab{}, manifest.Field{}
}

func labelsShown(m *manifest.Manifest, tab int, values map[string]string) []string {
	var labels []string
	for i := range m.Form.Tabs[tab].Fields {
		if field := &m.Form.Tabs[tab].Fields[i]; m.Visible(field, values) {
			labels = append(labels, field.Label)
		}
	}
	return labels
}

// SPEC: CON-01, CON-05, CON-16
func TestTheElasticsearchFormShowsTheFieldsOfTheChosenMethodOnly(t *testing.T) {
	m := engine(t, "elasticsearch")
	tests := []struct {
		method string
		want   []string
	}{
		{"password", []string{"Host", "Port", "Auth Method", "Username", "Password", "SSL Mode"}},
		{"apiKey", []string{"Host", "Port", "Auth Method", "API Key", "SSL Mode"}},
		{"none", []string{"Host", "Port", "Auth Method", "SSL Mode"}},
	}
	for _, test := range tests {
		t.Run(test.method, func(t *testing.T) {
			require.Equal(t, test.want, labelsShown(m, 0, map[string]string{"auth": test.method}))
		})
	}
	require.Equal(t, "localhost", m.Defaults()["host"])
	require.Equal(t, "9200", m.Defaults()["port"])
	tab, skip := fieldOf(t, m, "skipVerify")
	require.Equal(t, "Options", tab.Title)
	require.True(t, skip.Advanced)
	_, prefix := fieldOf(t, m, "prefix")
	require.True(t, prefix.Advanced)
	_, method := fieldOf(t, m, "auth")
	require.Contains(t, method.Options[2].Gloss, "7.x and development clusters")
}

// SPEC: CON-09
func TestElasticsearchCredentialsTravelAsBasicOrApiKeyOrNotAtAll(t *testing.T) {
	m := engine(t, "elasticsearch")
	basic := m.AuthFor(map[string]string{"auth": "password"})
	require.Equal(t, manifest.Basic, basic.Scheme)
	require.Equal(t, "username", basic.User)
	require.Equal(t, "password", basic.Secret)
	key := m.AuthFor(map[string]string{"auth": "apiKey"})
	require.Equal(t, "Authorization", key.Header)
	require.Equal(t, "ApiKey ", key.Prefix)
	require.Equal(t, "apiKey", key.Secret)
	require.Nil(t, m.AuthFor(map[string]string{"auth": "none"}))
}

// SPEC: CON-01, CON-06, CON-10, CON-14, CON-16
func TestTheTypesenseFormAsksForAKeyInPlaceOfUserAndPassword(t *testing.T) {
	m := engine(t, "typesense")
	require.Equal(t, []string{"Host", "Port", "API Key", "SSL Mode"}, labelsShown(m, 0, nil))
	require.Equal(t, "8108", m.Defaults()["port"])
	require.Equal(t, []manifest.Place{{Tab: "General", Label: "API Key", Secret: true}}, m.Missing(m.Defaults(), nil))
	require.Empty(t, m.Missing(m.Defaults(), []string{"apiKey"}))
	tab, skip := fieldOf(t, m, "skipVerify")
	require.Equal(t, "Options", tab.Title)
	require.False(t, skip.Advanced)
	require.Equal(t, "X-TYPESENSE-API-KEY", m.AuthFor(m.Defaults()).Header)
	require.Empty(t, m.AuthFor(m.Defaults()).Prefix)
	_, header := fieldOf(t, m, "keyHeader")
	require.Equal(t, "X-TYPESENSE-API-KEY", header.Default)
	require.Equal(t, "X-SEARCH-API-KEY", m.AuthFor(map[string]string{"keyHeader": "X-SEARCH-API-KEY"}).Header)
	require.Contains(t, m.Form.Note, "cannot be created from a URL")
}

// SPEC: CON-11, CON-12, CON-13, CON-20, CON-22, A-BRO-11
func TestBothFormsOfferTheSameNetworkAndSafetySettings(t *testing.T) {
	for _, id := range []string{"elasticsearch", "typesense"} {
		t.Run(id, func(t *testing.T) {
			m := engine(t, id)
			_, ssl := fieldOf(t, m, "ssl")
			require.Equal(t, "disabled", ssl.Default)
			require.Equal(t, []manifest.Option{
				{Value: "disabled", Label: "Disabled", Gloss: "Plain HTTP"},
				{Value: "preferred", Label: "Preferred", Gloss: "HTTPS, the same as Required"},
				{Value: "required", Label: "Required (skip verify)", Gloss: "HTTPS, any certificate"},
				{Value: "verify-ca", Label: "Verify CA", Gloss: "HTTPS, certificate checked, host name not"},
				{Value: "verify-identity", Label: "Verify Identity", Gloss: "HTTPS, certificate and host name checked"},
			}, ssl.Options)
			_, skip := fieldOf(t, m, "skipVerify")
			require.Equal(t, manifest.Switch, skip.Kind)
			require.Contains(t, skip.WarnOn, "also under Verify CA and Verify Identity")
			tab, ca := fieldOf(t, m, "caFile")
			require.Equal(t, "Network", tab.Title)
			require.Equal(t, manifest.File, ca.Kind)
			for _, mode := range []string{"verify-ca", "verify-identity"} {
				require.Equal(t, []string{"CA Certificate", "Client Certificate", "Client Key", "Key Passphrase"}, labelsShown(m, 1, map[string]string{"ssl": mode}))
			}
			for _, mode := range []string{"disabled", "preferred", "required"} {
				require.Empty(t, labelsShown(m, 1, map[string]string{"ssl": mode}), mode)
			}
			for _, file := range []string{"certFile", "keyFile"} {
				_, field := fieldOf(t, m, file)
				require.Equal(t, manifest.File, field.Kind)
			}
			require.Contains(t, m.Secrets(), "keyPassphrase")
			_, safe := fieldOf(t, m, "safeMode")
			require.True(t, safe.Segmented)
			require.Equal(t, []manifest.Option{{Value: "off", Label: "Off"}, {Value: "confirm", Label: "Confirm writes"}, {Value: "read-only", Label: "Read-only"}}, safe.Options)
			for _, timeout := range []string{"connectTimeout", "queryTimeout"} {
				_, field := fieldOf(t, m, timeout)
				require.Equal(t, "seconds", field.Suffix)
			}
			_, page := fieldOf(t, m, "pageSize")
			require.Equal(t, "1000", page.Default)
			require.Equal(t, "100", page.Options[0].Value)
			require.Equal(t, "10000", page.Options[len(page.Options)-1].Value)
			require.NoError(t, m.Check(m.Defaults()))
		})
	}
}

// SPEC: PLG-02, CON-02
func TestEveryDriverRunsOnEverySystem(t *testing.T) {
	for _, id := range []string{"elasticsearch", "typesense"} {
		require.Equal(t, manifest.PlatformAny, engine(t, id).Platform, id)
	}
	require.Equal(t, "Search and analytics engine", engine(t, "elasticsearch").Summary)
	require.Equal(t, "Typo-tolerant open-source search engine", engine(t, "typesense").Summary)
}
