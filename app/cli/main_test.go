// SPEC: EXP-01, EXP-03, EXP-05
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/app/api"
	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/secrets"
	sample "quarry/backend/sample/elasticsearch"
	"quarry/backend/testing/enginetest"
	"quarry/backend/testing/systemtest"
)

// program is the command as built for users, and a profile with one connection to the sample data.
type program struct {
	t                       *testing.T
	file, profile, registry string
	folder                  string
	engine                  string
}

func build(t *testing.T) *program {
	t.Helper()
	p := compiled(t, "elasticsearch")
	engine, err := sample.New(sample.Options{})
	require.NoError(t, err)
	address, stop, err := engine.Start("127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = stop() })
	p.engine = address
	at, err := url.Parse(address)
	require.NoError(t, err)
	store := connections.Open(p.profile, secrets.Memory())
	for _, name := range []string{"nightly", "twice", "twice"} {
		_, err = store.Save(t.Context(), connections.Connection{
			Name: name, Driver: "elasticsearch", Fields: map[string]string{"host": at.Hostname(), "port": at.Port(), "auth": "none"},
		}, nil)
		require.NoError(t, err)
	}
	return p
}

// compiled returns the command with a registry that offers one driver, and an empty profile.
func compiled(t *testing.T, driver string) *program {
	t.Helper()
	r := cataloguetest.New(t, driver)
	key := base64.StdEncoding.EncodeToString(r.Keys[0].Public)
	p := &program{t: t, file: filepath.Join(t.TempDir(), systemtest.Program("quarry-cli")), profile: t.TempDir(), registry: r.Address, folder: t.TempDir()}
	command := exec.CommandContext(t.Context(), "go", "build", "-tags", "devkey",
		"-ldflags", "-X quarry/backend/driverhost/registry.developmentKey="+key, "-o", p.file, "quarry/app/cli")
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	return p
}

// run runs the command and returns its exit code and what it printed.
func (p *program) run(args ...string) (code int, stdout, stderr string) {
	p.t.Helper()
	command := exec.CommandContext(p.t.Context(), p.file, append(args, "--profile", p.profile, "--registry", p.registry)...)
	var out, says bytes.Buffer
	command.Stdout, command.Stderr = &out, &says
	err := command.Run()
	if command.ProcessState == nil {
		require.NoError(p.t, err)
	}
	return command.ProcessState.ExitCode(), out.String(), says.String()
}

func (p *program) files() []string {
	entries, err := os.ReadDir(p.folder)
	require.NoError(p.t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestAnExportFromTheCommandLine(t *testing.T) {
	p := build(t)
	file := filepath.Join(p.folder, "books.csv")
	code, out, says := p.run("export", "--connection", "nightly", "--index", "books", "--to", file, "--format", "csv", "--columns", "_id,title")
	require.Equal(t, 0, code, says)
	require.Contains(t, out, " counted on the server, in "+file)
	require.Contains(t, out, "SHA-256 ")
	require.Empty(t, says, "there is no terminal to show progress on")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"_id", "title"}, table[0])

	answer, err := http.Get(p.engine + "/books/_count")
	require.NoError(t, err)
	var counted bytes.Buffer
	_, err = counted.ReadFrom(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Contains(t, counted.String(), `"count":`+strings.ReplaceAll(strings.Fields(out)[0], ",", "")+",")

	for name, test := range map[string]struct {
		args []string
		code int
		says string
	}{
		"a file that exists":                {[]string{"--connection", "nightly", "--index", "books", "--to", file}, 1, "A file with this name already exists. It was not changed. Choose another name, or replace it with --replace."},
		"a connection that is not saved":    {[]string{"--connection", "weekly", "--index", "books", "--to", file + "2"}, 1, `no connection is named "weekly"`},
		"a name that two have":              {[]string{"--connection", "twice", "--index", "books", "--to", file + "2"}, 1, "2 connections are named"},
		"an index that there is not":        {[]string{"--connection", "nightly", "--index", "none", "--to", file + "2"}, 1, "no such index [none]. Nothing was exported.\n"},
		"metadata in a CSV file":            {[]string{"--connection", "nightly", "--index", "books", "--to", file + "2", "--format", "csv", "--metadata", "_id"}, 1, "Metadata can be written only beside whole documents"},
		"metadata that is a field":          {[]string{"--connection", "nightly", "--index", "books", "--to", file + "2", "--metadata", "title"}, 1, "title is not beside the document."},
		"metadata that there is not":        {[]string{"--connection", "nightly", "--index", "books", "--to", file + "2", "--metadata", "none"}, 1, "There is no column none."},
		"a column that there is not":        {[]string{"--connection", "nightly", "--index", "books", "--to", file + "2", "--columns", "none"}, 1, "There is no column none."},
		"nothing to write to":               {[]string{"--connection", "nightly", "--index", "books"}, 2, "--to is missing"},
		"an option that there is not":       {[]string{"--conection", "nightly"}, 2, "quarry-cli: flag provided but not defined: -conection\nquarry-cli export --help lists"},
		"a folder":                          {[]string{"--connection", "nightly", "--index", "books", "--to", p.folder, "--replace"}, 1, "This is a folder. Enter the name of a file in it."},
		"a delimiter that there is not":     {[]string{"--connection", "nightly", "--index", "books", "--to", file + "2", "--delimiter", "::"}, 2, "--delimiter must be"},
		"more slices than are read at once": {[]string{"--connection", "nightly", "--index", "books", "--to", file + "2", "--slices", "9"}, 2, "--slices must be a number from 1 to 8"},
		"more than is understood":           {[]string{"--connection", "nightly", "--index", "books", "--to", file + "2", "and more"}, 2, `"and more" is not understood`},
		"a format that there is not":        {[]string{"--connection", "nightly", "--index", "books", "--to", file + "2", "--format", "xml"}, 2, "--format must be jsonl, json, csv or bulk"},
		"the same file, now to be replaced": {[]string{"--connection", "nightly", "--index", "books", "--to", file, "--replace"}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			code, _, says := p.run(append([]string{"export"}, test.args...)...)
			require.Equal(t, test.code, code, says)
			require.Contains(t, says, test.says)
		})
	}
	require.Equal(t, []string{"books.csv"}, p.files(), "no part of a file is left")

	found := filepath.Join(p.folder, "found.jsonl")
	code, out, says = p.run("export", "--connection", "NIGHTLY", "--object", "books", "--to", found, "--query", `_id:("`+table[1][0]+`" OR "`+table[2][0]+`")`)
	require.Equal(t, 0, code, says)
	require.Contains(t, out, "2 documents, 2 counted on the server, in "+found)
	require.NoError(t, os.Remove(found))
	code, _, says = p.run("export", "--connection", "nightly", "--object", "books", "--to", found, "--query", " ")
	require.Equal(t, 1, code)
	require.Contains(t, says, "Enter a query, such as title:quick AND pages:>100.", "a refused query exports nothing")
	require.NoFileExists(t, found)
	// A CSV file without named columns first reads rows and columns; its rows must still be those of the query.
	code, out, says = p.run("export", "--connection", "nightly", "--object", "books", "--to", found, "--format", "csv", "--query", `_id:"`+table[1][0]+`"`)
	require.Equal(t, 0, code, says)
	require.Contains(t, out, "1 document, 1 counted on the server, in "+found)
	require.NoError(t, os.Remove(found))
	args := []string{"export", "--connection", "nightly", "--object", "books", "--to", found, "--limit", "1"}
	code, out, says = p.run(append(args, "--metadata", "_index,_id")...)
	require.Equal(t, 0, code, says)
	require.Contains(t, out, "1 document, 1 counted on the server, in "+found)
	line, err := os.ReadFile(found)
	require.NoError(t, err)
	require.NoError(t, os.Remove(found))
	code, _, says = p.run(args...)
	require.Equal(t, 0, code, says)
	source, err := os.ReadFile(found)
	require.NoError(t, err)
	require.NoError(t, os.Remove(found))
	require.Regexp(t, `^\{"_index":"books","_id":"[^"]+","_source":`+regexp.QuoteMeta(strings.TrimSuffix(string(source), "\n"))+`\}\n$`, string(line), "every byte of the document is there")
	code, _, says = p.run("export", "--connection", "nightly", "--object", "books", "--to", found, "--query", "title:(")
	require.Equal(t, 1, code, says)
	require.Contains(t, says, "Failed to parse query [title:(]")

	first := filepath.Join(p.folder, "first.csv")
	code, out, says = p.run("export", "--connection", "nightly", "--object", "books", "--to", first, "--format", "csv", "--columns", "_id,published", "--sort", "published:desc", "--limit", "3")
	require.Equal(t, 0, code, says)
	require.Contains(t, out, "3 documents, 3 counted on the server, in "+first)
	text, err = os.ReadFile(first)
	require.NoError(t, err)
	require.NoError(t, os.Remove(first))
	newest, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	require.NoError(t, err)
	require.Len(t, newest, 4)
	require.GreaterOrEqual(t, newest[1][1], newest[2][1])
	require.GreaterOrEqual(t, newest[2][1], newest[3][1])
	for says, args := range map[string][]string{
		"The limit must be a whole number, at least 1.": {"--limit", "0"},
		"Some of these columns cannot be sorted.":       {"--sort", "none"},
	} {
		code, _, told := p.run(append([]string{"export", "--connection", "nightly", "--object", "books", "--to", first}, args...)...)
		require.Equal(t, 1, code)
		require.Contains(t, told, says)
	}

	// SPEC: A-BRO-19
	t.Run("a column that the mapping lacks", func(t *testing.T) {
		const index = "quarry-cli-outside"
		engine := enginetest.ES8(t)
		enginetest.Index(t, engine, index, `{"mappings":{"dynamic":false,"properties":{"k":{"type":"keyword"}}}}`)
		enginetest.Ask(t, http.MethodPut, engine+"/"+index+"/_doc/1?refresh=true", `{"k":"a","extra":1.50}`)
		at, err := url.Parse(engine)
		require.NoError(t, err)
		saved, err := connections.Open(p.profile, secrets.Memory()).Save(t.Context(), connections.Connection{
			Name: "real", Driver: "elasticsearch", Fields: map[string]string{"host": at.Hostname(), "port": at.Port(), "auth": "none"},
		}, nil)
		require.NoError(t, err)
		beside := filepath.Join(p.folder, "beside.csv")
		code, _, says := p.run("export", "--connection", "real", "--object", index, "--to", beside, "--format", "csv", "--columns", "_id,extra")
		require.Equal(t, 0, code, says)
		text, err := os.ReadFile(beside)
		require.NoError(t, err)
		require.Equal(t, "_id,extra\r\n1,1.50\r\n", string(text))
		require.NoError(t, os.Remove(beside))
		require.NoError(t, connections.Open(p.profile, secrets.Memory()).Delete(t.Context(), saved.ID))
	})

	code, out, says = p.run("list")
	require.Equal(t, 0, code, says)
	require.Equal(t, 4, strings.Count(out, "\n"), out)
	require.Regexp(t, `(?m)^nightly +Elasticsearch +127\.0\.0\.1 +[0-9]+ +[0-9a-z-]+$`, out)
	code, out, says = p.run("list", "--connection", "nightly")
	require.Equal(t, 0, code, says)
	require.Regexp(t, `(?m)^books +index$`, out)
	code, out, _ = p.run("--version")
	require.Equal(t, 0, code)
	require.Equal(t, "quarry-cli "+api.Version+"\n", out)

	empty := filepath.Join(p.folder, "empty.jsonl")
	create, err := http.NewRequest(http.MethodPut, p.engine+"/empty", nil)
	require.NoError(t, err)
	created, err := http.DefaultClient.Do(create)
	require.NoError(t, err)
	require.NoError(t, created.Body.Close())
	require.Equal(t, 200, created.StatusCode)
	code, out, says = p.run("export", "--connection", "nightly", "--index", "empty", "--to", empty)
	require.Equal(t, 0, code, says)
	require.Contains(t, out, "0 documents, 0 counted on the server, in "+empty, "there are none, and they were counted")
}

func TestAnInterruptionEndsWhateverTheCommandWaitsFor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process can be interrupted by another one there")
	}
	p := build(t)
	store := connections.Open(p.profile, secrets.Memory())
	for _, held := range []string{"/", "/books/_mapping", "/books/_pit"} {
		t.Run(held, func(t *testing.T) {
			there := make(chan struct{}, 16)
			engine, err := url.Parse(p.engine)
			require.NoError(t, err)
			pass := httputil.NewSingleHostReverseProxy(engine)
			proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == held {
					there <- struct{}{}
					<-r.Context().Done()
					return
				}
				pass.ServeHTTP(w, r)
			}))
			defer proxy.Close()
			at, err := url.Parse(proxy.URL)
			require.NoError(t, err)
			saved, err := store.Save(t.Context(), connections.Connection{
				Name: "held", Driver: "elasticsearch", Fields: map[string]string{"host": at.Hostname(), "port": at.Port(), "auth": "none"},
			}, nil)
			require.NoError(t, err)
			command := exec.CommandContext(t.Context(), p.file, "export", "--connection", saved.ID, "--index", "books", "--to", filepath.Join(p.folder, "books.csv"),
				"--format", "csv", "--profile", p.profile, "--registry", p.registry)
			var says bytes.Buffer
			command.Stderr = &says
			require.NoError(t, command.Start())
			<-there
			require.NoError(t, command.Process.Signal(os.Interrupt))
			_ = command.Wait()
			require.Equal(t, 130, command.ProcessState.ExitCode(), says.String())
			require.Equal(t, "quarry-cli: interrupted: no file was saved\n", says.String())
			require.Empty(t, p.files())
		})
	}
}

// SPEC: CON-08, CON-26
func TestWithoutAKeychainTheSecretsAreReadFromAFileOrTheEnvironment(t *testing.T) {
	const password, key = "correct horse", "battery: staple"
	p := build(t)
	engine, err := url.Parse(p.engine)
	require.NoError(t, err)
	pass := httputil.NewSingleHostReverseProxy(engine)
	guard := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, given, _ := r.BasicAuth(); user != "quarry" || given != password {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/gateway/") && r.Header.Get("X-Gateway-Key") != key {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		r.URL.Path = strings.TrimPrefix(r.URL.Path, "/gateway")
		pass.ServeHTTP(w, r)
	}))
	defer guard.Close()
	at, err := url.Parse(guard.URL)
	require.NoError(t, err)
	store := connections.Open(p.profile, secrets.Memory())
	gone := connections.Secret{Value: "only in the memory of the test", Replace: true}
	for _, c := range []connections.Connection{{Name: "guarded"}, {Name: "gateway", Headers: []string{"X-Gateway-Key"}}} {
		c.Driver = "elasticsearch"
		c.Fields = map[string]string{"host": at.Hostname(), "port": at.Port(), "auth": "password", "username": "quarry"}
		stored := map[string]connections.Secret{"password": gone}
		if c.Headers != nil {
			c.Fields["prefix"] = "/gateway"
			stored[connections.HeaderSecret("X-Gateway-Key")] = gone
		}
		_, err = store.Save(t.Context(), c, stored)
		require.NoError(t, err)
	}
	written := func(text string) string {
		path := filepath.Join(t.TempDir(), "secret")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	for _, row := range []struct {
		name, connection, file, variable string
		code                             int
		says                             string
	}{
		{"a file", "guarded", written(password + "\n"), "", 0, ""},
		{"the environment", "guarded", "", password, 0, ""},
		{"a file before the environment", "guarded", written(password), "wrong", 0, ""},
		{"a wrong one", "guarded", "", "wrong", 1, "Authentication failed"},
		{"an empty file", "guarded", written("\n"), password, 1, "is empty"},
		{"a file that does not exist", "guarded", filepath.Join(p.folder, "none"), password, 1, "Cannot read the secret file"},
		{"a file that is something else", "guarded", written(strings.Repeat("x", maxSecret+1)), "", 1, "is too large to be a secret"},
		{"a line with a name", "guarded", written("Password: " + password), "", 0, ""},
		{"a line for each", "gateway", written("Password: " + password + "\r\n\r\nx-gateway-key:" + key + "\r\n"), "", 0, ""},
		{"a line for each in the environment", "gateway", "", "X-Gateway-Key: " + key + "\nPASSWORD: " + password, 0, ""},
		{"a wrong value of a header", "gateway", written("Password: " + password + "\nX-Gateway-Key: " + key + "s"), "", 1, "403"},
		{"one of two", "gateway", written(password), "", 1, "with a line NAME: VALUE for each of its secrets: Password, X-Gateway-Key."},
		{"a name that the connection does not have", "gateway", written("Password: " + password + "\nX-Key: " + key), "", 1, "line 2 of "},
		{"a value twice", "gateway", written("Password: " + password + "\npassword: " + password), "", 1, "has two values for Password"},
		{"no value", "gateway", written("Password: " + password + "\nX-Gateway-Key: "), "", 1, "has no value for X-Gateway-Key"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Setenv("QUARRY_SECRET", row.variable)
			args := []string{"list", "--connection", row.connection}
			if row.file != "" {
				args = append(args, "--secret-file", row.file)
			}
			code, out, says := p.run(args...)
			require.Equal(t, row.code, code, says)
			require.Contains(t, strings.ToLower(says), strings.ToLower(row.says))
			if code == 0 {
				require.Contains(t, out, "books")
			}
			require.NotContains(t, out+says, password)
			require.NotContains(t, out+says, key)
		})
	}
	require.NoError(t, filepath.WalkDir(p.profile, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		require.NotContains(t, string(text), password, path)
		require.NotContains(t, string(text), key, path)
		return err
	}))
}

// SPEC: CON-08, CON-26
func TestATextWithoutNamesIsOneSecretAsItIs(t *testing.T) {
	known := []api.NamedSecret{{ID: "password", Name: "Password"}, {ID: "keyPassphrase", Name: "Key Passphrase"}, {ID: "header:X-Key", Name: "X-Key"}}
	for text, want := range map[string][]api.SecretValue{
		"hunter2":                       {{Value: "hunter2", Replace: true}},
		" a: b ":                        {{Value: " a: b ", Replace: true}},
		"passwords: a":                  {{Value: "passwords: a", Replace: true}},
		"one\ntwo: three":               {{Value: "one\ntwo: three", Replace: true}},
		"password:  a : b ":             {{ID: "password", Value: " a : b ", Replace: true}},
		"keyPassphrase:\\n":             {{ID: "keyPassphrase", Value: "\\n", Replace: true}},
		"Key passphrase: a\n\nx-key: b": {{ID: "keyPassphrase", Value: "a", Replace: true}, {ID: "header:X-Key", Value: "b", Replace: true}},
		"header:X-Key: c":               {{ID: "header:X-Key", Value: "c", Replace: true}},
	} {
		got, err := secretsIn(text, "FILE", known)
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	}
	_, err := secretsIn("\nhush\n\nX-Key: hush", "FILE", known)
	require.EqualError(t, err, "line 2 of FILE does not begin with the name of a secret and a colon. The secrets of this connection: Password, Key Passphrase, X-Key")
}

// SPEC: EXP-10
func TestNamesOfColumnsCanContainCommas(t *testing.T) {
	for columns, want := range map[string][]string{
		`_id,title`:      {"_id", "title"},
		`_id,"a,b"`:      {"_id", "a,b"},
		`"say ""hi""",x`: {`say "hi"`, "x"},
		`_id, title`:     {"_id", "title"},
		`_id, "a,b"`:     {"_id", "a,b"},
		`" led",x`:       {" led", "x"},
	} {
		a, err := parse(exporting, []string{"--connection", "c", "--object", "o", "--to", "f", "--columns", columns}, io.Discard, io.Discard)
		require.NoError(t, err)
		require.Equal(t, want, a.options.Columns)
	}
	var says bytes.Buffer
	_, err := parse(exporting, []string{"--connection", "c", "--object", "o", "--to", "f", "--columns", `"a`}, io.Discard, &says)
	require.Error(t, err)
	require.Contains(t, says.String(), "quote a name that contains a comma or a quote")
}

func TestAMissingSecretSaysWhatHelps(t *testing.T) {
	for kind, want := range map[string]string{
		"keyring": "No credential store was found. The secret of this connection is in the keychain. Run the command in a session",
		"secret":  "No credential store was found. Open the connection in Quarry and save it there, or use --secret-file or QUARRY_SECRET.",
		"auth":    "No credential store was found",
	} {
		missing := func() error {
			return plain(errors.New(`{"kind":"` + kind + `","message":"No credential store was found"}`))
		}
		password := api.NamedSecret{ID: "password", Name: "Password"}
		got := withoutSecret(missing(), []api.NamedSecret{password})
		require.Truef(t, strings.HasPrefix(got.Error(), want), "%s: %s", kind, got)
		got = withoutSecret(missing(), []api.NamedSecret{password, {ID: "header:X-Key", Name: "X-Key"}})
		require.Equal(t, kind != "auth", strings.HasSuffix(got.Error(), "with a line NAME: VALUE for each of its secrets: Password, X-Key."))
	}
	require.Equal(t, "no disk", withoutSecret(plain(errors.New("no disk")), nil).Error())
}

func TestProgressFitsIntoOneLineOfTheTerminal(t *testing.T) {
	info := api.ExportInfo{State: "running", Written: "152962", Total: "300000", Rate: "38238", Left: 124}
	full, unknown := info, api.ExportInfo{State: "running", Written: "152962", Rate: "38238"}
	full.State = "full"
	for _, row := range []struct {
		info  *api.ExportInfo
		width int
		want  string
	}{
		{&info, 80, "152,962 of 300,000 documents, 50%, 38,238/s, 2m4s left"},
		{&info, 54, "152,962 of 300,000, 50%, 38,238/s, 2m4s left"},
		{&info, 40, "152,962 of 300,000, 50%, 2m4s left"},
		{&info, 30, "50%, 2m4s left"},
		{&info, 12, "50%"},
		{&info, 3, "50"},
		{&full, 80, "152,962 of 300,000 documents, 50%, the disk is full"},
		{&full, 44, "152,962 of 300,000, 50%, the disk is full"},
		{&full, 30, "50%, the disk is full"},
		{&unknown, 80, "152,962 documents, 38,238/s"},
		{&unknown, 20, "152,962, 38,238/s"},
		{&unknown, 10, "152,962"},
	} {
		got := line(row.info, "documents", row.width)
		require.Equal(t, row.want, got)
		require.Less(t, len(got), row.width)
	}
	require.Equal(t, "152,962 of 300,000 documents", far(&full, "documents"))
	require.Equal(t, "152,962 documents", far(&unknown, "documents"))
}

func TestWithoutACommandTheUsageIsShown(t *testing.T) {
	var out, says bytes.Buffer
	require.Equal(t, exitUsage, run(context.Background(), nil, &out, terminal{Writer: &says}))
	require.Contains(t, says.String(), "quarry-cli export --connection NAME --object NAME --to FILE")
	require.Equal(t, exitDone, run(context.Background(), []string{"--help"}, &out, terminal{Writer: &says}))
	require.Contains(t, out.String(), "The exit code is 0")
	says.Reset()
	require.Equal(t, exitUsage, run(context.Background(), []string{"exprt"}, &out, terminal{Writer: &says}))
	require.Equal(t, "quarry-cli: \"exprt\" is not a command\nquarry-cli export --help lists the options.\n", says.String())
	for _, args := range [][]string{{"export", "--help"}, {"export", "-h"}, {"help"}} {
		out.Reset()
		says.Reset()
		require.Equal(t, exitDone, run(context.Background(), args, &out, terminal{Writer: &says}))
		require.Contains(t, out.String(), "  --slices NUMBER          number of parts to read in parallel, up to 8, if the engine can; 1 keeps the stored order (default: 4)\n")
		require.Empty(t, says.String())
	}
}
