package objects_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/connection/session/sessiontest/fragile"
	"quarry/backend/data/objects"
)

// SPEC: A-BRO-01
func TestAliasesAndDataStreamsAreAskedForOnRequestOnly(t *testing.T) {
	server := sessiontest.Record(t, sessiontest.As8)
	s := sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", server.Address, sessiontest.Fields{"safeMode": session.SafeOff}), nil)
	_, err := objects.List(t.Context(), s, true)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"GET /", "GET /_cat/indices", "GET /_resolve/index/*"}, server.Sent())
}

// SPEC: CON-19
func TestWhatCannotBeListedIsSaidOnce(t *testing.T) {
	server := sessiontest.Record(t, sessiontest.AsFragile)
	table := session.New(sessiontest.Drivers(t))
	s := sessiontest.Open(t, table, sessiontest.To("fragile", server.Address, nil), nil)
	require.Equal(t, []string{fragile.Notice}, s.Server().Notices)
	for range 2 {
		list, err := objects.List(t.Context(), s, false)
		require.NoError(t, err)
		require.Len(t, list.Objects, 1)
		require.Equal(t, []string{"One is hidden."}, list.Notices)
	}
	report, err := table.Test(t.Context(), sessiontest.To("fragile", server.Address, nil), sessiontest.Holding(nil))
	require.NoError(t, err)
	require.Equal(t, []string{fragile.Notice, "One is hidden."}, report.Notices)
	require.Equal(t, "thing", report.Noun)
	require.Equal(t, []string{fragile.Notice}, s.Server().Notices)
}
