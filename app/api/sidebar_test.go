// SPEC: A-BRO-01
package api

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheSidebarOfAConnectionComesBackWithItAndGoesWithIt(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	open := func() string {
		info, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
		require.NoError(t, err)
		require.Equal(t, "Also list aliases and data streams", info.Also)
		return info.ID
	}
	session := open()
	none, err := w.Sidebar.Get(SessionRequest{Session: session})
	require.NoError(t, err)
	require.Equal(t, SidebarState{Favourites: []Favourite{}, Folded: []string{}}, none)
	want := SidebarState{Also: true, Sort: "size", Favourites: []Favourite{{Name: "books", Kind: "index"}, {Name: "live", Kind: "alias"}}, Folded: []string{"index"}}
	_, err = w.Sidebar.Keep(KeepSidebarRequest{Session: session, Sidebar: want})
	require.NoError(t, err)

	w.restart(t)
	got, err := w.Sidebar.Get(SessionRequest{Session: open()})
	require.NoError(t, err)
	require.Equal(t, want, got)

	_, err = w.Connections.Delete(ConnectionRequest{ID: saved.ID})
	require.NoError(t, err)
	kept, err := w.Sidebar.store.Get(saved.ID)
	require.NoError(t, err)
	require.Empty(t, kept)
	_, err = w.Sidebar.Keep(KeepSidebarRequest{Session: "elsewhere"})
	require.Equal(t, "This connection is closed.", failed(t, err).Message)
}
