// SPEC: DST-04
package main

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/app/api"
	"quarry/backend/driverhost/catalogue/cataloguetest"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/secrets"
	sample "quarry/backend/sample/elasticsearch"
)

const root = "../.."

// release builds the command as a team releases it from the sources in a folder.
func release(t *testing.T, sources string, environment ...string) (*exec.Cmd, string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("releases are built by a shell script")
	}
	out := t.TempDir()
	command := exec.CommandContext(t.Context(), filepath.Join(sources, "build/dist/release.sh"), out, "quarry-cli")
	command.Env = append(os.Environ(), environment...)
	return command, filepath.Join(out, "quarry-cli")
}

func released(t *testing.T, sources string, environment ...string) string {
	t.Helper()
	command, file := release(t, sources, environment...)
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	return file
}

func TestAReleaseTrustsNoKeyButThePublishers(t *testing.T) {
	r := cataloguetest.New(t, "elasticsearch")
	key := base64.StdEncoding.EncodeToString(r.Keys[0].Public)
	engine, err := sample.New(sample.Options{})
	require.NoError(t, err)
	address, stop, err := engine.Start("127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = stop() })
	at, err := url.Parse(address)
	require.NoError(t, err)

	for _, row := range []struct {
		name        string
		environment []string
		says        string // empty if the driver is used
	}{
		{"the publisher's key", []string{"QUARRY_PUBLISHER_KEYS=" + key}, ""},
		{"a development key", []string{"QUARRY_PUBLISHER_KEYS=", "GOFLAGS=-tags=devkey -ldflags=-X=quarry/backend/driverhost/registry.developmentKey=" + key}, "signed with a key that this build of Quarry does not trust"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := &program{t: t, file: released(t, root, row.environment...), profile: t.TempDir(), registry: r.Address, folder: t.TempDir()}
			_, err := connections.Open(p.profile, secrets.Memory()).Save(t.Context(), connections.Connection{
				Name: "nightly", Driver: "elasticsearch", Fields: map[string]string{"host": at.Hostname(), "port": at.Port(), "auth": "none"},
			}, nil)
			require.NoError(t, err)
			code, out, says := p.run("list", "--connection", "nightly")
			if row.says != "" {
				require.Equal(t, exitFailed, code, out)
				require.Contains(t, says, row.says)
				return
			}
			require.Equal(t, exitDone, code, says)
			require.Regexp(t, `(?m)^books +index$`, out)
		})
	}
}

func TestAReleaseIsTheSameFromEveryFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	elsewhere := t.TempDir()
	for _, part := range []string{"app", "backend", "drivers", "build/dist"} {
		require.NoError(t, os.CopyFS(filepath.Join(elsewhere, part), os.DirFS(filepath.Join(root, part))))
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(elsewhere, file), text, 0o600))
	}
	one := released(t, root)
	program, err := os.ReadFile(one)
	require.NoError(t, err)
	other, err := os.ReadFile(released(t, elsewhere))
	require.NoError(t, err)
	require.True(t, bytes.Equal(program, other), "two builds differ")

	version, err := exec.CommandContext(t.Context(), one, "--version").Output()
	require.NoError(t, err)
	require.Equal(t, "quarry-cli "+api.Version+"\n", string(version))

	here, err := filepath.Abs(root)
	require.NoError(t, err)
	places, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT", "GOMODCACHE", "GOCACHE").Output()
	require.NoError(t, err)
	for _, place := range append(strings.Fields(string(places)), here, elsewhere) {
		require.False(t, bytes.Contains(program, []byte(place)), "a path of this machine is in the program: %s", place)
	}
}

func TestAReleaseRefusesWhatIsNoKey(t *testing.T) {
	for _, environment := range []string{
		"QUARRY_PUBLISHER_KEYS=abc", "QUARRY_PUBLISHER_KEYS=" + strings.Repeat("A", 43) + "=,",
		"QUARRY_REGISTRY=a b", "QUARRY_REGISTRY=a'b",
	} {
		command, file := release(t, root, environment)
		out, err := command.CombinedOutput()
		require.Error(t, err, environment)
		require.Contains(t, string(out), "must be", environment)
		require.NoFileExists(t, file)
	}
}
