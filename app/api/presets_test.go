// SPEC: A-FIL-09
package api

import (
	"os"
	"path/filepath"
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

// SPEC: A-BRO-08
func TestAnObjectIsOpenedWithWhatIsSavedForIt(t *testing.T) {
	w := newWorld(t, "8.16.3")
	sample, err := w.Connections.Sample(SampleRequest{})
	require.NoError(t, err)
	session, err := w.Connections.Open(ConnectRequest{ID: sample.ID})
	require.NoError(t, err)
	of, layouts := PresetsRequest{Session: session.ID, Object: "books"}, LayoutRequest{Session: session.ID, Object: "books"}
	open := func() ViewInfo {
		t.Helper()
		view, err := w.Grid.Open(OpenRequest{Session: session.ID, Object: "books"})
		require.NoError(t, err)
		return view
	}
	same := func() {
		t.Helper()
		view := open()
		layout, err := w.Layouts.Get(layouts)
		require.NoError(t, err)
		require.Equal(t, &layout, view.Layout)
		filters, err := w.Presets.List(of)
		require.NoError(t, err)
		require.Equal(t, &filters, view.Presets)
	}
	same()
	wide := Layout{Columns: []LayoutColumn{{Name: "title", Width: 300, Pinned: true}, {Name: "price", Hidden: true}}, HideEmpty: true, PageSize: 500}
	_, err = w.Layouts.Keep(KeepLayoutRequest{Session: session.ID, Object: "books", Layout: wide})
	require.NoError(t, err)
	poems := KeptFilter{Rows: []KeptRow{{Column: "genre", Operator: "equals", Values: []string{"poetry"}}}}
	_, err = w.Presets.Keep(KeepFilterRequest{of, poems})
	require.NoError(t, err)
	_, err = w.Presets.Save(SavePresetRequest{of, "Poems", poems, false})
	require.NoError(t, err)
	same()
	view := open()
	require.Equal(t, &wide, view.Layout)
	require.Equal(t, 500, view.PageSize)
	require.Equal(t, poems, view.Presets.Last)
	require.Equal(t, []Preset{{"Poems", poems}}, view.Presets.Presets)

	for _, name := range []string{"layouts.json", "filters.json"} {
		file := filepath.Join(w.profile, name)
		require.NoError(t, os.RemoveAll(file))
		require.NoError(t, os.Mkdir(file, 0o700))
	}
	view = open()
	require.Nil(t, view.Layout, "it is asked for again, with the reason")
	require.Nil(t, view.Presets)
	_, err = w.Layouts.Get(layouts)
	require.Error(t, err)
	_, err = w.Presets.List(of)
	require.Error(t, err)
}
