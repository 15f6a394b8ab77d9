// SPEC: APP-03, APP-14
package api

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheTabsOfAConnectionComeBackWithItAndGoWithIt(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	open := func() string {
		info, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
		require.NoError(t, err)
		return info.ID
	}
	session := open()
	none, err := w.Tabs.Get(SessionRequest{Session: session})
	require.NoError(t, err)
	require.Equal(t, OpenTabs{Tabs: []OpenTab{}, Named: []NamedObject{}}, none)
	want := OpenTabs{Tabs: []OpenTab{{Kind: "objects", State: []TabValue{{"object", "books"}, {"sort", `[{"column":"id","desc":true}]`}}}, {Kind: "dashboard", State: []TabValue{}}}, Active: 1, Named: []NamedObject{{Name: "live", Kind: "alias"}}}
	_, err = w.Tabs.Keep(KeepTabsRequest{Session: session, Open: want})
	require.NoError(t, err)

	w.restart(t)
	got, err := w.Tabs.Get(SessionRequest{Session: open()})
	require.NoError(t, err)
	require.Equal(t, want, got)

	_, err = w.Connections.Delete(ConnectionRequest{ID: saved.ID})
	require.NoError(t, err)
	kept, err := w.Tabs.store.Get(saved.ID)
	require.NoError(t, err)
	require.Empty(t, kept)
	_, err = w.Tabs.Keep(KeepTabsRequest{Session: "elsewhere"})
	require.Equal(t, "This connection is closed.", failed(t, err).Message)
}
