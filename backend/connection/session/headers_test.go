// SPEC: CON-26, CON-08
package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/connections"
	"quarry/drivers/driver"
)

func TestBothEnginesReceiveTheExtraHeadersOfAConnection(t *testing.T) {
	stored := fields{"apiKey": "xyz", connections.HeaderSecret("x-tenant"): "acme-of-this-test"}
	for _, engine := range []string{"elasticsearch", "typesense"} {
		t.Run(engine, func(t *testing.T) {
			server := record(t, as8)
			if engine == "typesense" {
				server = record(t, asTypesense)
			}
			c := to(engine, server.Address, nil)
			c.Headers = []string{"X-Tenant"}
			table := New(drivers{t})
			s := opened(t, table, c, stored)
			_, err := Run[driver.ObjectList](t.Context(), s, driver.OpObjects, &driver.ObjectsArgs{}, nil)
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(server.Sent()), 2)
			for _, value := range server.Headers("X-Tenant") {
				require.Equal(t, "acme-of-this-test", value)
			}

			_, err = table.Open(t.Context(), c, holding(fields{"apiKey": "xyz"}))
			require.Equal(t, "Enter the value of the header X-Tenant to connect.", failure(t, err).Message)
		})
	}
}

func TestTheHeaderOfTheCredentialIsNoExtraHeader(t *testing.T) {
	m := manifestOf(t, "typesense")
	for header, values := range map[string]fields{"x-typesense-api-key": nil, "x-search-api-key": {"keyHeader": "X-SEARCH-API-KEY"}} {
		_, err := CheckHeaders(m, values, []string{header})
		require.Equal(t, "It contains this connection's key.", failure(t, err).Hint)
	}
	names, err := CheckHeaders(m, nil, []string{" x-search-api-key "})
	require.NoError(t, err)
	require.Equal(t, []string{"X-Search-Api-Key"}, names)
}
