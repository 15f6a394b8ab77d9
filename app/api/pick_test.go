// SPEC: APP-01
package api

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheDialogForAFileShowsTheFilesOfItsKind(t *testing.T) {
	a := &App{calls: NewCalls(nil)}
	_, err := a.PickFile(PickFileRequest{})
	require.Equal(t, "File dialogs are not available. Type the path.", failed(t, err).Message)

	var title string
	var filter FileFilter
	a.files = func(asked string, with FileFilter) (string, error) {
		title, filter = asked, with
		return "/chosen", nil
	}
	for _, row := range []struct {
		kind string
		want FileFilter
	}{
		{"", FileFilter{}},
		{"package", FileFilter{"Driver packages", []string{"*.qdrv"}}},
		{"index", FileFilter{"Registry indexes", []string{"*.json"}}},
		{"certificate", FileFilter{"Certificates and keys", []string{"*.pem", "*.crt", "*.cer", "*.cert", "*.ca-bundle", "*.key", "*.p12", "*.pfx"}}},
	} {
		t.Run(row.kind, func(t *testing.T) {
			got, err := a.PickFile(PickFileRequest{Title: "Choose", Kind: row.kind})
			require.NoError(t, err)
			require.Equal(t, "/chosen", got.Path)
			require.Equal(t, "Choose", title)
			require.Equal(t, row.want, filter)
		})
	}

	title = ""
	_, err = a.PickFile(PickFileRequest{Title: "Choose", Kind: "unheard of"})
	require.Equal(t, "Unknown kind of file.", failed(t, err).Message)
	require.Empty(t, title, "no dialog is shown")

	a.files = func(string, FileFilter) (string, error) { return "", errors.New("no display") }
	_, err = a.PickFile(PickFileRequest{})
	require.Equal(t, "Unexpected error: no display.", failed(t, err).Message)
}
