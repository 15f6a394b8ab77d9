// SPEC: CON-22
package api

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// runs sends a writing request from the console of an open connection and returns why it was not sent, "" if it was.
func (w *world) runs(t *testing.T, s SessionInfo, shown ConsolePlans) string {
	t.Helper()
	_, err := w.Console.Send(SendRequest{Session: s.ID, Tab: "t1", Digest: shown.Plans[0].Digest})
	if err == nil {
		return ""
	}
	f := failed(t, err)
	require.Equal(t, "refused", f.Kind)
	return f.Message
}

func (w *world) shows(t *testing.T, s SessionInfo) ConsolePlans {
	t.Helper()
	plans, err := w.Console.Plan(ConsolePlanRequest{Session: s.ID, Tab: "t1", Text: "PUT /books/_doc/1\n{}"})
	require.NoError(t, err)
	return plans
}

func (w *world) mode(t *testing.T, s SessionInfo) string {
	t.Helper()
	at, err := w.Connections.SafeMode(SessionRequest{Session: s.ID})
	require.NoError(t, err)
	return at.SafeMode
}

// SPEC: CON-22
func TestAStricterSafeModeThatIsSavedHoldsForTheOpenConnection(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	s := w.reopen(t, saved)
	require.Equal(t, "off", s.SafeMode)
	before := w.shows(t, s)
	require.Equal(t, "", w.runs(t, s, before))

	before = w.shows(t, s)
	d := w.draft(map[string]string{"safeMode": "confirm"})
	d.ID = saved.ID
	w.save(t, d)
	require.Equal(t, "confirm", w.mode(t, s))
	require.Equal(t, "Safe mode became stricter after this request was prepared. Nothing was sent.", w.runs(t, s, before))
	before = w.shows(t, s)
	require.Equal(t, "confirm", before.Safe)

	d = w.draft(map[string]string{"safeMode": "read-only"})
	d.ID = saved.ID
	w.save(t, d)
	require.Equal(t, "read-only", w.mode(t, s))
	require.Equal(t, "This connection is read-only. Nothing was sent.", w.runs(t, s, before))
}

// SPEC: CON-22
func TestALooserSafeModeThatIsSavedDoesNotLoosenTheOpenConnection(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(map[string]string{"safeMode": "read-only"}, typed("password", secret)))
	s := w.reopen(t, saved)
	for _, looser := range []string{"confirm", "off", ""} {
		d := w.draft(map[string]string{"safeMode": looser})
		d.ID = saved.ID
		w.save(t, d)
		require.Equal(t, "read-only", w.mode(t, s))
		require.Equal(t, "This connection is read-only. Nothing was sent.", w.runs(t, s, w.shows(t, s)))
	}
}

// SPEC: CON-22
func TestTheSafeModeOfAnOpenConnectionIsSwitchedAndSaved(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	one, two := w.reopen(t, saved), w.reopen(t, saved)
	set := func(mode string) error {
		_, err := w.Connections.SetSafeMode(SafeModeRequest{Session: one.ID, Mode: mode})
		return err
	}
	require.NoError(t, set("read-only"))
	require.Equal(t, "read-only", w.mode(t, one))
	require.Equal(t, "read-only", w.mode(t, two), "a stricter mode holds for all that is open of the connection")
	got, err := w.Connections.Get(ConnectionRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Equal(t, "read-only", got.SafeMode)
	require.Equal(t, []string{"password"}, got.Secrets, "nothing else changes")

	require.NoError(t, set("off"))
	require.Equal(t, "", w.runs(t, one, w.shows(t, one)))
	require.Equal(t, "read-only", w.mode(t, two), "a looser one holds only where it was chosen")
	require.Equal(t, "invalid", failed(t, set("maybe")).Kind)
	require.Equal(t, "off", w.mode(t, one))
}

// SPEC: CON-22
func TestAStricterSafeModeHoldsEvenIfItCannotBeSavedAndALooserOneDoesNot(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(map[string]string{"safeMode": "confirm"}, typed("password", secret)))
	s := w.reopen(t, saved)
	file := filepath.Join(w.profile, "connections.json")
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.Remove(file))
	require.NoError(t, os.Mkdir(file, 0o700)) // nothing can be read or written there
	_, err = w.Connections.SetSafeMode(SafeModeRequest{Session: s.ID, Mode: "off"})
	require.Error(t, err)
	require.Equal(t, "confirm", w.mode(t, s))
	_, err = w.Connections.SetSafeMode(SafeModeRequest{Session: s.ID, Mode: "read-only"})
	require.Error(t, err)
	require.Equal(t, "read-only", w.mode(t, s))
	require.NoError(t, os.Remove(file))
	require.NoError(t, os.WriteFile(file, kept, 0o600))
}

// SPEC: CON-22
func TestAWriteObeysTheStricterModeThatAnotherWindowSaved(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	s := w.reopen(t, saved)
	shown := w.shows(t, s)
	file := filepath.Join(w.profile, "connections.json")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(text), `"safeMode": "off"`)
	other := []byte(strings.Replace(string(text), `"safeMode": "off"`, `"safeMode": "read-only"`, 1))
	require.NoError(t, os.WriteFile(file, other, 0o600))
	require.NotEqual(t, "", w.runs(t, s, shown))
	require.Equal(t, "read-only", w.mode(t, s))
}

// reopen opens a saved connection.
func (w *world) reopen(t *testing.T, c Connection) SessionInfo {
	t.Helper()
	s, err := w.Connections.Open(ConnectRequest{ID: c.ID})
	require.NoError(t, err)
	return s
}
