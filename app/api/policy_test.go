// SPEC: APP-09, DST-06, PLG-02, PLG-08
package api

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/policy"
	"quarry/backend/profile/secrets"
)

// under starts the application again under a policy.
func (w *world) under(t *testing.T, text string) {
	t.Helper()
	w.Close(t.Context())
	path := filepath.Join(t.TempDir(), "policy.json")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	state := policy.LoadFile(path)
	w.API = assemble(Config{Registry: w.registry.Address, Policy: state}, folders{w.profile, w.profile}, w.registry.Keys, secrets.NewFallback(w.store))
}

func TestAPolicyThatIsRefusedClosesEveryConnectionAndTheRegistry(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	w.under(t, "{\n\"safeMode\": \"of\"}")
	const refused = "The policy of your organisation contains mistakes."

	_, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.Equal(t, refused, failed(t, err).Message)
	require.Equal(t, "refused", failed(t, err).Kind)
	d := w.draft(nil)
	d.ID = saved.ID
	_, err = w.Connections.Test(DraftRequest{Draft: d})
	require.Equal(t, refused, failed(t, err).Message)
	require.Empty(t, w.authorisations())

	list, err := w.Plugins.Registry(RegistryRequest{Refresh: true})
	require.NoError(t, err)
	require.Equal(t, refused, list.Notice)
	require.Equal(t, refused, list.Fixed, "its address cannot be changed, either")
	_, err = w.Plugins.InstallFile(FileRequest{Path: w.registry.Package(engine, "0.1.0")})
	require.Equal(t, refused, failed(t, err).Message)
	_, err = w.Plugins.SetAddress(AddressRequest{Address: w.registry.Address})
	require.Equal(t, refused, failed(t, err).Message)
	update, err := w.Updates.Check(UpdateRequest{Refresh: true})
	require.NoError(t, err)
	require.Equal(t, refused, update.Managed)

	info, err := w.Policy.Get(PolicyRequest{})
	require.NoError(t, err)
	require.Equal(t, refused, info.Refused)
	require.Equal(t, []string{`line 2, column 13: "safeMode" must be "confirm" or "read-only", not "of"`}, info.Details)
}

func TestAPolicyDecidesTheLoosestSafeMode(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(map[string]string{"safeMode": "off"}, typed("password", secret)))
	tests := []struct {
		policy, want string
		refused      []string
		allowed      string
	}{
		{"confirm", session.SafeConfirm, []string{"off"}, "read-only"},
		{"read-only", session.SafeReadOnly, []string{"off", "confirm"}, "read-only"},
	}
	for _, test := range tests {
		t.Run(test.policy, func(t *testing.T) {
			w.under(t, `{"safeMode": "`+test.policy+`"}`)
			shown, err := w.Connections.Get(ConnectionRequest{ID: saved.ID})
			require.NoError(t, err)
			require.Equal(t, test.want, shown.SafeMode)
			s := w.reopen(t, saved)
			require.Equal(t, test.want, s.SafeMode)
			for _, mode := range test.refused {
				_, err := w.Connections.SetSafeMode(SafeModeRequest{Session: s.ID, Mode: mode})
				require.Equal(t, "Your organisation does not allow this safe mode.", failed(t, err).Message)
				require.Equal(t, test.want, w.mode(t, s))
			}
			plans, err := w.Console.Plan(ConsolePlanRequest{Session: s.ID, Tab: "t1", Text: "PUT /books/_doc/1\n{}"})
			require.NoError(t, err)
			require.Equal(t, test.want, plans.Safe)
			_, err = w.Connections.SetSafeMode(SafeModeRequest{Session: s.ID, Mode: test.allowed})
			require.NoError(t, err)

			d := w.draft(map[string]string{"safeMode": "off"})
			d.ID = saved.ID
			require.Equal(t, test.want, w.save(t, d).SafeMode, "saving a looser mode changes nothing")
			require.Equal(t, test.allowed, w.mode(t, s))
		})
	}
}

func TestAPolicyDecidesWhichHostsAreConnectedTo(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	w.under(t, `{"allowedHosts": ["search.example.com"]}`)
	_, err := w.Connections.Open(ConnectRequest{ID: saved.ID})
	require.Equal(t, "Your organisation does not allow connections to "+w.host+".", failed(t, err).Message)
	d := w.draft(nil, typed("password", secret))
	_, err = w.Connections.Test(DraftRequest{Draft: d})
	require.Equal(t, "Your organisation does not allow connections to "+w.host+".", failed(t, err).Message)
	require.Empty(t, w.authorisations())
	for host, want := range map[string]string{
		"": "", " ": "", "search.example.com": "", " Search.Example.com. ": "",
		"search.example.org": "Your organisation does not allow connections to search.example.org.",
		" 10.0.0.1 ":         "Your organisation does not allow connections to 10.0.0.1.",
	} {
		allowed, err := w.Policy.CheckHost(HostRequest{Host: host})
		require.NoError(t, err)
		require.Equal(t, want, allowed.Refused, "host %q", host)
	}

	sample, err := w.Connections.Sample(SampleRequest{Driver: engine})
	require.NoError(t, err)
	_, err = w.Connections.Open(ConnectRequest{ID: sample.ID})
	require.NoError(t, err, "sample data is in no network")

	w.under(t, `{"allowedHosts": ["127.0.0.0/8"]}`)
	w.reopen(t, saved)
	require.Len(t, w.authorisations(), 1)
}

func TestAPolicyDecidesTheRegistryAndItsKeys(t *testing.T) {
	w := newWorld(t, "8.16.3")
	mirror := w.registry.Address
	w.under(t, `{"registry": {"address": "`+filepath.ToSlash(mirror)+`", "proxy": "http://proxy.example.com:3128"}}`)
	list, err := w.Plugins.Registry(RegistryRequest{Refresh: true})
	require.NoError(t, err)
	require.Equal(t, "Set by your organisation.", list.Fixed)
	require.Empty(t, list.Notice)
	_, err = w.Plugins.SetAddress(AddressRequest{Address: mirror})
	require.Equal(t, "The registry address cannot be changed. Set by your organisation.", failed(t, err).Message)

	decided := &policy.Policy{Registry: policy.Registry{Address: "/mirror/index.json"}}
	require.Equal(t, registrySource{address: "/mirror/index.json", fixed: "Set by your organisation."}, registryOf(&policy.State{Policy: decided}, "--registry is ignored"))
	require.Equal(t, registrySource{address: "x", fixed: "Set by --registry at startup."}, registryOf(&policy.State{Policy: &policy.Policy{}}, "x"))

	key := base64.StdEncoding.EncodeToString(make([]byte, 32))
	keys, err := trustedKeys(&policy.State{Policy: &policy.Policy{Registry: policy.Registry{PublisherKeys: []string{key}}}})
	require.NoError(t, err)
	require.Len(t, keys, 1, "the build's keys are replaced")
}

func TestAConnectionOfTheOrganisationOpensWithTheUsersSecret(t *testing.T) {
	w := newWorld(t, "8.16.3")
	w.under(t, `{"organisation": "Example", "connections": [{"id": "prod", "name": "Production", "driver": "`+engine+`", "fields":
		{"host": "`+w.host+`", "port": "`+w.port+`", "auth": "password", "username": "anna", "safeMode": "confirm"}}]}`)
	list, err := w.Connections.List(ListRequest{})
	require.NoError(t, err)
	c := list.Connections[0]
	require.True(t, c.Preset)
	require.Equal(t, "Example", c.Group)
	require.Equal(t, ConnectionGroup{Name: "Example", Preset: true}, list.Groups[0])
	_, err = w.Connections.Open(ConnectRequest{ID: c.ID})
	require.Equal(t, "secret", failed(t, err).Kind)

	d := Draft{ID: c.ID, Name: c.Name, Driver: c.Driver, Fields: c.Fields, Secrets: []SecretValue{typed("password", secret)}}
	moved := d
	moved.Fields = append([]FieldValue{}, d.Fields...)
	for i := range moved.Fields {
		if moved.Fields[i].ID == "host" {
			moved.Fields[i].Value = "localhost"
		}
	}
	_, err = w.Connections.Save(DraftRequest{Draft: moved})
	require.Equal(t, "Your organisation set this connection.", failed(t, err).Message)
	saved := w.save(t, d)
	require.Equal(t, []string{"password"}, saved.Secrets)
	s := w.reopen(t, saved)
	require.NotEmpty(t, w.authorisations())
	_, err = w.Connections.SetSafeMode(SafeModeRequest{Session: s.ID, Mode: "off"})
	require.Equal(t, "Your organisation does not allow this safe mode for this connection.", failed(t, err).Message)
	_, err = w.Connections.SetSafeMode(SafeModeRequest{Session: s.ID, Mode: "read-only"})
	require.NoError(t, err)
	_, err = w.Connections.Delete(ConnectionRequest{ID: c.ID})
	require.Equal(t, "Your organisation set this connection.", failed(t, err).Message)
}
