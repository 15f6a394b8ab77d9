// SPEC: CNS-08
package api

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/snippets"
)

func TestSavedRequestsAreThereForEveryConnectionOfTheirEngine(t *testing.T) {
	w := newWorld(t, "8.16.3")
	open := func() SessionRequest {
		info, err := w.Connections.Open(ConnectRequest{ID: w.save(t, w.draft(nil, typed("password", secret))).ID})
		require.NoError(t, err)
		return SessionRequest{Session: info.ID}
	}
	of := open()
	none, err := w.Snippets.List(of)
	require.NoError(t, err)
	require.Equal(t, SnippetList{Snippets: []Snippet{}}, none)
	save := func(name, text string) error {
		plan := ConsolePlanRequest{Session: of.Session, Tab: "t1", Text: text, Selection: ConsoleSelection{From: len(text), To: len(text)}}
		_, err := w.Snippets.Save(SaveSnippetRequest{plan, name, false})
		return err
	}
	require.NoError(t, save("newest", "GET /a\n\nGET /b\n{\"n\":1.0}"))
	require.Equal(t, "conflict", failed(t, save("Newest", "GET /a")).Kind)
	require.Equal(t, "refused", failed(t, save("user", "PUT /_security/user/joe\n{\"password\":\"x\"}")).Kind)
	require.Equal(t, "This request was not saved: it contains the credential of this connection.", failed(t, save("own", "GET /a?q="+secret)).Message)

	w.restart(t)
	of = open()
	renamed, err := w.Snippets.Rename(RenameSnippetRequest{of, "newest", "oldest"})
	require.NoError(t, err)
	require.Equal(t, []Snippet{{"oldest", "GET /b\n{\"n\":1.0}"}}, renamed.Snippets)
	data, err := os.ReadFile(filepath.Join(w.profile, snippets.FileName))
	require.NoError(t, err)
	require.NotContains(t, string(data), secret)
	left, err := w.Snippets.Remove(RemoveSnippetRequest{of, "oldest"})
	require.NoError(t, err)
	require.Empty(t, left.Snippets)
	_, err = w.Snippets.List(SessionRequest{Session: "elsewhere"})
	require.Equal(t, "This connection is closed.", failed(t, err).Message)
}
