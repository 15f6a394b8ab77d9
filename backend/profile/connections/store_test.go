package connections

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile"
	"quarry/backend/profile/secrets"
)

const testSecret = "s3cr3t-Pa55"

// fakeSecrets is a store in memory that can refuse one field, do something before storing, or refuse to delete.
type fakeSecrets struct {
	secrets.Store
	refuse  string
	before  func()
	keepAll bool

	mu   sync.Mutex
	have map[string]bool
}

var errDown = errors.New("the store is down")

func newFakeSecrets() *fakeSecrets {
	return &fakeSecrets{Store: secrets.Memory(), have: map[string]bool{}}
}

// keys lists the keys that have a secret.
func (f *fakeSecrets) keys() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Sorted(maps.Keys(f.have))
}

func (f *fakeSecrets) note(key string, there bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if there {
		f.have[key] = true
	} else {
		delete(f.have, key)
	}
}

func (f *fakeSecrets) refused(key string) bool {
	return f.refuse != "" && slices.Contains(strings.Split(key, "/"), f.refuse)
}

func (f *fakeSecrets) Set(ctx context.Context, key, value string) error {
	if f.before != nil {
		f.before()
	}
	if f.refused(key) {
		return errDown
	}
	f.note(key, true)
	return f.Store.Set(ctx, key, value)
}

func (f *fakeSecrets) Delete(ctx context.Context, key string) error {
	if f.refused(key) || f.keepAll {
		return errDown
	}
	f.note(key, false)
	return f.Store.Delete(ctx, key)
}

func open(t *testing.T) (*Store, *fakeSecrets) {
	t.Helper()
	kept := newFakeSecrets()
	s := Open(filepath.Join(t.TempDir(), "profile"), kept)
	s.now = func() time.Time { return time.Date(2030, 1, 2, 3, 4, 5, 6, time.FixedZone("", 3600)) }
	return s, kept
}

func sample() Connection {
	return Connection{
		Name: "catalogue <&> ü", Driver: "sample", Fields: map[string]string{"host": "localhost", "port": "9200", "skipVerify": "false"},
		Colour: "#aa5500", Group: "Production", Headers: []string{"X-Tenant"}, Tags: []string{"eu", "orders"},
	}
}

func save(t *testing.T, s *Store, c Connection, changes map[string]Secret) Connection {
	t.Helper()
	saved, err := s.Save(t.Context(), c, changes)
	require.NoError(t, err)
	return saved
}

func put(value string) Secret { return Secret{Replace: true, Value: value} }

func requireSecret(t *testing.T, s *Store, id, field, want string) {
	t.Helper()
	origin := ""
	if c, err := s.Get(id); err == nil {
		origin = Origin(c.Fields)
	}
	got, err := s.Secret(t.Context(), id, field, origin)
	if want == "" {
		require.ErrorIs(t, err, secrets.ErrNotFound)
		return
	}
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func fileText(t *testing.T, s *Store) string {
	t.Helper()
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	require.NoError(t, err)
	return string(text)
}

// SPEC: CON-07, CON-08
func TestASavedConnectionComesBackAsItWas(t *testing.T) {
	s, _ := open(t)
	list, err := s.List()
	require.NoError(t, err)
	require.Empty(t, list)

	saved := save(t, s, sample(), map[string]Secret{"password": put(testSecret), "apiKey": {}})
	require.NotEmpty(t, saved.ID)
	require.Equal(t, []string{"password"}, saved.Secrets)
	require.True(t, saved.HasSecret("password"))
	require.False(t, saved.HasSecret("apiKey"))

	other := Open(filepath.Dir(s.path), s.secrets)
	got, err := other.Get(saved.ID)
	require.NoError(t, err)
	want := sample()
	want.ID, want.Secrets = saved.ID, []string{"password"}
	require.Equal(t, want, got)
	requireSecret(t, other, saved.ID, "password", testSecret)
	_, err = s.Get("nobody")
	require.ErrorIs(t, err, ErrNotFound)
}

// SPEC: CON-08
func TestASecretChangesOnlyWhereItIsReplaced(t *testing.T) {
	rows := []struct {
		name    string
		changes map[string]Secret
		set     []string
		value   string
	}{
		{"nothing said", nil, []string{"password"}, "old"},
		{"unchanged", map[string]Secret{"password": {}}, []string{"password"}, "old"},
		{"a value without the word replace", map[string]Secret{"password": {Value: "new"}}, []string{"password"}, "old"},
		{"replaced", map[string]Secret{"password": put("new")}, []string{"password"}, "new"},
		{"removed", map[string]Secret{"password": put("")}, []string{}, ""},
		{"another one added", map[string]Secret{"apiKey": put("key")}, []string{"apiKey", "password"}, "old"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s, _ := open(t)
			c := save(t, s, sample(), map[string]Secret{"password": put("old")})
			c.Secrets = []string{"made-up"}
			saved := save(t, s, c, row.changes)
			require.Equal(t, row.set, saved.Secrets)
			requireSecret(t, s, c.ID, "password", row.value)
		})
	}
}

// SPEC: CON-08
func TestAStoreOfSecretsThatFailsLeavesEverythingAsItWas(t *testing.T) {
	s, kept := open(t)
	c := save(t, s, sample(), map[string]Secret{"apiKey": put("old-key"), "password": put("old")})
	require.NoError(t, s.CollapseGroup(c.Group, false)) // writes the group that the connection names
	before := fileText(t, s)
	kept.refuse = "password"
	rows := []struct {
		name string
		do   func() error
	}{
		{"replacing", func() error {
			c.Name = "renamed"
			_, err := s.Save(t.Context(), c, map[string]Secret{"apiKey": put("new-key"), "password": put("new")})
			return err
		}},
		{"removing", func() error {
			_, err := s.Save(t.Context(), c, map[string]Secret{"apiKey": put(""), "password": put("")})
			return err
		}},
		{"adding a connection", func() error {
			_, err := s.Save(t.Context(), sample(), map[string]Secret{"password": put("new")})
			return err
		}},
		{"deleting", func() error { return s.Delete(t.Context(), c.ID) }},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			require.ErrorIs(t, row.do(), errDown)
			require.Equal(t, before, fileText(t, s))
			requireSecret(t, s, c.ID, "apiKey", "old-key")
			requireSecret(t, s, c.ID, "password", "old")
		})
	}
}

// SPEC: CON-08
func TestAFileThatCannotBeWrittenPutsTheSecretsBack(t *testing.T) {
	s, kept := open(t)
	c := save(t, s, sample(), map[string]Secret{"password": put("old")})
	folder := filepath.Dir(s.path)
	kept.before = func() {
		kept.before = nil
		require.NoError(t, os.RemoveAll(folder))
		require.NoError(t, os.WriteFile(folder, nil, 0o600)) // a file where the folder was
	}
	keys := kept.keys()
	_, err := s.Save(t.Context(), c, map[string]Secret{"apiKey": put("new-key"), "password": put("new")})
	require.Error(t, err)
	require.Equal(t, keys, kept.keys())
	old, err := kept.Get(t.Context(), keys[0])
	require.NoError(t, err)
	require.Equal(t, "old", old)
}

// SPEC: CON-08
func TestWithoutACredentialStoreASecretIsKeptForThisRunOnTheUsersWord(t *testing.T) {
	down := newFakeSecrets()
	down.refuse = "password"
	fallback := secrets.NewFallback(down)
	s := Open(t.TempDir(), fallback)
	_, err := s.Save(t.Context(), sample(), map[string]Secret{"password": put(testSecret)})
	require.ErrorIs(t, err, errDown)
	list, err := s.List()
	require.NoError(t, err)
	require.Empty(t, list)
	require.NotContains(t, fileText(t, s), unusedMember)

	saved, err := s.Save(secrets.KeepForThisRun(t.Context()), sample(), map[string]Secret{"password": put(testSecret)})
	require.NoError(t, err)
	require.True(t, fallback.Kept(SecretKey(saved.ID, "password")))
	requireSecret(t, s, saved.ID, "password", testSecret)
	require.NotContains(t, fileText(t, s), testSecret)
	require.Equal(t, []string{"password"}, saved.Secrets)
	require.Equal(t, []string{"password"}, saved.ThisRun)
	listed, err := s.List()
	require.NoError(t, err)
	require.Equal(t, []Connection{saved}, listed)
	again := save(t, s, saved, nil)
	require.Equal(t, []string{"password"}, again.Secrets)

	next := Open(filepath.Dir(s.path), secrets.NewFallback(down))
	requireSecret(t, next, saved.ID, "password", "")
	later, err := next.Get(saved.ID)
	require.NoError(t, err)
	require.Empty(t, later.Secrets, "the next run does not take it for stored")

	require.NoError(t, s.Delete(secrets.KeepForThisRun(t.Context()), saved.ID))
	require.False(t, fallback.Kept(SecretKey(saved.ID, "password")), "a deleted connection keeps nothing")
}

// SPEC: CON-08
func TestASecretThatIsKeptForThisRunStandsBeforeTheStoredOne(t *testing.T) {
	down := newFakeSecrets()
	fallback := secrets.NewFallback(down)
	s := Open(t.TempDir(), fallback)
	saved := save(t, s, sample(), map[string]Secret{"password": put("stored")})
	require.Empty(t, saved.ThisRun)
	down.refuse = "password"
	kept, err := s.Save(secrets.KeepForThisRun(t.Context()), saved, map[string]Secret{"password": put(testSecret)})
	require.NoError(t, err)
	require.Equal(t, []string{"password"}, kept.Secrets)
	requireSecret(t, s, saved.ID, "password", testSecret)

	next := Open(filepath.Dir(s.path), secrets.NewFallback(down))
	requireSecret(t, next, saved.ID, "password", "stored")
	require.ErrorIs(t, next.Delete(t.Context(), saved.ID), errDown)
	require.NoError(t, next.Delete(secrets.KeepForThisRun(t.Context()), saved.ID), "the user can be rid of it all the same")
}

// SPEC: CON-07, CON-08
func TestDeletingAConnectionDeletesItsSecrets(t *testing.T) {
	s, _ := open(t)
	gone := save(t, s, sample(), map[string]Secret{"password": put(testSecret), "apiKey": put("key")})
	stays := save(t, s, sample(), map[string]Secret{"password": put("stays")})
	require.NoError(t, s.Delete(t.Context(), gone.ID))
	requireSecret(t, s, gone.ID, "password", "")
	requireSecret(t, s, gone.ID, "apiKey", "")
	requireSecret(t, s, stays.ID, "password", "stays")
	require.ErrorIs(t, s.Delete(t.Context(), gone.ID), ErrNotFound)
	require.ErrorIs(t, s.Touch(gone.ID, "8"), ErrNotFound)
	_, err := s.Save(t.Context(), gone, nil)
	require.ErrorIs(t, err, ErrNotFound)
	list, err := s.List()
	require.NoError(t, err)
	require.Equal(t, []Connection{stays}, list)
}

func TestTouchNotesTimeAndVersion(t *testing.T) {
	s, _ := open(t)
	c := save(t, s, sample(), nil)
	require.NoError(t, s.Touch(c.ID, "8.16.3"))
	got, err := s.Get(c.ID)
	require.NoError(t, err)
	require.Equal(t, "2030-01-02T02:04:05Z", got.LastOpened)
	require.Equal(t, "8.16.3", got.Version)
}

func TestWhatCannotBeSavedIsRefused(t *testing.T) {
	s, _ := open(t)
	stored := save(t, s, sample(), map[string]Secret{"password": put(testSecret)})
	rows := []struct {
		name    string
		change  func(*Connection)
		changes map[string]Secret
	}{
		{"no driver", func(c *Connection) { c.Driver = "" }, nil},
		{"a secret among the plain fields", func(c *Connection) { c.Fields["apiKey"] = testSecret }, map[string]Secret{"apiKey": {}}},
		{"a stored secret among the plain fields", func(c *Connection) { c.ID, c.Secrets = stored.ID, nil; c.Fields["password"] = testSecret }, nil},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			before := fileText(t, s)
			c := sample()
			row.change(&c)
			_, err := s.Save(t.Context(), c, row.changes)
			require.Error(t, err)
			require.NotContains(t, err.Error(), testSecret)
			require.Equal(t, before, fileText(t, s))
		})
	}
}

// SPEC: CON-08
func TestNoFileErrorOrPrintHoldsASecret(t *testing.T) {
	s, kept := open(t)
	c := save(t, s, sample(), map[string]Secret{"password": put(testSecret)})
	require.NoError(t, s.Touch(c.ID, "8"))
	kept.refuse = "apiKey"
	changes := map[string]Secret{"apiKey": put(testSecret), "password": put(testSecret + "2")}
	_, failed := s.Save(t.Context(), c, changes)
	require.Error(t, failed)
	require.NoError(t, os.WriteFile(s.path, []byte("not JSON"), 0o600))
	_, broken := s.List()
	require.Error(t, broken)

	var seen bytes.Buffer
	for _, value := range []any{s, c, &c, changes, put(testSecret), []Secret{put(testSecret)}, struct{ S Secret }{put(testSecret)}, failed, broken} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d"} {
			fmt.Fprintf(&seen, verb, value)
		}
		slog.New(slog.NewJSONHandler(&seen, nil)).Info("x", "value", value)
		slog.New(slog.NewTextHandler(&seen, nil)).Info("x", "value", value)
		if text, err := json.Marshal(value); err == nil {
			seen.Write(text)
		}
	}
	require.NotContains(t, seen.String(), testSecret)
	require.Contains(t, seen.String(), "(replaced)")

	files := 0
	require.NoError(t, filepath.WalkDir(filepath.Dir(s.path), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		require.NotContains(t, string(text), testSecret, path)
		return err
	}))
	require.Positive(t, files)
}

func TestNothingElseWaitsForTheSecretsStore(t *testing.T) {
	s, kept := open(t)
	c := save(t, s, sample(), nil)
	waiting, response, done := make(chan struct{}), make(chan struct{}), make(chan error)
	kept.before = func() { close(waiting); <-response }
	go func() {
		_, err := s.Save(context.Background(), c, map[string]Secret{"password": put("new")})
		done <- err
	}()
	<-waiting
	_, err := s.Get(c.ID)
	require.NoError(t, err)
	require.NoError(t, s.Touch(c.ID, "8.16.3"))
	release, err := profile.Lock(filepath.Join(filepath.Dir(s.path), "tabs.json"))
	require.NoError(t, err, "the other files of the folder can be changed")
	release()
	close(response)
	require.NoError(t, <-done)
	saved, err := s.Get(c.ID)
	require.NoError(t, err)
	require.Equal(t, "8.16.3", saved.Version, "what changed meanwhile stays")
	requireSecret(t, s, c.ID, "password", "new")
}

// SPEC: CON-08
func TestAConnectionThatIsDeletedWhileItsSecretIsStoredLeavesNoSecret(t *testing.T) {
	s, kept := open(t)
	c := save(t, s, sample(), nil)
	kept.before = func() {
		kept.before = nil
		require.NoError(t, Open(filepath.Dir(s.path), kept).Delete(t.Context(), c.ID))
	}
	_, err := s.Save(t.Context(), c, map[string]Secret{"password": put("new")})
	require.ErrorIs(t, err, ErrNotFound)
	require.Empty(t, kept.keys())
}

// SPEC: CON-08
func TestASecretThatWasReplacedIsDeleted(t *testing.T) {
	s, kept := open(t)
	c := save(t, s, sample(), map[string]Secret{"password": put("old")})
	kept.keepAll = true
	save(t, s, c, map[string]Secret{"password": put("new")})
	requireSecret(t, s, c.ID, "password", "new")
	require.Len(t, kept.keys(), 2, "it could not be deleted")

	kept.keepAll = false
	save(t, s, c, map[string]Secret{"password": put("newer")})
	require.Len(t, kept.keys(), 1, "the next change deletes it too")
	require.NotContains(t, fileText(t, s), unusedMember)
	require.NoError(t, s.Delete(t.Context(), c.ID))
	require.Empty(t, kept.keys())
}

func TestSavingFromManySidesLosesNothing(t *testing.T) {
	s, _ := open(t)
	done := make(chan error)
	for range 8 {
		go func() {
			_, err := s.Save(context.Background(), sample(), map[string]Secret{"password": put("p")})
			done <- err
		}()
	}
	for range 8 {
		require.NoError(t, <-done)
	}
	list, err := s.List()
	require.NoError(t, err)
	require.Len(t, list, 8)
}

// SPEC: CON-08
func TestTheFileIsTheUsersAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	s, _ := open(t)
	c := save(t, s, sample(), nil)
	require.NoError(t, os.Chmod(s.path, 0o644))
	save(t, s, c, nil)
	info, err := os.Stat(s.path)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
	info, err = os.Stat(filepath.Dir(s.path))
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o700), info.Mode().Perm())
}
