// SPEC: CON-26
package api

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/secrets"
)

const tenant = "acme-of-this-test"

// tenantValue is the typed value of the extra header of these tests.
var tenantValue = typed("header:x-tenant", tenant)

// headed returns a form with an extra header.
func (w *world) headed(secrets ...SecretValue) Draft {
	d := w.draft(map[string]string{"auth": "none"}, secrets...)
	d.Headers = []string{"x-tenant"}
	return d
}

// tenants returns the values of the extra header since the previous call.
func (w *world) tenants() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := []string{}
	for _, header := range w.received {
		list = append(list, header.Get("X-Tenant"))
	}
	w.received = nil
	return list
}

func TestTheValueOfAnExtraHeaderIsSentAndNeverShown(t *testing.T) {
	w := newWorld(t, "8.16.3")
	_, err := w.Connections.Test(DraftRequest{Draft: w.headed(tenantValue)})
	require.NoError(t, err)
	require.Equal(t, []string{tenant, tenant}, w.tenants())

	saved := w.save(t, w.headed(tenantValue))
	require.Equal(t, []string{"X-Tenant"}, saved.Headers)
	require.Equal(t, []string{"header:X-Tenant"}, saved.Secrets)
	info, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	plan, err := w.planned(t, ConsolePlanRequest{Session: info.ID, Tab: "t1", Text: "GET /books/_search\n{\"query\":{\"term\":{\"t\":\"" + tenant + "\"}}}"})
	require.NoError(t, err)
	_, err = w.Console.Send(SendRequest{Session: info.ID, Tab: "t1", Digest: plan.Digest})
	require.NoError(t, err)
	for _, sent := range w.tenants() {
		require.Equal(t, tenant, sent)
	}

	sent, err := w.Requests.List(LogQuery{Session: info.ID})
	require.NoError(t, err)
	past, err := w.Console.History(HistoryRequest{Session: info.ID})
	require.NoError(t, err)
	require.Len(t, past.Requests, 1)
	shown := []any{saved, info, w.listed(t), sent, past}
	for _, e := range sent.Entries {
		if e.Gap != "" {
			continue
		}
		command, err := w.Requests.Curl(EntryRequest{Session: info.ID, ID: e.ID})
		require.NoError(t, err)
		body, err := w.Requests.Body(EntryRequest{Session: info.ID, ID: e.ID})
		require.NoError(t, err)
		shown = append(shown, command, body)
	}
	path := filepath.Join(w.profile, "export.json")
	_, err = w.Connections.Export(ExportRequest{IDs: []string{saved.ID}, Path: path})
	require.NoError(t, err)
	text, err := json.Marshal(shown)
	require.NoError(t, err)
	require.NotContains(t, string(text), tenant)
	w.Close(t.Context())
	files := 0
	require.NoError(t, filepath.WalkDir(w.profile, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		require.NotContains(t, string(data), tenant, path)
		return err
	}))
	require.Greater(t, files, 2)
}

func TestAnExtraHeaderKeepsItsValueUntilItIsReplacedOrRemoved(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.headed(tenantValue))
	d := w.headed()
	d.ID = saved.ID
	require.Equal(t, []string{"header:X-Tenant"}, w.save(t, d).Secrets)
	d.Secrets = []SecretValue{typed("header:X-TENANT", "other")}
	w.save(t, d)
	_, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Equal(t, []string{"other"}, w.tenants())
	twin, err := w.Connections.Duplicate(DuplicateRequest{ID: saved.ID})
	require.NoError(t, err)
	_, err = w.Connections.Open(ConnectRequest{ID: twin.ID})
	require.NoError(t, err)
	require.Equal(t, []string{"other"}, w.tenants())

	d.Headers, d.Secrets = nil, nil
	require.Empty(t, w.save(t, d).Secrets)
	require.False(t, w.store.has(saved.ID+"/header:"))
	_, err = w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Equal(t, []string{""}, w.tenants())
}

func TestTheValueOfAnExtraHeaderBelongsToItsAddress(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.headed(tenantValue))
	d := w.headed()
	d.ID = saved.ID
	for i := range d.Fields {
		if d.Fields[i].ID == "host" {
			d.Fields[i].Value = "elsewhere.example"
		}
	}
	text := "Enter the value of the header X-Tenant again: it was saved for http://" + w.host + ":" + w.port + "."
	for _, call := range []func() error{
		func() error { _, err := w.Connections.Save(DraftRequest{Draft: d}); return err },
		func() error { _, err := w.Connections.Test(DraftRequest{Draft: d}); return err },
	} {
		f := failed(t, call())
		require.Equal(t, []FieldNote{{"header:X-Tenant", text}}, f.Fields)
	}
	require.Empty(t, w.tenants())
}

func TestImportedExtraHeadersHaveNamesAndAskForTheirValues(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.headed(tenantValue))
	path := filepath.Join(t.TempDir(), "export.json")
	_, err := w.Connections.Export(ExportRequest{IDs: []string{saved.ID}, Path: path})
	require.NoError(t, err)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	d := w.headed()
	d.ID, d.Headers = saved.ID, []string{"X-Other"}
	d.Secrets = []SecretValue{typed("header:X-Other", "o")}
	w.save(t, d)
	plan, err := w.Connections.PlanImport(ImportRequest{Text: string(text)})
	require.NoError(t, err)
	require.Equal(t, []string{"Extra Headers"}, plan.Items[0].Differs)
	require.True(t, plan.Items[0].Asks)
	_, err = w.Connections.Import(ImportRequest{Text: string(text), Choices: []string{"replace"}})
	require.NoError(t, err)
	got := w.listed(t).Connections[0]
	require.Equal(t, []string{"X-Tenant"}, got.Headers)
	require.Empty(t, got.Secrets)
	_, err = w.Connections.Open(ConnectRequest{ID: got.ID})
	f := failed(t, err)
	require.Equal(t, []string{"secret", "missing"}, []string{f.Kind, f.Code})
	require.Equal(t, []FieldNote{{"header:X-Tenant", "Enter the value of the header X-Tenant: it is not stored."}}, f.Fields)
	require.Empty(t, w.tenants())

	for _, names := range []string{`["X-A", "x-a"]`, `["Host"]`, `["X A"]`, `[1]`} {
		broken := []byte(`{"format":"quarry-connections","version":1,"connections":[{"name":"a","driver":"elasticsearch","headers":` + names + `}]}`)
		_, err = w.Connections.PlanImport(ImportRequest{Text: string(broken)})
		require.Contains(t, failed(t, err).Message, "is damaged.", names)
	}
}

func TestExtraHeadersThatCannotBeSentAreNotSaved(t *testing.T) {
	w := newWorld(t, "8.16.3")
	rows := []struct {
		name   string
		names  []string
		values []SecretValue
		want   string
	}{
		{"no name", []string{""}, nil, "An extra header has no name."},
		{"a name twice", []string{"X-Tenant", "x-tenant"}, nil, "There are two headers named X-Tenant."},
		{"one that Quarry sets", []string{"content-type"}, nil, "You cannot add the header Content-Type."},
		{"the credential", []string{"authorization"}, nil, "You cannot add the header Authorization."},
		{"a line break in the name", []string{"X-A\nX-B"}, nil, `The header name "X-A\nX-B" contains a line break.`},
		{"a line break in the value", []string{"X-Tenant"}, []SecretValue{typed("header:X-Tenant", tenant+"\r\nHost: x")}, "The value of the header X-Tenant contains a line break."},
		{"another alphabet in the value", []string{"X-Tenant"}, []SecretValue{typed("header:X-Tenant", tenant+"é")}, "The value of the header X-Tenant contains a character that is not ASCII."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			d := w.headed(row.values...)
			d.Headers = row.names
			_, err := w.Connections.Save(DraftRequest{Draft: d})
			require.Equal(t, "invalid: "+row.want, failed(t, err).Kind+": "+failed(t, err).Message)
			require.NotContains(t, err.Error(), tenant)
			_, err = w.Connections.Test(DraftRequest{Draft: d})
			require.Equal(t, row.want, failed(t, err).Message)
		})
	}
	require.Empty(t, w.listed(t).Connections)
}

// SPEC: CON-08
func TestWithoutACredentialStoreAnExtraHeaderIsKeptForTheRun(t *testing.T) {
	w := newWorld(t, "8.16.3")
	w.store.away = &secrets.Unavailable{Reason: secrets.ReasonMissing}
	d := w.headed(tenantValue)
	_, err := w.Connections.Save(DraftRequest{Draft: d})
	require.Equal(t, "keyring", failed(t, err).Kind)
	d.KeepForThisRun = true
	saved := w.save(t, d)
	require.Equal(t, []string{"header:X-Tenant"}, saved.ThisRun)
	_, err = w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Equal(t, []string{tenant}, w.tenants())
}
