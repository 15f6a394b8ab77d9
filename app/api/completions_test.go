// SPEC: CNS-07, PLG-07
package api

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/driverhost/manifest"
)

func TestAConsoleGetsTheCompletionFactsOfItsDriver(t *testing.T) {
	w := newWorld(t, "8.16.3")
	info, err := w.Connections.Open(ConnectRequest{ID: w.save(t, w.draft(nil, typed("password", secret))).ID})
	require.NoError(t, err)
	require.Equal(t, engine+" 0.1.0", info.Completion)
	var about Nothing
	status, facts := w.data(t, http.MethodGet, "/data/completion?session="+info.ID, &about)
	require.Equal(t, http.StatusOK, status)
	require.Equal(t, string(cataloguetest.Completion(t, engine)), string(facts))
	require.Contains(t, string(facts), "/{index}/_search")

	status, _ = w.data(t, http.MethodGet, "/data/completion?session=none", &about)
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.Empty(t, completionOf(&manifest.Manifest{ID: "other", Version: "1.0.0"}))
}
