// SPEC: A-FIL-09
package api

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheFiltersOfAConnectionComeBackWithItAndGoWithIt(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	open := func() PresetsRequest {
		info, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
		require.NoError(t, err)
		return PresetsRequest{Session: info.ID, Object: "books"}
	}
	of := open()
	none, err := w.Presets.List(of)
	require.NoError(t, err)
	require.Equal(t, ObjectFilters{Presets: []Preset{}, Last: KeptFilter{Rows: []KeptRow{}}}, none)

	want := KeptFilter{Any: true, Rows: []KeptRow{
		{Column: "price", Operator: "between", Values: []string{"9007199254740993", "1e400"}},
		{Column: "offers.stock", Operator: "is not null", Values: []string{}, SameElement: true, Off: true},
		{Column: "title", Operator: "contains", Values: []string{"Tide"}, FoldCase: true},
	}}
	_, err = w.Presets.Keep(KeepFilterRequest{of, want})
	require.NoError(t, err)
	_, err = w.Presets.Save(SavePresetRequest{of, "Cheap", want, false})
	require.NoError(t, err)
	_, err = w.Presets.Save(SavePresetRequest{of, "Cheap", KeptFilter{Rows: want.Rows[:1]}, false})
	require.Equal(t, "conflict", failed(t, err).Kind)
	renamed, err := w.Presets.Rename(RenamePresetRequest{of, "Cheap", "In stock"})
	require.NoError(t, err)
	require.Equal(t, []Preset{{"In stock", want}}, renamed.Presets)

	w.restart(t)
	of = open()
	got, err := w.Presets.List(of)
	require.NoError(t, err)
	require.Equal(t, []Preset{{"In stock", want}}, got.Presets)
	require.Equal(t, want, got.Last)
	require.Regexp(t, `^\d{13}$`, got.At)
	got, err = w.Presets.Remove(RemovePresetRequest{of, "In stock"})
	require.NoError(t, err)
	require.Empty(t, got.Presets)

	_, err = w.Connections.Delete(ConnectionRequest{ID: saved.ID})
	require.NoError(t, err)
	kept, err := w.Presets.store.Get(saved.ID, "books")
	require.NoError(t, err)
	require.Empty(t, kept)
	_, err = w.Presets.List(PresetsRequest{Session: "elsewhere"})
	require.Equal(t, "This connection is closed.", failed(t, err).Message)
}
