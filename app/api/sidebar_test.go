// SPEC: A-BRO-01
package api

import (
	"os"
	"path/filepath"
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

// SPEC: APP-19
func TestTheUsersWorkThatCannotBeReadIsSetAsideAndReportedWhenAConnectionOpens(t *testing.T) {
	for file, what := range map[string]string{
		"tabs.json": "the open tabs", "sidebars.json": "the sidebars", "filters.json": "the filters", "snippets.json": "the saved requests",
	} {
		t.Run(file, func(t *testing.T) {
			w := newWorld(t, "8.16.3")
			saved := w.save(t, w.draft(nil, typed("password", secret)))
			path := filepath.Join(w.Profile, file)
			require.NoError(t, os.WriteFile(path, []byte(`{"version":1,`), 0o600))
			info, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
			require.NoError(t, err)
			require.Equal(t, []string{"Quarry could not read " + what + ". The old file was saved as " + path + ".broken-1."}, info.Notices)
			require.FileExists(t, path+".broken-1")
			info, err = w.Connections.Open(ConnectRequest{ID: saved.ID})
			require.NoError(t, err)
			require.Empty(t, info.Notices)
		})
	}
}
