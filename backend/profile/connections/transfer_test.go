// SPEC: CON-21, CON-08
package connections

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/profile/secrets"
	"quarry/drivers/driver"
)

// secretsOf returns the secret fields of the drivers in these tests.
func secretsOf(string) []string { return []string{"password", "apiKey"} }

// exportOf exports every connection and returns the file's text.
func exportOf(t *testing.T, s *Store) []byte {
	t.Helper()
	list, err := s.List()
	require.NoError(t, err)
	var ids []string
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	path := filepath.Join(t.TempDir(), ExportName)
	n, err := s.Export(ids, path, false, secretsOf)
	require.NoError(t, err)
	require.Equal(t, len(ids), n)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return text
}

func read(t *testing.T, text []byte) *Exported {
	t.Helper()
	e, err := ParseExported(text, secretsOf)
	require.NoError(t, err)
	return e
}

// stocked returns a store with two connections in groups and one outside them, each with a secret.
func stocked(t *testing.T) *Store {
	t.Helper()
	s, _ := open(t)
	for _, c := range []Connection{
		{Name: "catalogue", Driver: "x", Fields: map[string]string{"host": "a.example", "port": "1"}, Colour: "teal", Group: "Production", Tags: []string{"eu"}},
		{Name: "logs", Driver: "y", Fields: map[string]string{"host": "b.example"}, Group: "Staging"},
		{Name: "local", Driver: "x", Fields: map[string]string{"host": "localhost"}},
	} {
		save(t, s, c, map[string]Secret{"password": put(testSecret)})
	}
	return s
}

func TestAnExportHoldsNoSecret(t *testing.T) {
	s := stocked(t)
	list, err := s.List()
	require.NoError(t, err)
	// A hand-written file may contain values for secret fields.
	text := strings.Replace(fileText(t, s), `"host": "a.example"`, `"host": "a.example", "apiKey": "`+testSecret+`"`, 1)
	require.NoError(t, os.WriteFile(s.path, []byte(text), 0o600))
	require.NoError(t, s.Touch(list[0].ID, "8.16.3"))
	exported := string(exportOf(t, s))
	require.NotContains(t, exported, testSecret)
	for _, private := range []string{"lastOpened", "8.16.3", "password", "apiKey"} {
		require.NotContains(t, exported, private)
	}
	require.Contains(t, exported, `"format": "quarry-connections"`)
	require.Contains(t, exported, `"host": "a.example"`)
}

func TestAnExportHoldsWhatWasChosenInTheOrderOfTheList(t *testing.T) {
	s := stocked(t)
	list, err := s.List()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "some.json")
	n, err := s.Export([]string{list[2].ID, list[0].ID}, path, false, secretsOf)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	e := read(t, text)
	require.Equal(t, []string{"catalogue", "local"}, []string{e.Connections[0].Name, e.Connections[1].Name})
	require.Equal(t, []string{"Production"}, e.Groups)
}

func TestAFileThatIsThereIsReplacedOnlyOnTheUsersWord(t *testing.T) {
	s := stocked(t)
	list, err := s.List()
	require.NoError(t, err)
	folder := t.TempDir()
	path := filepath.Join(folder, "there.json")
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
	_, err = s.Export([]string{list[0].ID}, path, false, secretsOf)
	require.ErrorIs(t, err, ErrExists)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "mine", string(text))
	_, err = s.Export([]string{list[0].ID}, path, true, secretsOf)
	require.NoError(t, err)

	rows := []struct{ name, path, want string }{
		{"a folder", folder, "This is a folder."},
		{"a name alone", "x.json", "Enter the full path of the file."},
		{"a folder that is not there", filepath.Join(folder, "none", "x.json"), "The folder does not exist."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := s.Export([]string{list[0].ID}, row.path, true, secretsOf)
			var e *driver.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, row.want, e.Message)
		})
	}
	_, err = s.Export([]string{"gone"}, filepath.Join(folder, "x.json"), true, secretsOf)
	require.ErrorIs(t, err, ErrNotFound)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is left beside the file")
}

func TestAFileThatIsNoExportIsRefusedInASentenceAndChangesNothing(t *testing.T) {
	rows := []struct{ name, text, want string }{
		{"nothing in it", "", "The file is not valid JSON."},
		{"cut in the middle", `{"format":"quarry-connections","version":1,"connections":[{"na`, "The file is not valid JSON."},
		{"a list", "[]", "This is not a connections export."},
		{"another program's", `{"version":1,"connections":[]}`, "This is not a connections export."},
		{"another format", `{"format":"other","version":1,"connections":[]}`, "This is not a connections export."},
		{"no version", `{"format":"quarry-connections","connections":[]}`, "This is not a connections export."},
		{"a newer version", `{"format":"quarry-connections","version":2,"connections":7}`, "The file was written by a newer version of Quarry."},
		{"no connections", `{"format":"quarry-connections","version":1}`, "Quarry cannot use this file: its list of connections is damaged."},
		{"a number for a value", `{"format":"quarry-connections","version":1,"connections":[{"name":"a","driver":"x","fields":{"port":1}}]}`,
			"Quarry cannot use this file: its list of connections is damaged."},
		{"no name", `{"format":"quarry-connections","version":1,"connections":[{"name":" ","driver":"x"}]}`,
			"Quarry cannot use this file: connection 1 is damaged."},
		{"no driver", `{"format":"quarry-connections","version":1,"connections":[{"name":"a"}]}`,
			"Quarry cannot use this file: connection 1 is damaged."},
		{"a group with a line break", `{"format":"quarry-connections","version":1,"connections":[{"name":"a","driver":"x","group":"a\nb"}]}`,
			"Quarry cannot use this file: connection 1 is damaged."},
		{"without end", strings.Repeat(" ", maxImport+1), "The file is larger than 8 MB, so it is not a connections export."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, err := ParseExported([]byte(row.text), secretsOf)
			var e *driver.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, row.want, e.Message)
		})
	}
}

func TestAnImportTellsWhatIsNewChangedOrThere(t *testing.T) {
	s := stocked(t)
	file := exportOf(t, s)
	list, err := s.List()
	require.NoError(t, err)
	changed := list[0]
	changed.Fields = map[string]string{"host": "other.example", "port": "1", "ssl": ""}
	save(t, s, changed, map[string]Secret{"password": put("typed for the other")})
	require.NoError(t, s.Mark(list[1].ID, "red", nil))
	more := strings.Replace(string(file), `"connections": [`, `"connections": [
		{"id":"zz","name":"local","driver":"x","fields":{"host":"elsewhere"}},
		{"id":"zz","name":"local","driver":"unknown","fields":{"host":"elsewhere"}},
		{"id":"`+list[2].ID+`","name":"logs","driver":"unknown","fields":{}},`, 1)

	plan, err := s.Plan(read(t, []byte(more)))
	require.NoError(t, err)
	type row struct {
		standing       Standing
		as, here, what string
		asks           bool
	}
	var got []row
	for _, p := range plan {
		got = append(got, row{p.Standing, p.As, p.Here, strings.Join(p.Differs, " "), p.Asks})
	}
	require.Equal(t, []row{
		{StandingNew, "local 2", "", "", false},
		{StandingNew, "local 3", "", "", false},
		{StandingNew, "logs 2", "", "", false},
		{StandingChanged, "catalogue 2", "catalogue", "host", true},
		{StandingChanged, "logs 3", "logs", "(colour)", false},
		{StandingSame, "", "local", "", false},
	}, got)
}

func TestAnotherConnectionOfTheSameNameIsToldApart(t *testing.T) {
	s := stocked(t)
	e := read(t, []byte(`{"format":"quarry-connections","version":1,"connections":[{"id":"zz","name":"local","driver":"x","fields":{"host":"elsewhere"}}]}`))
	plan, err := s.Plan(e)
	require.NoError(t, err)
	require.Equal(t, []string{"named", "local 2", "local"}, []string{string(plan[0].Standing), plan[0].As, plan[0].Here})
	require.True(t, plan[0].Asks)
}

func TestAnImportDoesWhatWasChosenAllAtOnce(t *testing.T) {
	source := stocked(t)
	file := exportOf(t, source)
	t.Run("into an empty list, all of it comes back without secrets and under ids of its own", func(t *testing.T) {
		s, _ := open(t)
		ids, err := s.Import(t.Context(), read(t, file), []Choice{ChoiceAdd, ChoiceAdd, ChoiceAdd})
		require.NoError(t, err)
		require.Equal(t, "Production: catalogue | Staging: logs | : local", layout(t, s))
		want, err := source.Get(read(t, file).Connections[0].ID)
		require.NoError(t, err)
		got, err := s.Get(ids[0])
		require.NoError(t, err)
		require.NotEqual(t, want.ID, got.ID, "another profile may keep secrets under the file's id")
		want.ID, want.Secrets = got.ID, []string{}
		require.Equal(t, want, got)
		again, err := s.Plan(read(t, file))
		require.NoError(t, err)
		for _, p := range again {
			require.Equal(t, StandingSame, p.Standing, p.Name)
		}
	})
	t.Run("a group is the one of that name here", func(t *testing.T) {
		s := openWith(t, `{"groups":[{"name":"staging"}],"connections":[]}`)
		_, err := s.Import(t.Context(), read(t, file), []Choice{ChoiceSkip, ChoiceAdd, ChoiceSkip})
		require.NoError(t, err)
		require.Equal(t, "staging: logs | :", layout(t, s))
	})
	t.Run("adding what is there makes another one", func(t *testing.T) {
		s := stocked(t)
		_, err := s.Import(t.Context(), read(t, file), []Choice{ChoiceAdd, ChoiceSkip, ChoiceAdd})
		require.NoError(t, err)
		require.Equal(t, "Production: catalogue catalogue 2 | Staging: logs | : local local 2", layout(t, s))
	})
	t.Run("skipping everything writes nothing", func(t *testing.T) {
		s := stocked(t)
		before := fileText(t, s)
		ids, err := s.Import(t.Context(), read(t, file), []Choice{ChoiceSkip, ChoiceSkip, ChoiceSkip})
		require.NoError(t, err)
		require.Empty(t, ids)
		require.Equal(t, before, fileText(t, s))
	})
	t.Run("a choice too few changes nothing", func(t *testing.T) {
		s := stocked(t)
		before := fileText(t, s)
		_, err := s.Import(t.Context(), read(t, file), []Choice{ChoiceAdd})
		require.Error(t, err)
		require.Equal(t, before, fileText(t, s))
	})
}

func TestAReplacedConnectionLosesItsSecretsWhereItsSettingsChange(t *testing.T) {
	rows := []struct {
		name  string
		from  string
		to    string
		keeps bool
	}{
		{"another host", `"host": "a.example"`, `"host": "evil.example"`, false},
		{"a setting more", `"host": "a.example"`, `"host": "a.example", "skipVerify": "true"`, false},
		{"another colour", `"colour": "teal"`, `"colour": "red"`, true},
		{"another name", `"name": "catalogue"`, `"name": "renamed"`, true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := stocked(t)
			list, err := s.List()
			require.NoError(t, err)
			require.NoError(t, s.Touch(list[0].ID, "8.16.3"))
			file := strings.Replace(string(exportOf(t, s)), row.from, row.to, 1)
			ids, err := s.Import(t.Context(), read(t, []byte(file)), []Choice{ChoiceReplace, ChoiceSkip, ChoiceSkip})
			require.NoError(t, err)
			require.Equal(t, []string{list[0].ID}, ids)
			got, err := s.Get(list[0].ID)
			require.NoError(t, err)
			require.Equal(t, "8.16.3", got.Version)
			if row.keeps {
				require.Equal(t, []string{"password"}, got.Secrets)
				requireSecret(t, s, list[0].ID, "password", testSecret)
				return
			}
			require.Empty(t, got.Secrets)
			requireSecret(t, s, list[0].ID, "password", "")
		})
	}
}

func TestASecretKeptForThisRunGoesWithAReplacementToo(t *testing.T) {
	down := newFakeSecrets()
	down.refuse = "password"
	s := Open(t.TempDir(), secrets.NewFallback(down))
	c, err := s.Save(secrets.KeepForThisRun(t.Context()), sample(), map[string]Secret{"password": put(testSecret)})
	require.NoError(t, err)
	file := strings.Replace(string(exportOf(t, s)), `"host": "localhost"`, `"host": "evil.example"`, 1)
	down.refuse = ""
	_, err = s.Import(t.Context(), read(t, []byte(file)), []Choice{ChoiceReplace})
	require.NoError(t, err)
	requireSecret(t, s, c.ID, "password", "")
}

func TestAnImportThatCannotRemoveASecretChangesNothing(t *testing.T) {
	s := stocked(t)
	file := strings.Replace(string(exportOf(t, s)), `"host": "a.example"`, `"host": "evil.example"`, 1)
	before := fileText(t, s)
	s.secrets.(*fakeSecrets).refuse = "password"
	_, err := s.Import(t.Context(), read(t, []byte(file)), []Choice{ChoiceReplace, ChoiceAdd, ChoiceAdd})
	require.ErrorIs(t, err, errDown)
	require.Equal(t, before, fileText(t, s))
}

func TestASecretInAFileIsNotTaken(t *testing.T) {
	s, _ := open(t)
	e := read(t, []byte(`{"format":"quarry-connections","version":1,"connections":[
		{"name":"a","driver":"x","fields":{"host":"h","password":"`+testSecret+`"}}]}`))
	_, err := s.Import(t.Context(), e, []Choice{ChoiceAdd})
	require.NoError(t, err)
	require.NotContains(t, fileText(t, s), testSecret)
}
