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
		storable           bool
	}{
		{"a search", "elasticsearch", "GET books/_search\n{\"query\":{}}", true},
		{"a route of users", "elasticsearch", "PUT /_security/user/joe\n{\"password\":\"x\"}", false},
		{"a private request below another one", "elasticsearch", "GET books/_search\n\n  put\t_security/user/joe\n{}", false},
		{"a private request whose body has not been typed", "elasticsearch", "GET books\nPOST _security/api_key", false},
		{"a second request that the console refuses", "elasticsearch", "GET books/_search\n\nPOST _sql\n{}", true},
		{"a second request without a path", "elasticsearch", "GET books/_search\nPOST\n", true},
		{"a text that is not a request", "elasticsearch", "curl -u joe:secret https://es.example", false},
		{"nothing", "elasticsearch", " \n", false},
		{"keys", "typesense", "POST /keys\n{}", false},
		{"collections", "typesense", "GET /collections", true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e := speaking(t, greeting[row.engine], ok)
			s, c := opened(t, e, row.engine, ""), console.New()
			storable, err := c.Storable(t.Context(), s, row.text)
			require.NoError(t, err)
			require.Equal(t, row.storable, storable)
			require.Empty(t, e.heard(), "nothing is sent")
			require.Zero(t, s.Shelf().Len())
		})
	}
}
