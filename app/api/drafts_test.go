// SPEC: APP-03
package api

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/secrets"
	"quarry/backend/profile/unsaved"
)

func TestUnsavedEditsComeBackAfterARestartAndGoWithTheirConnection(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	keep := func(connection, object, text string) error {
		_, err := w.Drafts.Save(SaveDraftRequest{Connection: connection, Object: object, Draft: text})
		return err
	}
	list := func() DraftList {
		got, err := w.Drafts.List(DraftsRequest{Connection: saved.ID})
		require.NoError(t, err)
		return got
	}
	require.Equal(t, DraftList{Drafts: []SavedDraft{}}, list())
	require.NoError(t, keep(saved.ID, "books", `{"n":12345678901234567890}`))
	require.NoError(t, keep(sampleID, "books", "{}"))
	require.Equal(t, "not-found", failed(t, keep("deleted", "books", "{}")).Kind)

	w.restart(t)
	got := list()
	require.Len(t, got.Drafts, 1)
	require.Equal(t, "books", got.Drafts[0].Object)
	require.Equal(t, `{"n":12345678901234567890}`, got.Drafts[0].Draft)
	require.Regexp(t, `^\d{13}$`, got.Drafts[0].Saved)

	_, err := w.Connections.Delete(ConnectionRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Empty(t, list().Drafts)
	require.NoError(t, keep(saved.ID, "books", ""), "there is nothing to remove")
	require.NoError(t, keep(sampleID, "books", ""))
	require.NoFileExists(t, filepath.Join(w.profile, unsaved.FileName))
}

func TestAUserCanChooseThatUnsavedEditsAreNotStored(t *testing.T) {
	w := newWorld(t, "8.16.3")
	path := filepath.Join(w.profile, unsaved.FileName)
	info, err := w.Settings.Get(SettingsRequest{})
	require.NoError(t, err)
	require.True(t, info.KeepUnsaved)
	save := SaveDraftRequest{Connection: sampleID, Object: "books", Draft: "{}"}
	_, err = w.Drafts.Save(save)
	require.NoError(t, err)
	require.FileExists(t, path)

	info, err = w.Settings.SetKeepUnsaved(KeepUnsavedRequest{Keep: false})
	require.NoError(t, err)
	require.False(t, info.KeepUnsaved)
	require.NoFileExists(t, path)
	w.restart(t)
	_, err = w.Drafts.Save(save)
	require.NoError(t, err)
	require.NoFileExists(t, path)
	got, err := w.Drafts.List(DraftsRequest{Connection: sampleID})
	require.NoError(t, err)
	require.Equal(t, DraftList{Drafts: []SavedDraft{}, Off: true}, got)

	info, err = w.Settings.SetKeepUnsaved(KeepUnsavedRequest{Keep: true})
	require.NoError(t, err)
	require.True(t, info.KeepUnsaved)
	_, err = w.Drafts.Save(save)
	require.NoError(t, err)
	require.FileExists(t, path)
}

func TestUnsavedEditsOfAWindowThatIsOpenAreNotOfferedToAnotherOne(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	second := assemble(Config{Registry: w.registry.Address, Window: true}, folders{w.profile, w.profile}, w.registry.Keys, secrets.NewFallback(w.store))
	t.Cleanup(func() { second.Close(t.Context()) })
	_, err := w.Drafts.Save(SaveDraftRequest{Call: "one.1", Connection: saved.ID, Object: "books", Page: "one", Draft: "{}"})
	require.NoError(t, err)
	offered := func() []SavedDraft {
		got, err := second.Drafts.List(DraftsRequest{Call: "two.1", Connection: saved.ID, Page: "two"})
		require.NoError(t, err)
		return got.Drafts
	}
	require.Empty(t, offered())
	w.Close(t.Context())
	require.Len(t, offered(), 1)
}
