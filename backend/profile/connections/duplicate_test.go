// SPEC: CON-21, CON-08
package connections

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/secrets"
)

func TestACopyStandsAfterItsOriginalUnderANameOfItsOwnWithSecretsOfItsOwn(t *testing.T) {
	s, _ := open(t)
	first := save(t, s, sample(), map[string]Secret{"password": put(testSecret)})
	other := save(t, s, Connection{Name: "other", Driver: "sample"}, nil)
	require.NoError(t, s.Touch(first.ID, "8.16.3"))

	one, err := s.Duplicate(t.Context(), first.ID, false)
	require.NoError(t, err)
	two, err := s.Duplicate(t.Context(), first.ID, false)
	require.NoError(t, err)
	require.Equal(t, first.Name+" copy", one.Name)
	require.Equal(t, first.Name+" copy 2", two.Name)
	list, err := s.List()
	require.NoError(t, err)
	require.Equal(t, []string{first.ID, two.ID, one.ID, other.ID}, []string{list[0].ID, list[1].ID, list[2].ID, list[3].ID})

	want := first
	want.ID, want.Name, want.Version = one.ID, one.Name, "8.16.3"
	require.Equal(t, want, list[2], "nothing else differs, and it was never opened")
	requireSecret(t, s, one.ID, "password", testSecret)

	save(t, s, one, map[string]Secret{"password": put("another")})
	requireSecret(t, s, first.ID, "password", testSecret)
	require.NoError(t, s.Delete(t.Context(), first.ID))
	requireSecret(t, s, two.ID, "password", testSecret)
	require.NotContains(t, fileText(t, s), testSecret)
	_, err = s.Duplicate(t.Context(), first.ID, false)
	require.ErrorIs(t, err, ErrNotFound)
}

func TestWhatIsNotKnownOfAConnectionIsCopiedToo(t *testing.T) {
	s := openWith(t, `{"connections":[{"id":"a","name":"A","driver":"x","later":[1.0]}]}`)
	_, err := s.Duplicate(t.Context(), "a", false)
	require.NoError(t, err)
	doc, err := s.read()
	require.NoError(t, err)
	require.JSONEq(t, "[1.0]", string(doc.records[1].rest["later"]))
}

func TestWithoutACredentialStoreACopyIsMadeOnlyWithoutItsSecrets(t *testing.T) {
	s, kept := open(t)
	first := save(t, s, sample(), map[string]Secret{"password": put(testSecret)})
	require.NoError(t, s.CollapseGroup(sample().Group, false)) // writes the group that the connection names
	before := fileText(t, s)
	kept.refuse = "password"
	_, err := s.Duplicate(t.Context(), first.ID, false)
	require.ErrorIs(t, err, errDown)
	require.NotContains(t, err.Error(), testSecret)
	require.Equal(t, before, fileText(t, s))

	twin, err := s.Duplicate(t.Context(), first.ID, true)
	require.NoError(t, err)
	require.Empty(t, twin.Secrets)
	requireSecret(t, s, twin.ID, "password", "")
}

func TestASecretThatIsKeptForThisRunIsCopiedForThisRun(t *testing.T) {
	down := newFakeSecrets()
	down.refuse = "password"
	fallback := secrets.NewFallback(down)
	s := Open(t.TempDir(), fallback)
	first, err := s.Save(secrets.KeepForThisRun(t.Context()), sample(), map[string]Secret{"password": put(testSecret)})
	require.NoError(t, err)
	twin, err := s.Duplicate(t.Context(), first.ID, false)
	require.NoError(t, err)
	require.Equal(t, []string{"password"}, twin.Secrets)
	require.True(t, fallback.Kept(SecretKey(twin.ID, "password")))
	requireSecret(t, s, twin.ID, "password", testSecret)
}
