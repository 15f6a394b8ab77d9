// SPEC: APP-09, CON-08, CON-21
package connections

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/secrets"
)

func preset(id, host string) Connection {
	return Connection{ID: PresetID(id), Name: "Preset " + id, Driver: "d", Fields: map[string]string{"host": host, "port": "9000"}}
}

func presetStore(folder string, store secrets.Store, list ...Connection) *Store {
	s := Open(folder, store)
	s.Presets = Presets{Title: "Example", Connections: list}
	return s
}

func TestTheOrganisationsConnectionsComeFirstInTheirGroup(t *testing.T) {
	folder, store := t.TempDir(), secrets.Memory()
	own, err := Open(folder, store).Save(t.Context(), Connection{Name: "own", Driver: "d", Group: "Mine", Fields: map[string]string{"host": "h"}}, nil)
	require.NoError(t, err)
	s := presetStore(folder, store, preset("a", "one"), preset("b", "two"))
	list, err := s.List()
	require.NoError(t, err)
	require.Len(t, list, 3)
	require.Equal(t, []string{"policy:a", "policy:b", own.ID}, []string{list[0].ID, list[1].ID, list[2].ID})
	require.Equal(t, "Example", list[0].Group)
	groups, err := s.Groups()
	require.NoError(t, err)
	require.Equal(t, "Example", groups[0].Name)
	require.True(t, s.IsPresetGroup("Example"))

	require.NoError(t, s.CollapseGroup("Example", true))
	groups, err = s.Groups()
	require.NoError(t, err)
	require.Equal(t, Group{Name: "Example", Collapsed: true}, groups[0])

	s.Presets = Presets{}
	groups, err = s.Groups()
	require.NoError(t, err)
	require.Equal(t, []Group{{Name: "Mine"}}, groups, "the group goes with the policy")
}

func TestTheOrganisationsConnectionsCannotBeChanged(t *testing.T) {
	s := presetStore(t.TempDir(), secrets.Memory(), preset("a", "one"))
	own, err := s.Save(t.Context(), Connection{Name: "own", Driver: "d", Group: "Example", Fields: map[string]string{"host": "h"}}, nil)
	require.NoError(t, err)
	require.Empty(t, own.Group, "a connection of the user is not in it")
	changed := preset("a", "evil")
	for name, change := range map[string]func() error{
		"its form":           func() error { _, err := s.Save(t.Context(), changed, nil); return err },
		"a field":            func() error { return s.SetField("policy:a", "host", "evil") },
		"its tags":           func() error { return s.Mark("policy:a", "red", nil) },
		"its place":          func() error { return s.Move("policy:a", "", "") },
		"deleting it":        func() error { return s.Delete(t.Context(), "policy:a") },
		"another into it":    func() error { return s.Move(own.ID, "Example", "") },
		"the group's name":   func() error { return s.RenameGroup("Example", "x") },
		"the group's place":  func() error { return s.MoveGroup("Example", "") },
		"deleting the group": func() error { return s.DeleteGroup("Example") },
	} {
		require.ErrorContains(t, change(), "Your organisation set this", name)
	}
	twin, err := s.Duplicate(t.Context(), "policy:a", false)
	require.NoError(t, err)
	require.False(t, IsPreset(twin.ID))
	require.Empty(t, twin.Group)
	require.NoError(t, s.SetField(twin.ID, "host", "other"))
}

func TestTheUsersSecretOfAnOrganisationsConnectionIsForItsAddressOnly(t *testing.T) {
	folder, store := t.TempDir(), secrets.Memory()
	s := presetStore(folder, store, preset("a", "one"))
	saved, err := s.Save(t.Context(), preset("a", "one"), map[string]Secret{"password": {Replace: true, Value: "x"}})
	require.NoError(t, err)
	require.Equal(t, []string{"password"}, saved.Secrets)
	require.NoError(t, s.Touch("policy:a", "9.1"))
	text, err := os.ReadFile(filepath.Join(folder, FileName))
	require.NoError(t, err)
	require.NotContains(t, string(text), `"one"`, "the file does not repeat the policy")

	origin := Origin(saved.Fields)
	value, err := s.Secret(t.Context(), "policy:a", "password", origin)
	require.NoError(t, err)
	require.Equal(t, "x", value)
	got, err := s.Get("policy:a")
	require.NoError(t, err)
	require.Equal(t, "9.1", got.Version)

	moved := presetStore(folder, store, preset("a", "two"))
	got, err = moved.Get("policy:a")
	require.NoError(t, err)
	require.Equal(t, "two", got.Fields["host"])
	_, err = moved.Secret(t.Context(), "policy:a", "password", Origin(got.Fields))
	require.ErrorAs(t, err, new(*Elsewhere))

	unknown := Open(folder, store)
	unknown.Presets.Unknown = true
	list, err := unknown.List()
	require.NoError(t, err)
	require.Empty(t, list)
	require.NoError(t, unknown.AddGroup("g"), "connections that are not shown survive a change")
	value, err = s.Secret(t.Context(), "policy:a", "password", origin)
	require.NoError(t, err)
	require.Equal(t, "x", value)

	gone := Open(folder, store)
	require.NoError(t, gone.AddGroup("h"))
	text, err = os.ReadFile(filepath.Join(folder, FileName))
	require.NoError(t, err)
	require.NotContains(t, string(text), "policy:a\"")
	require.Contains(t, string(text), unusedMember, "its secret is deleted later")
}
