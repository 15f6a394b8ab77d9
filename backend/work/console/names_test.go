// SPEC: CNS-07
package console

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
)

func TestFieldsAreReadAgainWhenTheyAreOldAndForgottenWithTheirSession(t *testing.T) {
	r := sessiontest.Record(t, func(w http.ResponseWriter, q *http.Request) {
		if strings.HasSuffix(q.URL.Path, "/_mapping") {
			w.Header().Set("X-Elastic-Product", "Elasticsearch")
			_, _ = w.Write([]byte(`{"books":{"mappings":{"properties":{"n":{"type":"long"}}}}}`))
			return
		}
		sessiontest.As8(w, q)
	})
	table := session.New(sessiontest.Drivers(t))
	s := sessiontest.Open(t, table, sessiontest.To("elasticsearch", r.Address, nil), nil)
	names := NewNames(grid.NewViews())
	moment := time.Unix(0, 0)
	names.now = func() time.Time { return moment }
	read := func(object string) int {
		_, err := names.Fields(t.Context(), s, object, nil)
		require.NoError(t, err)
		return strings.Count(strings.Join(r.Sent(), "\n"), "/_mapping")
	}
	require.Equal(t, 1, read("books"))
	require.Equal(t, 1, read("books"))
	require.Equal(t, 2, read("boo*"), "another pattern is another object")
	moment = moment.Add(namesFor)
	require.Equal(t, 3, read("books"))
	for range mostObjects {
		moment = moment.Add(time.Millisecond)
		_, err := names.Fields(t.Context(), s, "n"+moment.Format("150405.000"), nil)
		require.NoError(t, err)
	}
	require.Len(t, names.known[s.ID], mostObjects)
	require.NoError(t, table.Close(t.Context(), s.ID))
	require.Empty(t, names.known)
	_, err := names.Fields(t.Context(), s, "books", nil)
	require.Error(t, err)
	require.Empty(t, names.known)
}
