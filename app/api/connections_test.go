// SPEC: CON-04, CON-07, CON-08, CON-15, PLG-02, PLG-07
package api

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/profile/secrets"
	"quarry/drivers/driver"
)

const (
	engine = "elasticsearch"
	secret = "pa55-of-this-test"
)

// world is an application with its own registry and engine.
type world struct {
	*API
	registry *cataloguetest.Registry
	profile  string
	host     string
	port     string
	store    *failing

	mu       sync.Mutex
	asked    []string      // the Authorization headers that the engine received
	received []http.Header // all headers that it received
}

// failing is a store of secrets that can be made unavailable.
type failing struct {
	secrets.Store
	away error
	keys map[string]bool
}

func (f *failing) Get(ctx context.Context, key string) (string, error) {
	if f.away != nil {
		return "", f.away
	}
	return f.Store.Get(ctx, key)
}

func (f *failing) Set(ctx context.Context, key, value string) error {
	if f.away != nil {
		return f.away
	}
	f.keys[key] = true
	return f.Store.Set(ctx, key, value)
}

func (f *failing) Delete(ctx context.Context, key string) error {
	if f.away != nil {
		return f.away
	}
	delete(f.keys, key)
	return f.Store.Delete(ctx, key)
}

// has reports whether a secret is stored under a key with that prefix.
func (f *failing) has(prefix string) bool {
	for key := range f.keys {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

// newWorld returns an application whose engine reports that version.
func newWorld(t testing.TB, version string) *world {
	t.Helper()
	w := &world{registry: cataloguetest.New(t, engine), profile: t.TempDir(), store: &failing{Store: secrets.Memory(), keys: map[string]bool{}}}
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, q *http.Request) {
		w.mu.Lock()
		w.asked = append(w.asked, q.Header.Get("Authorization"))
		w.received = append(w.received, q.Header)
		w.mu.Unlock()
		out.Header().Set("Content-Type", "application/json")
		if q.URL.Path == "/" {
			_, _ = out.Write([]byte(`{"cluster_name":"c","version":{"number":"` + version + `"},"tagline":"You Know, for Search"}`))
			return
		}
		_, _ = out.Write([]byte(`[{"index":"books","status":"open"}]`))
	}))
	t.Cleanup(server.Close)
	var err error
	w.host, w.port, err = net.SplitHostPort(server.Listener.Addr().String())
	require.NoError(t, err)
	w.restart(t)
	t.Cleanup(func() { w.Close(context.Background()) })
	return w
}

// restart ends the application and starts it again with the same profile and the same store of secrets.
func (w *world) restart(t testing.TB) {
	t.Helper()
	if w.API != nil {
		w.Close(t.Context())
	}
	w.API = assemble(Config{Registry: w.registry.Address}, folders{w.profile, w.profile}, w.registry.Keys, secrets.NewFallback(w.store))
}

// authorisations returns the Authorization headers since the previous call.
func (w *world) authorisations() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.asked
	w.asked = nil
	return list
}

// draft returns a form for the world's engine.
func (w *world) draft(values map[string]string, typed ...SecretValue) Draft {
	d := Draft{Name: "catalogue", Driver: engine, Secrets: typed}
	all := map[string]string{"host": w.host, "port": w.port, "auth": "password", "username": "anna", "safeMode": "off"}
	for id, value := range values {
		all[id] = value
	}
	for _, id := range sortedKeys(all) {
		d.Fields = append(d.Fields, FieldValue{id, all[id]})
	}
	return d
}

func typed(id, value string) SecretValue { return SecretValue{ID: id, Value: value, Replace: true} }

func (w *world) save(t *testing.T, d Draft) Connection {
	t.Helper()
	saved, err := w.Connections.Save(DraftRequest{Draft: d})
	require.NoError(t, err)
	return saved
}

// failed returns an error as the page receives it.
func failed(t *testing.T, err error) Failure {
	t.Helper()
	require.Error(t, err)
	var f Failure
	require.NoError(t, json.Unmarshal([]byte(err.Error()), &f))
	return f
}

// SPEC: CON-08
func TestASecretIsNamedAndNeverGiven(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	got, err := w.Connections.Get(ConnectionRequest{ID: saved.ID})
	require.NoError(t, err)
	list, err := w.Connections.List(ListRequest{})
	require.NoError(t, err)
	for _, c := range append(list.Connections, saved, got) {
		require.Equal(t, []string{"password"}, c.Secrets)
		text, err := json.Marshal(c)
		require.NoError(t, err)
		require.NotContains(t, string(text), secret)
	}
	info, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	require.NotEmpty(t, info.ID)
	require.Equal(t, []string{"Basic YW5uYTpwYTU1LW9mLXRoaXMtdGVzdA=="}, w.authorisations())
}

// SPEC: CON-08
func TestASecretThatNoConnectionUsesIsDeletedAfterTheStart(t *testing.T) {
	w := newWorld(t, "8.16.3")
	w.save(t, w.draft(nil, typed("password", secret)))
	file := filepath.Join(w.profile, "connections.json")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	orphan := `{"unusedSecrets": [{"key": "gone/password/1", "since": "2020-01-02T03:04:05Z"}],`
	require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), "{", orphan, 1)), 0o600))
	require.NoError(t, w.store.Set(t.Context(), "gone/password/1", "x"))
	w.restart(t)
	_, err = w.Connections.List(ListRequest{})
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(file)
		return err == nil && !strings.Contains(string(text), "unusedSecrets")
	}, 10*time.Second, time.Millisecond)
	_, err = w.store.Get(t.Context(), "gone/password/1")
	require.ErrorIs(t, err, secrets.ErrNotFound)
}

// SPEC: CON-21
func TestANewConnectionGoesIntoTheGroupThatIsGivenAndASavedOneStaysInItsOwn(t *testing.T) {
	w := newWorld(t, "8.16.3")
	d := w.draft(nil, typed("password", secret))
	d.Group = "Production"
	saved := w.save(t, d)
	require.Equal(t, "Production", saved.Group)
	d.ID, d.Group = saved.ID, "Elsewhere"
	require.Equal(t, "Production", w.save(t, d).Group)
	list, err := w.Connections.List(ListRequest{})
	require.NoError(t, err)
	require.Equal(t, []ConnectionGroup{{Name: "Production"}}, list.Groups)
}

// SPEC: CON-08
func TestEditingAFormKeepsTheSecretThatWasNotTouched(t *testing.T) {
	const stored, other = "Basic YW5uYTpwYTU1LW9mLXRoaXMtdGVzdA==", "Basic YW5uYTpvdGhlcg=="
	tests := []struct {
		name   string
		values map[string]string
		typed  []SecretValue
		set    []string
		sent   string
	}{
		{"nothing is said of it", nil, nil, []string{"password"}, stored},
		{"it is not replaced", nil, []SecretValue{{ID: "password", Value: "ignored"}}, []string{"password"}, stored},
		{"it is replaced", nil, []SecretValue{typed("password", "other")}, []string{"password"}, other},
		{"another method is chosen", map[string]string{"auth": "apiKey"}, []SecretValue{typed("apiKey", "a2V5")}, []string{"apiKey"}, "ApiKey a2V5"},
		{"none is chosen", map[string]string{"auth": "none"}, nil, []string{}, ""},
		{"a secret of another method was typed too", nil, []SecretValue{typed("apiKey", "a2V5")}, []string{"password"}, stored},
		{"it is among the plain fields", map[string]string{"password": "plain"}, nil, []string{"password"}, stored},
	}
	w := newWorld(t, "8.16.3")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			saved := w.save(t, w.draft(nil, typed("password", secret)))
			d := w.draft(test.values, test.typed...)
			d.ID, d.Name = saved.ID, "renamed"
			edited := w.save(t, d)
			require.Equal(t, "renamed", edited.Name)
			require.Equal(t, test.set, edited.Secrets)
			_, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
			require.NoError(t, err)
			require.Equal(t, []string{test.sent}, w.authorisations())
			for _, field := range []string{"password", "apiKey"} {
				require.Equal(t, strings.Contains(strings.Join(test.set, " "), field), w.store.has(saved.ID+"/"+field), field)
			}
		})
	}
}

// SPEC: CON-07, CON-08
func TestATestTakesTypedSecretsFirstAndSavesNothing(t *testing.T) {
	w := newWorld(t, "8.16.3")
	report, err := w.Connections.Test(DraftRequest{Draft: w.draft(nil, typed("password", "other"))})
	require.NoError(t, err)
	require.Regexp(t, `^Elasticsearch 8\.16\.3, cluster c, 1 index, \d+ ms\.$`, report.Text)
	list, err := w.Connections.List(ListRequest{})
	require.NoError(t, err)
	require.Empty(t, list.Connections)
	require.Equal(t, "Basic YW5uYTpvdGhlcg==", w.authorisations()[0])

	saved := w.save(t, w.draft(nil, typed("password", secret)))
	d := w.draft(map[string]string{"username": "bert"})
	d.ID = saved.ID
	_, err = w.Connections.Test(DraftRequest{Draft: d})
	require.NoError(t, err)
	require.Equal(t, "Basic YmVydDpwYTU1LW9mLXRoaXMtdGVzdA==", w.authorisations()[0], "the stored password with the user that was typed")
}

// SPEC: CON-08
func TestAStoredSecretIsSentToNoOtherAddressAndAskedForAgain(t *testing.T) {
	w := newWorld(t, "8.16.3")
	other := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	for name, values := range map[string]map[string]string{
		"another port": {"port": other.port}, "another host": {"host": "localhost"}, "another scheme": {"ssl": "required"},
	} {
		t.Run(name, func(t *testing.T) {
			d := w.draft(values)
			d.ID = saved.ID
			want := "Enter the password again: it was saved for http://" + net.JoinHostPort(w.host, w.port) + "."
			_, tested := w.Connections.Test(DraftRequest{Draft: d})
			_, kept := w.Connections.Save(DraftRequest{Draft: d})
			for _, err := range []error{tested, kept} {
				f := failed(t, err)
				require.Equal(t, "secret: "+want, f.Kind+": "+f.Message)
				require.Equal(t, []FieldNote{{"password", want}}, f.Fields)
			}
			require.Empty(t, w.authorisations())
			require.Empty(t, other.authorisations())
			got, err := w.Connections.Get(ConnectionRequest{ID: saved.ID})
			require.NoError(t, err)
			require.Equal(t, saved, got, "nothing was saved")
		})
	}
	d := w.draft(map[string]string{"port": other.port}, typed("password", "typed again"))
	d.ID = saved.ID
	w.save(t, d)
	_, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Equal(t, []string{"Basic YW5uYTp0eXBlZCBhZ2Fpbg=="}, other.authorisations())
	require.Empty(t, w.authorisations())
}

// SPEC: CON-08
func TestASavedConnectionStaysWithItsDatabase(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	d := w.draft(nil)
	d.ID, d.Driver = saved.ID, "typesense"
	_, err := w.Connections.Test(DraftRequest{Draft: d})
	require.Equal(t, "You cannot change the database of a saved connection.", failed(t, err).Message)
	require.Empty(t, w.authorisations())
}

// SPEC: CON-08
func TestDeletingAConnectionDeletesItsSecrets(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	_, err := w.Connections.Delete(ConnectionRequest{ID: saved.ID})
	require.NoError(t, err)
	require.False(t, w.store.has(saved.ID))
	for _, do := range []func() error{
		func() error { _, err := w.Connections.Get(ConnectionRequest{ID: saved.ID}); return err },
		func() error { _, err := w.Connections.Open(ConnectRequest{ID: saved.ID}); return err },
		func() error { _, err := w.Connections.Delete(ConnectionRequest{ID: saved.ID}); return err },
	} {
		f := failed(t, do())
		require.Equal(t, string(driver.NotFound)+": This connection is no longer saved.", f.Kind+": "+f.Message)
	}
}

// SPEC: CON-08
func TestSecretsThatAreOnlyInMemoryAreShownAsKeptForThisRun(t *testing.T) {
	w := newWorld(t, "8.16.3")
	d := w.draft(nil, typed("password", secret))
	require.Empty(t, w.save(t, d).ThisRun)
	w.Close(t.Context())
	w.API = assemble(Config{Registry: w.registry.Address, Secrets: "memory"}, folders{w.profile, w.profile}, w.registry.Keys, secrets.NewFallback(w.store))
	saved := w.save(t, d)
	require.Equal(t, []string{"password"}, saved.ThisRun)
	got, err := w.Connections.Get(ConnectionRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Equal(t, saved.ThisRun, got.ThisRun)
	list, err := w.Connections.List(ListRequest{})
	require.NoError(t, err)
	require.Equal(t, saved.ThisRun, list.Connections[1].ThisRun)
}

// SPEC: CON-08
func TestWithoutACredentialStoreTheUserDecidesToKeepTheSecretForThisRun(t *testing.T) {
	tests := []struct {
		reason  secrets.Reason
		message string
	}{
		{secrets.ReasonMissing, "No credential store was found"},
		{secrets.ReasonLocked, "The credential store is locked"},
		{secrets.ReasonTimeout, "The credential store did not respond"},
		{secrets.ReasonTooBig, "The secret is too long for the credential store"},
		{secrets.ReasonOther, "The credential store failed"},
	}
	w := newWorld(t, "8.16.3")
	for kept, test := range tests {
		t.Run(string(test.reason), func(t *testing.T) {
			w.store.away = &secrets.Unavailable{Reason: test.reason}
			d := w.draft(nil, typed("password", secret))
			_, err := w.Connections.Save(DraftRequest{Draft: d})
			f := failed(t, err)
			require.Equal(t, "keyring", f.Kind)
			require.Equal(t, test.message, f.Message)
			require.Equal(t, string(test.reason), f.Code)
			require.NotContains(t, err.Error(), secret)
			list, err := w.Connections.List(ListRequest{})
			require.NoError(t, err)
			require.Len(t, list.Connections, kept, "nothing was saved without it")

			d.KeepForThisRun = true
			saved := w.save(t, d)
			require.Equal(t, []string{"password"}, saved.Secrets)
			require.Equal(t, []string{"password"}, saved.ThisRun)
			_, err = w.Connections.Open(ConnectRequest{ID: saved.ID})
			require.NoError(t, err)
			require.Equal(t, []string{"Basic YW5uYTpwYTU1LW9mLXRoaXMtdGVzdA=="}, w.authorisations())

			w.restart(t)
			later, err := w.Connections.Get(ConnectionRequest{ID: saved.ID})
			require.NoError(t, err)
			require.Empty(t, later.Secrets, "it is gone and does not show as set")
			w.store.away = nil
			_, err = w.Connections.Open(ConnectRequest{ID: saved.ID})
			f = failed(t, err)
			require.Equal(t, "secret: Enter the password: it is not stored.", f.Kind+": "+f.Message)
			require.Equal(t, []FieldNote{{"password", f.Message}}, f.Fields)
			require.Empty(t, w.authorisations(), "nothing was sent without it")
		})
	}
}

// The connection still names a secret that another program removed from the credential store.
func TestASecretThatIsGoneFromTheStoreIsAskedFor(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	for key := range w.store.keys {
		require.NoError(t, w.store.Delete(t.Context(), key))
	}
	_, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	f := failed(t, err)
	require.Equal(t, []FieldNote{{"password", "Enter the password: it is not stored."}}, f.Fields)
	require.Equal(t, "secret missing", f.Kind+" "+f.Code)
	require.Empty(t, w.authorisations(), "nothing was sent without it")

	w.save(t, Draft{ID: saved.ID, Name: saved.Name, Driver: engine, Fields: saved.Fields, Secrets: []SecretValue{typed("password", secret)}})
	_, err = w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
}

// SPEC: CON-07, CON-23
func TestAFormThatCannotBeUsedIsNotSaved(t *testing.T) {
	const host = "Check General: Host. Must be a host name, an IPv4 address or an IPv6 address, without scheme, port or path."
	tests := []struct {
		name, host, message string
	}{
		{"a URL", "https://es.example:9243/es", "Check General: Host. Must not be a URL: type es.example here, 9243 in Port, /es in Path Prefix, and choose an SSL Mode that is not Disabled."},
		{"a user", "anna:" + secret + "@es.example", "Check General: Host. Must be only the host name or address: type es.example here, user and password in their own fields."},
		{"a name with a space in it", "es example", host},
		{"a name with space around it", "  es.example \n", ""},
		{"an IPv6 address", "::1", ""},
		{"an IPv6 address in brackets", "[::1]", ""},
	}
	w := newWorld(t, "8.16.3")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := w.draft(map[string]string{"host": test.host, "port": " 9200 "}, typed("password", secret))
			saved, err := w.Connections.Save(DraftRequest{Draft: d})
			if test.message != "" {
				f := failed(t, err)
				require.Equal(t, string(driver.Invalid), f.Kind)
				require.Equal(t, test.message, f.Message)
				require.NotContains(t, err.Error(), secret)
				return
			}
			require.NoError(t, err)
			require.Equal(t, strings.TrimSpace(test.host)+" 9200", saved.Host+" "+saved.Port)
		})
	}
}

// SPEC: CON-15
func TestAWarningIsAskedAboutBeforeTheConnectionIsOpen(t *testing.T) {
	w := newWorld(t, "6.8.23")
	saved := w.save(t, w.draft(map[string]string{"auth": "none"}))
	info, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Empty(t, info.ID)
	require.Equal(t, "Elasticsearch 6.8.23 is not supported", info.Warning.Title)
	require.Contains(t, info.Warning.Text, "Browsing may work.")
	got, err := w.Connections.Get(ConnectionRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Empty(t, got.LastOpened)

	info, err = w.Connections.Open(ConnectRequest{ID: saved.ID, Anyway: true})
	require.NoError(t, err)
	require.NotEmpty(t, info.ID)
	got, err = w.Connections.Get(ConnectionRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Equal(t, "6.8.23", got.Version)
	require.NotEmpty(t, got.LastOpened)
}

// SPEC: CON-04, PLG-02, PLG-07
func TestAConnectionOpensWhateverBecameOfItsDriver(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(map[string]string{"auth": "none"}))
	progress, err := w.Plugins.Progress(DriverRequest{Driver: engine})
	require.NoError(t, err)
	require.Equal(t, []InstallStep{
		{"Download", "waiting"}, {"Check size and SHA-256", "waiting"}, {"Check signature", "waiting"}, {"Unpack and start", "waiting"},
	}, progress.Steps)

	info, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err, "it was installed without asking")
	require.Empty(t, info.Notices)
	progress, err = w.Plugins.Progress(DriverRequest{Driver: engine})
	require.NoError(t, err)
	require.Equal(t, []InstallStep{
		{"Download", "done"}, {"Check size and SHA-256", "done"}, {"Check signature", "done"}, {"Unpack and start", "done"},
	}, progress.Steps)

	wasm := filepath.Join(w.profile, "drivers", engine, "0.1.0", "driver.wasm")
	require.NoError(t, os.WriteFile(wasm, []byte("other"), 0o600))
	info, err = w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Equal(t, []string{"The driver was reinstalled. The file driver.wasm of the installed driver is not the one that was signed."}, info.Notices)

	w.registry.Remove(t)
	w.restart(t)
	_, err = w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err, "an installed driver needs no registry")
	list, err := w.Plugins.Registry(RegistryRequest{Refresh: true})
	require.NoError(t, err)
	require.Contains(t, list.Notice, "Quarry cannot read the registry's index: ")
	require.Len(t, list.Databases, 1)
	require.True(t, list.Databases[0].Installed)

	require.NoError(t, os.RemoveAll(filepath.Join(w.profile, "drivers")))
	w.restart(t)
	_, err = w.Connections.Open(ConnectRequest{ID: saved.ID})
	f := failed(t, err)
	require.Equal(t, "registry", f.Kind)
	shown, err := w.Connections.List(ListRequest{})
	require.NoError(t, err)
	require.Len(t, shown.Connections, 1, "the connection is listed all the same")
	progress, err = w.Plugins.Progress(DriverRequest{Driver: engine})
	require.NoError(t, err)
	require.Equal(t, InstallStep{"Download", "failed"}, progress.Steps[0])
}
