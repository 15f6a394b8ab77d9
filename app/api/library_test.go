// SPEC: CON-21, CON-14, CON-08
package api

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/profile/secrets"
	"quarry/backend/testing/systemtest"
	"quarry/drivers/driver"
)

// listed returns the list of connections as the page receives it.
func (w *world) listed(t *testing.T) ConnectionList {
	t.Helper()
	list, err := w.Connections.List(ListRequest{})
	require.NoError(t, err)
	return list
}

func TestTheListHasItsGroupsAndEveryConnectionItsPlace(t *testing.T) {
	w := newWorld(t, "8.16.3")
	one, two := w.save(t, w.draft(nil)), w.save(t, w.draft(nil))
	for _, do := range []func() (Nothing, error){
		func() (Nothing, error) { return w.Connections.AddGroup(GroupRequest{Group: "Production"}) },
		func() (Nothing, error) { return w.Connections.AddGroup(GroupRequest{Group: "Local"}) },
		func() (Nothing, error) {
			return w.Connections.MoveGroup(GroupRequest{Group: "Local", To: "Production"})
		},
		func() (Nothing, error) {
			return w.Connections.RenameGroup(GroupRequest{Group: "Production", To: "Live"})
		},
		func() (Nothing, error) {
			return w.Connections.CollapseGroup(GroupRequest{Group: "Live", Collapsed: true})
		},
		func() (Nothing, error) {
			return w.Connections.Move(MoveRequest{ID: two.ID, Group: "Live", Before: one.ID})
		},
		func() (Nothing, error) {
			return w.Connections.Mark(MarkRequest{ID: two.ID, Colour: "teal", Tags: []string{"eu"}})
		},
	} {
		_, err := do()
		require.NoError(t, err)
	}
	list := w.listed(t)
	require.Equal(t, []ConnectionGroup{{Name: "Local"}, {Name: "Live", Collapsed: true}}, list.Groups)
	require.Equal(t, []string{two.ID, one.ID}, []string{list.Connections[0].ID, list.Connections[1].ID})
	require.Equal(t, "Live teal eu", list.Connections[0].Group+" "+list.Connections[0].Colour+" "+list.Connections[0].Tags[0])

	d := w.draft(nil)
	d.ID = two.ID
	edited := w.save(t, d)
	require.Equal(t, "Live eu", edited.Group+" "+edited.Tags[0], "the form leaves group and tags alone")

	_, err := w.Connections.DeleteGroup(GroupRequest{Group: "Live"})
	require.NoError(t, err)
	require.Len(t, w.listed(t).Connections, 2)
	_, err = w.Connections.AddGroup(GroupRequest{Group: "LOCAL"})
	require.Equal(t, "invalid: A group named Local already exists.", failed(t, err).Kind+": "+failed(t, err).Message)
	_, err = w.Connections.Move(MoveRequest{ID: "gone"})
	require.Equal(t, "This connection is no longer saved.", failed(t, err).Message)
}

func TestACopyConnectsWithTheSecretsOfItsOriginal(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	twin, err := w.Connections.Duplicate(DuplicateRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Equal(t, "catalogue copy", twin.Name)
	_, err = w.Connections.Open(ConnectRequest{ID: twin.ID})
	require.NoError(t, err)
	require.Equal(t, []string{"Basic YW5uYTpwYTU1LW9mLXRoaXMtdGVzdA=="}, w.authorisations())

	w.store.away = &secrets.Unavailable{Reason: secrets.ReasonLocked}
	_, err = w.Connections.Duplicate(DuplicateRequest{ID: saved.ID})
	require.Equal(t, "keyring", failed(t, err).Kind)
	require.Len(t, w.listed(t).Connections, 2)
	twin, err = w.Connections.Duplicate(DuplicateRequest{ID: saved.ID, WithoutSecrets: true})
	require.NoError(t, err)
	require.Empty(t, twin.Secrets)
}

// SPEC: CON-27
func TestAPastedCloudIDFillsTheFormThatTakesIt(t *testing.T) {
	w := newWorld(t, "8.16.3")
	id := "prod:" + base64.StdEncoding.EncodeToString([]byte("eu.example:9243$abc$kibana"))
	got, err := w.Connections.TakeURL(URLRequest{URL: id, Driver: engine})
	require.NoError(t, err)
	require.Equal(t, []FilledForm{{
		Driver: engine, Title: "Elasticsearch", Name: "prod",
		Fields:  []FieldValue{{"host", "abc.eu.example"}, {"port", "9243"}, {"prefix", ""}, {"ssl", "verify-identity"}},
		Secrets: []SecretValue{},
		Text:    "Filled in from the Cloud ID: Host abc.eu.example, Port 9243, SSL Mode Verify Identity.",
	}}, got.Forms)
	_, err = w.Connections.TakeURL(URLRequest{URL: "prod:AAAAAAAAAAAAAAAAAAAAAA==", Driver: engine})
	require.Equal(t, "invalid: This is not a Cloud ID.", failed(t, err).Kind+": "+failed(t, err).Message)
}

// SPEC: CON-14
func TestAPastedURLFillsTheFormsThatTakeIt(t *testing.T) {
	w := newWorld(t, "8.16.3")
	got, err := w.Connections.TakeURL(URLRequest{URL: "https://anna:" + secret + "@es.example/es"})
	require.NoError(t, err)
	require.Equal(t, []FilledForm{{
		Driver: engine, Title: "Elasticsearch", Name: "es.example",
		Fields:  []FieldValue{{"host", "es.example"}, {"port", "443"}, {"prefix", "/es"}, {"ssl", "verify-identity"}, {"username", "anna"}},
		Secrets: []SecretValue{{ID: "password", Value: secret, Replace: true}},
		Text:    "Filled in from the URL: Host es.example, Port 443, Username anna, SSL Mode Verify Identity, Path Prefix /es, Password.",
	}}, got.Forms)
	require.NotContains(t, got.Forms[0].Text, secret)

	chosen, err := w.Connections.TakeURL(URLRequest{URL: "https://es.example", Driver: engine, Fields: []FieldValue{{"ssl", "required"}}})
	require.NoError(t, err)
	require.Equal(t, []FieldValue{{"host", "es.example"}, {"port", "443"}, {"prefix", ""}}, chosen.Forms[0].Fields)

	rows := []struct{ name, url, driver, want string }{
		{"no URL", "anna:" + secret, "", "The URL needs a scheme and a host."},
		{"another scheme", "ftp://anna:" + secret + "@h", "", "URLs for Elasticsearch begin with http:// or https://."},
		{"a prefix that is none", "http://anna:" + secret + "@h//x", "", "Check Options: Path Prefix. Must be a path that begins with a slash, such as /es."},
		{"a driver that is not known", "http://anna:" + secret + "@h", "gone", "The registry does not offer this driver."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := w.Connections.TakeURL(URLRequest{URL: row.url, Driver: row.driver})
			require.Equal(t, row.want, failed(t, err).Message)
			require.NotContains(t, err.Error(), secret)
		})
	}
	rules, err := w.Connections.URLRules(ListRequest{})
	require.NoError(t, err)
	require.Equal(t, []URLRule{{Driver: engine, Title: "Elasticsearch", Schemes: []string{"http", "https"}}}, rules.Rules)

	saved := w.save(t, w.draft(nil, typed("password", secret)))
	require.Equal(t, "http://anna@"+w.host+":"+w.port, saved.URL)
	require.Empty(t, saved.NoURL)
}

// SPEC: CON-14
func TestADatabaseWithoutURLsSaysWhyAndTakesAnAddressInItsForm(t *testing.T) {
	w := newWorld(t, "8.16.3")
	w.registry = cataloguetest.New(t, engine, "typesense")
	w.restart(t)
	const why = "Typesense connections cannot be created from a URL."
	pasted := func(url string, fields ...FieldValue) (FilledForms, error) {
		return w.Connections.TakeURL(URLRequest{URL: url, Driver: "typesense", Fields: fields})
	}
	got, err := pasted("http://127.0.0.1:9292", FieldValue{"ssl", "disabled"})
	require.NoError(t, err)
	require.Equal(t, []FilledForm{{
		Driver: "typesense", Title: "Typesense", Name: "127.0.0.1",
		Fields: []FieldValue{{"host", "127.0.0.1"}, {"port", "9292"}}, Secrets: []SecretValue{},
		Text: "Filled in from the URL: Host 127.0.0.1, Port 9292.",
	}}, got.Forms)
	got, err = pasted("https://ts.example/")
	require.NoError(t, err)
	require.Equal(t, []FieldValue{{"host", "ts.example"}, {"port", "443"}, {"ssl", "verify-identity"}}, got.Forms[0].Fields)
	for url, want := range map[string]string{
		"https://anna:" + secret + "@ts.example": "Typesense connections have no user name. Remove the user.",
		"https://ts.example/" + secret:           "Typesense connections have no path prefix. Remove the path.",
		"ftp://ts.example/" + secret:             "URLs for Typesense begin with http:// or https://.",
	} {
		_, err := pasted(url)
		require.Equal(t, "invalid: "+want, failed(t, err).Kind+": "+failed(t, err).Message)
		require.NotContains(t, err.Error(), secret)
	}

	got, err = w.Connections.TakeURL(URLRequest{URL: "https://h"})
	require.NoError(t, err)
	require.Len(t, got.Forms, 1, "the other database takes it")
	_, err = w.Connections.TakeURL(URLRequest{URL: "ftp://h"})
	require.Contains(t, failed(t, err).Message, "begin with http:// or https://")
	rules, err := w.Connections.URLRules(ListRequest{})
	require.NoError(t, err)
	require.Equal(t, URLRule{Driver: "typesense", Title: "Typesense", Schemes: []string{}, None: why}, rules.Rules[1])
	twin := w.draft(nil, typed("apiKey", secret))
	twin.Driver = "typesense"
	require.Equal(t, []string{"", why}, []string{w.save(t, twin).URL, w.save(t, twin).NoURL})
}

func TestExportedConnectionsComeBackWithoutTheirSecrets(t *testing.T) {
	w := newWorld(t, "8.16.3")
	saved := w.save(t, w.draft(nil, typed("password", secret)))
	path := filepath.Join(t.TempDir(), "export.json")
	_, err := w.Connections.Export(ExportRequest{IDs: []string{saved.ID}, Path: path})
	require.NoError(t, err)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotContains(t, string(text), secret)
	_, err = w.Connections.Export(ExportRequest{IDs: []string{saved.ID}, Path: path})
	require.Equal(t, "conflict: A file with this name already exists.", failed(t, err).Kind+": "+failed(t, err).Message)

	other := newWorld(t, "8.16.3")
	changed := strings.Replace(string(text), `"name": "catalogue"`, `"name": "elsewhere"`, 1)
	unknown := strings.Replace(string(text), `"connections": [`, `"connections": [{"id":"x","name":"odd","driver":"nosql","fields":{"host":"h","port":"7"},"group":"Kept"},
		{"id":"y","name":"bad","driver":"elasticsearch","fields":{"host":"https://h"}},`, 1)
	rows := []struct {
		name, text string
		want       []ImportItem
	}{
		{"a file of this version", changed, []ImportItem{
			{Name: "elsewhere", Title: "Elasticsearch", Badge: "ES", Host: w.host, Port: w.port, Standing: "new", As: "elsewhere"},
		}},
		{"a driver that is not known, and values that no form holds", unknown, []ImportItem{
			{Name: "odd", Title: "nosql", Host: "h", Port: "7", Group: "Kept", Standing: "new", As: "odd", Unknown: true},
			{Name: "bad", Title: "Elasticsearch", Badge: "ES", Standing: "new", As: "bad",
				Problem: "Check General: Host. Must not be a URL: type h here, 443 in Port, and choose an SSL Mode that is not Disabled."},
			{Name: "catalogue", Title: "Elasticsearch", Badge: "ES", Host: w.host, Port: w.port, Standing: "new", As: "catalogue"},
		}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			plan, err := other.Connections.PlanImport(ImportRequest{Text: row.text})
			require.NoError(t, err)
			for i := range plan.Items {
				plan.Items[i].BadgeFill, plan.Items[i].BadgeText = "", ""
				row.want[i].Differs = []string{}
			}
			require.Equal(t, row.want, plan.Items)
			require.Empty(t, other.listed(t).Connections, "looking changes nothing")
		})
	}
	_, err = other.Connections.Import(ImportRequest{Text: unknown, Choices: []string{"add", "add", "add"}})
	require.Contains(t, failed(t, err).Message, "Check General: Host.")
	require.Empty(t, other.listed(t).Connections)
	result, err := other.Connections.Import(ImportRequest{Text: unknown, Choices: []string{"add", "skip", "add"}})
	require.NoError(t, err)
	require.Equal(t, "2", result.Count)
	list := other.listed(t)
	require.Equal(t, []ConnectionGroup{{Name: "Kept"}}, list.Groups)
	require.Equal(t, "odd nosql h "+result.First, list.Connections[0].Name+" "+list.Connections[0].Title+" "+list.Connections[0].Host+" "+list.Connections[0].ID)
	require.Empty(t, list.Connections[1].Secrets)
	_, err = other.Connections.Open(ConnectRequest{ID: list.Connections[1].ID})
	require.Equal(t, "Enter the password: it is not stored.", failed(t, err).Message)

	again := strings.Replace(unknown, `"port":"7"`, `"port":"8"`, 1)
	again = strings.Replace(again, `"id":"x"`, `"id":"`+result.First+`"`, 1)
	plan, err := other.Connections.PlanImport(ImportRequest{Text: again})
	require.NoError(t, err)
	require.Equal(t, "changed odd odd 2 port", strings.Join(append([]string{plan.Items[0].Standing, plan.Items[0].Here, plan.Items[0].As}, plan.Items[0].Differs...), " "))
	for _, text := range []string{"", "{}", `{"format":"quarry-connections","version":9}`} {
		_, err := other.Connections.PlanImport(ImportRequest{Text: text})
		require.NotEmpty(t, failed(t, err).Message)
		_, err = other.Connections.Import(ImportRequest{Text: text, Choices: []string{}})
		require.Contains(t, []string{string(driver.Invalid), string(driver.Unsupported)}, failed(t, err).Kind)
	}
	require.Len(t, other.listed(t).Connections, 2)
}

func TestAPlaceForTheExportIsSuggested(t *testing.T) {
	home := systemtest.SetHome(t, t.TempDir())
	w := newWorld(t, "8.16.3")
	got, err := w.Connections.ExportPlace(ListRequest{})
	require.NoError(t, err)
	require.Equal(t, filepath.Join(home, "quarry-connections.json"), got.Path)
	require.NoError(t, os.Mkdir(filepath.Join(home, "Downloads"), 0o700))
	got, err = w.Connections.ExportPlace(ListRequest{})
	require.NoError(t, err)
	require.Equal(t, filepath.Join(home, "Downloads", "quarry-connections.json"), got.Path)
}
