// SPEC: CON-04, CON-08, PLG-01
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/testing/systemtest"
)

// buildServe builds the command as for users, trusting the registry's key.
func buildServe(t *testing.T, r *cataloguetest.Registry) string {
	t.Helper()
	key := base64.StdEncoding.EncodeToString(r.Keys[0].Public)
	file := filepath.Join(t.TempDir(), systemtest.Program("quarry-serve"))
	command := exec.CommandContext(t.Context(), "go", "build", "-tags", "devkey", "-trimpath",
		"-ldflags", "-s -w -X quarry/backend/driverhost/registry.developmentKey="+key, "-o", file, "quarry/app/serve")
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	return file
}

// running is a serve command and all of its output.
type running struct {
	t       *testing.T
	address string
	token   string
	command *exec.Cmd
	answers bytes.Buffer
	stdout  *said
	stderr  *said
}

// said is what a command has printed.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func start(t *testing.T, file, registry, profile string) *running {
	t.Helper()
	r := &running{t: t, stdout: &said{}, stderr: &said{}}
	r.command = exec.Command(file, "--registry", registry, "--profile", profile, "--secrets", "memory")
	r.command.Stdout, r.command.Stderr = r.stdout, r.stderr
	require.NoError(t, r.command.Start())
	t.Cleanup(func() { _ = r.command.Process.Kill() })
	line := ""
	require.Eventually(t, func() bool {
		line = r.stdout.String()
		return strings.HasSuffix(line, "\n")
	}, 30*time.Second, time.Millisecond, "%s", r.stderr)
	at, token, found := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "open http://")), "/?token=")
	require.True(t, found, line)
	r.address, r.token = at, token
	return r
}

// call calls a bound method and returns whether it failed; into receives the result.
func (r *running) call(method string, argument any, into any) (failed bool) {
	r.t.Helper()
	body, err := json.Marshal([]any{argument})
	require.NoError(r.t, err)
	q, err := http.NewRequestWithContext(r.t.Context(), http.MethodPost, "http://"+r.address+"/call/"+method, bytes.NewReader(body))
	require.NoError(r.t, err)
	q.Header.Set(tokenHeader, r.token)
	answer, err := http.DefaultClient.Do(q)
	require.NoError(r.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(r.t, err)
	r.answers.WriteString(method + " ")
	r.answers.Write(text)
	if into != nil && answer.StatusCode == http.StatusOK {
		require.NoError(r.t, json.Unmarshal(text, into), method)
	}
	return answer.StatusCode != http.StatusOK
}

// stop ends the command like the operating system.
func (r *running) stop() {
	r.t.Helper()
	if runtime.GOOS == "windows" { // which has no signal for this
		require.NoError(r.t, r.command.Process.Kill())
		_ = r.command.Wait()
		return
	}
	require.NoError(r.t, r.command.Process.Signal(syscall.SIGTERM))
	require.NoError(r.t, r.command.Wait())
}

// object is a JSON object in a call.
type object = map[string]any

// SPEC: CON-04, CON-08
func TestASecretStaysOutOfEveryFileLogAndAnswer(t *testing.T) {
	random := make([]byte, 18)
	_, err := rand.Read(random)
	require.NoError(t, err)
	secret := base64.RawURLEncoding.EncodeToString(random)
	encoded := base64.StdEncoding.EncodeToString([]byte("anna:" + secret))
	var mu sync.Mutex
	got := map[string]int{}
	engine := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		mu.Lock()
		got[q.Header.Get("Authorization")]++
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		switch {
		case q.Header.Get("Authorization") != "Basic "+encoded:
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = io.WriteString(w, `{"error":{"type":"security_exception","reason":"unable to authenticate user [anna]"},"status":401}`)
		case q.URL.Path == "/":
			_, _ = io.WriteString(w, `{"version":{"number":"8.16.3"},"tagline":"You Know, for Search"}`)
		case strings.HasSuffix(q.URL.Path, "/_mapping"):
			_, _ = io.WriteString(w, `{"books":{"mappings":{}}}`)
		default:
			_, _ = io.WriteString(w, `[]`)
		}
	}))
	t.Cleanup(engine.Close)
	host, port, err := net.SplitHostPort(engine.Listener.Addr().String())
	require.NoError(t, err)

	registry := cataloguetest.New(t, "elasticsearch")
	profile := t.TempDir()
	r := start(t, buildServe(t, registry), registry.Address, profile)
	draft := func(id, host, password string, replace bool) object {
		return object{"draft": object{
			"id": id, "name": "catalogue", "driver": "elasticsearch",
			"fields": []object{
				{"id": "host", "value": host}, {"id": "port", "value": port}, {"id": "auth", "value": "password"}, {"id": "username", "value": "anna"},
			},
			"secrets": []object{{"id": "password", "value": password, "replace": replace}},
		}}
	}
	require.False(t, r.call("Connections.Test", draft("", host, secret, true), nil))
	require.True(t, r.call("Connections.Test", draft("", host, "x"+secret, true), nil), "a wrong password")
	require.True(t, r.call("Connections.Save", draft("", "anna:"+secret+"@"+host, secret, true), nil), "a pasted address with a password")
	require.True(t, r.call("Connections.Save", object{"draft": secret}, nil), "an argument of another shape")
	var saved struct{ ID string }
	require.False(t, r.call("Connections.Save", draft("", host, secret, true), &saved))
	require.False(t, r.call("Connections.Save", draft(saved.ID, host, secret, false), nil))
	require.False(t, r.call("Connections.Get", object{"id": saved.ID}, nil))
	require.False(t, r.call("Connections.List", object{}, nil))
	var session struct{ ID string }
	require.False(t, r.call("Connections.Open", object{"id": saved.ID}, &session))
	require.NotEmpty(t, session.ID)
	require.False(t, r.call("Grid.Objects", object{"session": session.ID}, nil))
	require.False(t, r.call("Grid.Open", object{"session": session.ID, "object": "books"}, nil))
	require.False(t, r.call("Connections.Close", object{"session": session.ID}, nil))
	require.False(t, r.call("Connections.Save", draft(saved.ID, host, "y"+secret, true), nil))
	require.True(t, r.call("Connections.Open", object{"id": saved.ID}, nil), "opening fails")
	engine.Close()
	require.True(t, r.call("Connections.Open", object{"id": saved.ID}, nil), "there is no engine any more")
	kept := contents(t, profile)
	require.False(t, r.call("Connections.Delete", object{"id": saved.ID}, nil))
	r.stop()

	require.NotZero(t, got["Basic "+encoded], "the engine got it")
	require.Contains(t, kept, "catalogue", "the connection was in a file")
	require.Contains(t, r.answers.String(), "Authentication failed: unable to authenticate user [anna]")
	require.Contains(t, r.stdout.String(), r.address)
	for where, text := range map[string]string{
		"the profile while the connection was saved": kept, "the profile at the end": contents(t, profile),
		"stdout": r.stdout.String(), "stderr": r.stderr.String(), "the answers": r.answers.String(),
	} {
		for _, form := range []string{secret, encoded, base64.StdEncoding.EncodeToString([]byte(secret))} {
			require.NotContains(t, text, form, where)
		}
	}
}

// contents returns the text of every file in a folder.
func contents(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all.WriteString(path + "\n")
		all.Write(text)
		return err
	}))
	return all.String()
}

// SPEC: PLG-01
func TestTheBuiltApplicationHoldsNoCodeOfADriver(t *testing.T) {
	program, err := os.ReadFile(buildServe(t, cataloguetest.New(t)))
	require.NoError(t, err)
	drivers, err := filepath.Glob(filepath.Join("..", "..", "drivers", "*", "manifest.json"))
	require.NoError(t, err)
	require.Len(t, drivers, 2)
	require.Contains(t, string(program), "quarry/drivers/driver.", "a package's name stands in the program where its code does")
	for _, file := range drivers {
		name := "quarry/drivers/" + filepath.Base(filepath.Dir(file))
		require.True(t, bytes.Contains(cataloguetest.WASM(t, name+"/wasm"), []byte(name+".")), "%s is there to be found", name)
		require.False(t, bytes.Contains(program, []byte(name)), "the application holds %s", name)
	}
}
