package api

// SPEC: PLG-02, PLG-09, EXP-05

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/registry"
	"quarry/backend/profile/secrets"
)

// TestADriverFromOutsideTheTreeIsBuiltSignedInstalledAndRun writes a driver as a stranger would, and uses it on its own
// server: nothing here knows its engine.
func TestADriverFromOutsideTheTreeIsBuiltSignedInstalledAndRun(t *testing.T) {
	module := filepath.Join(t.TempDir(), "my drivers", "papers")
	goTool(t, "../..", "run", "./build/pack", "new", "--module", module, "papers")
	goTool(t, module, "vet", "./...")
	t.Run("it keeps every law", func(t *testing.T) { goTool(t, module, "test", "./...") })
	packed := filepath.Join(module, "registry")
	signing := []string{"run", "./build/pack", "--module", module, "--out", packed, "--key", filepath.Join(module, "key")}
	goTool(t, "../..", signing...)
	keys, err := registry.ParseKeys(goTool(t, "../..", append(signing, "--print-public-key")...))
	require.NoError(t, err)

	profile := t.TempDir()
	app := assemble(Config{Registry: filepath.Join(packed, "index.json")}, folders{profile, profile}, keys, secrets.NewFallback(secrets.Memory()))
	t.Cleanup(func() { app.Close(t.Context()) })
	_, err = app.Plugins.Install(DriverRequest{Driver: "papers"})
	require.NoError(t, err)
	host, port := serving(t, module)
	saved, err := app.Connections.Save(DraftRequest{Draft: Draft{Name: "Papers", Driver: "papers", Fields: []FieldValue{{"host", host}, {"port", port}}}})
	require.NoError(t, err)
	session, err := app.Connections.Open(ConnectRequest{ID: saved.ID})
	require.NoError(t, err)
	require.Equal(t, "Papers 1.0", session.Product)

	view, err := app.Grid.Open(OpenRequest{Session: session.ID, Object: "people"})
	require.NoError(t, err)
	page, err := app.Grid.Page(PageRequest{View: view.ID, Generation: view.Generation})
	require.NoError(t, err)
	require.Equal(t, 25, page.Rows)
	require.True(t, page.End)

	file := filepath.Join(t.TempDir(), "people.jsonl")
	started, err := app.Exports.Start(ExportStart{Session: session.ID, Object: "people", Path: file})
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		about, err := app.Exports.Progress(ExportName{ID: started.ID})
		return err == nil && about.State == "done"
	}, time.Minute, time.Millisecond)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, 25, strings.Count(string(text), "\n"))
	require.Contains(t, string(text), `"n":9007199254740993}`)
}

// goTool runs the go command in a folder and returns what it wrote.
func goTool(t *testing.T, folder string, args ...string) string {
	t.Helper()
	command := exec.Command("go", args...)
	command.Dir = folder
	out, err := command.Output()
	var failed string
	if exit, ok := err.(*exec.ExitError); ok {
		failed = string(exit.Stderr)
	}
	require.NoErrorf(t, err, "go %s\n%s\n%s", strings.Join(args, " "), out, failed)
	return string(out)
}

// serving runs the driver's own server until the test ends.
func serving(t *testing.T, module string) (host, port string) {
	t.Helper()
	program := filepath.Join(module, "serve.exe")
	goTool(t, module, "build", "-o", program, "./serve")
	server := exec.Command(program)
	out, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	host, port, err = net.SplitHostPort(strings.TrimPrefix(strings.TrimSpace(line), "http://"))
	require.NoError(t, err)
	return host, port
}
