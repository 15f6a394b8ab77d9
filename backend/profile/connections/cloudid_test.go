// SPEC: CON-27

package connections

import (
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func cloudID(name, plain string) string {
	return name + ":" + base64.StdEncoding.EncodeToString([]byte(plain))
}

// SPEC: CON-27
func TestACloudIDIsAnAddress(t *testing.T) {
	const domain, cluster = "us-east-1.aws.found.io", "cec6f261a74bf24ce33bb8811b84294f"
	tests := []struct{ name, text, want string }{
		{"as it is shown", cloudID("prod", domain+"$"+cluster+"$c6c2ca6d042249af0cc7d7a9e9625743"), "https://" + cluster + "." + domain + ":443"},
		{"without Kibana", cloudID("prod", domain+"$"+cluster), "https://" + cluster + "." + domain + ":443"},
		{"a port of the domain", cloudID("prod", domain+":9243$"+cluster+"$"), "https://" + cluster + "." + domain + ":9243"},
		{"a port of the cluster", cloudID("prod", domain+":9243$"+cluster+":9244$kb"), "https://" + cluster + "." + domain + ":9244"},
		{"spaces around it", "  " + cloudID("prod", domain+"$"+cluster) + "\n", "https://" + cluster + "." + domain + ":443"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, err := ParseAddress(test.text)
			require.NoError(t, err)
			require.Equal(t, test.want, a.String())
			require.Equal(t, "prod", a.Name)
			require.True(t, a.CloudID)
		})
	}
}

// SPEC: CON-27
func TestWhatOnlyLooksLikeACloudIDIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"no separator":        cloudID("prod", "us-east-1.aws.found.io"),
		"a path":              cloudID("prod", "a.example/x$cluster"),
		"a user":              cloudID("prod", "a.example$user@other"),
		"no cluster":          cloudID("prod", "us-east-1.aws.found.io$"),
		"a port that is none": cloudID("prod", "a.example:99999$cluster"),
		"bytes":               cloudID("prod", "a.example\x00\x01$cluster"),
	} {
		_, err := ParseAddress(text)
		var e *driver.Error
		require.ErrorAs(t, err, &e, name)
		require.Equal(t, "This is not a Cloud ID.", e.Message, name)
	}
	a, err := ParseAddress("https://es.example:9243/es")
	require.NoError(t, err)
	require.Equal(t, "https://es.example:9243/es", a.String(), "a URL is read as before")
}

// SPEC: CON-27
func TestACloudIDFillsInHostPortAndSSLMode(t *testing.T) {
	a, err := ParseAddress(cloudID("prod", "eu.example$abc"))
	require.NoError(t, err)
	m := manifestOf(t, "elasticsearch")
	taken, err := a.Take(m, m.Defaults())
	require.NoError(t, err)
	require.Equal(t, map[string]string{"host": "abc.eu.example", "port": "443", "ssl": "verify-identity", "prefix": ""}, taken.Values)
	_, err = a.Take(manifestOf(t, "typesense"), nil)
	require.Error(t, err)
}
