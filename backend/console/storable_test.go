package console_test

// SPEC: CNS-08

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/console"
)

func TestATextWithARequestThatCanCarryCredentialsIsNotStored(t *testing.T) {
	rows := []struct {
		name, engine, text string
		want               console.Unstorable
	}{
		{"a search", "elasticsearch", "GET books/_search\n{\"query\":{}}", ""},
		{"a route of users", "elasticsearch", "PUT /_security/user/joe\n{\"password\":\"x\"}", console.UnstorablePrivate},
		{"a private request below another one", "elasticsearch", "GET books/_search\n\n  put\t_security/user/joe\n{}", console.UnstorablePrivate},
		{"a private request whose body has not been typed", "elasticsearch", "GET books\nPOST _security/api_key", console.UnstorablePrivate},
		{"a second request that the console refuses", "elasticsearch", "GET books/_search\n\nPOST _sql\n{}", ""},
		{"a second request without a path", "elasticsearch", "GET books/_search\nPOST\n", ""},
		{"a text that is not a request", "elasticsearch", "curl -u joe:secret https://es.example", console.UnstorableUnclear},
		{"nothing", "elasticsearch", " \n", console.UnstorableUnclear},
		{"keys", "typesense", "POST /keys\n{}", console.UnstorablePrivate},
		{"collections", "typesense", "GET /collections", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := speaking(t, greeting[row.engine], ok)
			s, c := opened(t, e, row.engine, ""), console.New()
			why, err := c.Storable(t.Context(), s, row.text)
			require.NoError(t, err)
			require.Equal(t, row.want, why)
			require.Empty(t, e.heard(), "nothing is sent")
			require.Zero(t, s.Shelf().Len())
		})
	}
}
