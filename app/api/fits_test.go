package api

// SPEC: A-EDT-08, B-EDT-04

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTypedValuesAreJudgedBeforeAnythingIsPlanned(t *testing.T) {
	w := newWorld(t, "8.16.3")
	sample, err := w.Connections.Sample(SampleRequest{})
	require.NoError(t, err)
	session, err := w.Connections.Open(ConnectRequest{ID: sample.ID})
	require.NoError(t, err)
	view, err := w.Grid.Open(OpenRequest{Session: session.ID, Object: "books"})
	require.NoError(t, err)
	fits, err := w.Edits.Fits(FitsRequest{View: view.ID, Cells: []TypedCell{
		{Column: "pages", Text: "276.5"}, {Column: "pages", Text: "276"}, {Column: "_id", Text: "x"}, {Column: "pages", Null: true}, {Column: "nothing", Text: "x"},
	}})
	require.NoError(t, err)
	require.Len(t, fits.Reasons, 5)
	require.Contains(t, fits.Reasons[0], "Not a")
	require.Equal(t, []string{"", "_id is not part of the stored document, so it cannot be edited.", "", "There is no column nothing."}, fits.Reasons[1:])

	_, err = w.Edits.Fits(FitsRequest{View: view.ID, Cells: make([]TypedCell, maxFits+1)})
	require.ErrorContains(t, err, "Check at most 1,000 cells at once.")
	_, err = w.Edits.Fits(FitsRequest{View: "none"})
	require.Error(t, err)
}
