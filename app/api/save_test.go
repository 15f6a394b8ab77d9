// SPEC: CON-21
package api

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheDialogForAFileToWriteGivesItsPath(t *testing.T) {
	a := &App{calls: NewCalls(nil)}
	_, err := a.PickSave(PickSaveRequest{})
	require.Equal(t, "File dialogs are not available. Type the path.", failed(t, err).Message)

	var asked []string
	a.save = func(title, path string) (string, error) {
		asked = append(asked, title, path)
		return "/chosen.json", nil
	}
	got, err := a.PickSave(PickSaveRequest{Title: "Export", Path: "/suggested.json"})
	require.NoError(t, err)
	require.Equal(t, "/chosen.json", got.Path)
	require.Equal(t, []string{"Export", "/suggested.json"}, asked)

	a.save = func(string, string) (string, error) { return "", errors.New("no display") }
	_, err = a.PickSave(PickSaveRequest{})
	require.Equal(t, "no display", failed(t, err).Message)
}
