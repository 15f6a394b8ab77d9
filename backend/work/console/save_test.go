package console_test

// SPEC: CNS-09

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/work/console"
)

func TestAWholeResponseIsSavedAndReplacesNothingUnasked(t *testing.T) {
	whole := strings.Repeat("0123456789abcdef", 200<<10)
	e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(whole)) })
	s, c := opened(t, e, "elasticsearch", session.SafeOff), console.New()
	a, err := c.SendText(t.Context(), s, "t1", "GET books/_search")
	require.NoError(t, err)
	folder := t.TempDir()
	path := filepath.Join(folder, "response.json")
	require.NoError(t, c.Save(t.Context(), s, a.Number, path, false))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, whole == string(got))
	require.Equal(t, console.CodeExists, sessiontest.Failure(t, c.Save(t.Context(), s, a.Number, path, false)).Code)
	require.NoError(t, c.Save(t.Context(), s, a.Number, path, true))

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.Error(t, c.Save(ended, s, a.Number, filepath.Join(folder, "cancelled"), false))
	require.Error(t, c.Save(t.Context(), s, 99, filepath.Join(folder, "gone"), false))
	require.Error(t, c.Save(t.Context(), s, a.Number, "relative", false))
	require.Contains(t, sessiontest.Failure(t, c.Save(t.Context(), s, a.Number, filepath.Join(folder, "no", "folder"), false)).Message, "The folder does not exist.")
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, left, 1, "what was not saved whole leaves no file")
}

// meddled is a context that does something whenever it is asked whether it has ended.
type meddled struct {
	context.Context
	do func()
}

func (m meddled) Err() error {
	m.do()
	return m.Context.Err()
}

func TestAFileThatAppearsWhileAResponseIsSavedIsNotReplaced(t *testing.T) {
	e := speaking(t, sessiontest.As8, ok)
	s, c := opened(t, e, "elasticsearch", session.SafeOff), console.New()
	a, err := c.SendText(t.Context(), s, "t1", "GET books/_search")
	require.NoError(t, err)
	folder := t.TempDir()
	path := filepath.Join(folder, "response.json")
	ctx := meddled{t.Context(), func() { require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600)) }}
	require.Equal(t, console.CodeExists, sessiontest.Failure(t, c.Save(ctx, s, a.Number, path, false)).Code)
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "mine", string(got))
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, left, 1)
	require.NoError(t, c.Save(ctx, s, a.Number, path, true))
}

func TestClosingTheSessionWaitsUntilASavedResponseHasLeftNothing(t *testing.T) {
	e := speaking(t, sessiontest.As8, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 3<<20)) })
	table, c := session.New(sessiontest.Drivers(t)), console.New()
	s := sessiontest.Open(t, table, sessiontest.To("elasticsearch", e.Address, nil), nil)
	e.greeted.Store(true)
	a, err := c.SendText(t.Context(), s, "t1", "GET books/_search")
	require.NoError(t, err)
	folder, closed, early := t.TempDir(), make(chan error, 1), false
	var begin sync.Once
	ctx := meddled{t.Context(), func() {
		begin.Do(func() {
			go func() { closed <- table.Close(context.Background(), s.ID) }()
			select { // writing takes its time
			case <-closed:
				early = true
			case <-time.After(200 * time.Millisecond):
			}
		})
	}}
	require.Error(t, c.Save(ctx, s, a.Number, filepath.Join(folder, "response.json"), false))
	require.False(t, early, "a process that ends now would leave a part of the file")
	require.NoError(t, <-closed)
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
}
