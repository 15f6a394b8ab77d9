package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnEditorIsComparedWithOneThatHasAShortText(t *testing.T) {
	results, err := editedResults([]byte(`{"engine":"Chromium","lines":10000,"keystroke":[20,10,12],"parse":[1],"complete":[2]}
{"engine":"Chromium","lines":100,"keystroke":[6],"parse":[1],"complete":[2]}
`))
	require.NoError(t, err)
	require.Len(t, results, 4)
	require.Equal(t, "console, 10000 lines, Chromium, a keystroke to painted", results[0].what)
	require.False(t, results[0].over())
	require.InDelta(t, 2, results[1].value, 1e-9)
}

func TestAnEditorThatWasNotMeasuredIsAnError(t *testing.T) {
	for _, lines := range []string{
		`{"engine":"Chromium","lines":10000,"keystroke":[],"parse":[1],"complete":[2]}`,
		`{"engine":"A","lines":9,"keystroke":[1],"parse":[1],"complete":[2]}` + "\n" + `{"engine":"B","lines":1,"keystroke":[1],"parse":[1],"complete":[2]}`,
		`{`,
	} {
		_, err := editedResults([]byte(lines))
		require.Error(t, err, lines)
	}
}
