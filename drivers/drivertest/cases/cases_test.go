// SPEC: A-BRO-01, A-BRO-03, A-BRO-04, A-BRO-05, A-BRO-06, A-BRO-07, A-BRO-09, A-BRO-10, A-BRO-12, A-BRO-17, A-SRT-01,
// A-FIL-01, A-FIL-02, A-FIL-03, A-FIL-04, A-FIL-05, A-FIL-06, A-FIL-07, A-FIL-09, A-FIL-10, A-SRT-02, A-SRT-04, A-EDT-05,
// A-EDT-14, B-BRO-01, B-BRO-02, B-BRO-03, B-BRO-04, B-BRO-05, B-BRO-06, B-SRT-01, B-SRT-02, CON-15, CON-17, CON-18,
// CON-19, CON-23, CON-24
package cases_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/driverhost/plugin"
	"quarry/backend/testing/conformance/cases"
	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch"
	"quarry/drivers/typesense"
)

var update = flag.Bool("update", false, "write anew what the files in testdata/cases expect")

// root is the module's folder.
const root = "../../.."

// drivers are the drivers for running cases, natively and as one instance of their modules: an instance keeps nothing
// between operations, and opening one for each case would take longer than the cases.
var drivers = map[string]struct {
	native driver.Driver
	module func() (plugin.Runner, error)
}{
	"elasticsearch": {elasticsearch.New(), sync.OnceValues(func() (plugin.Runner, error) { return built("elasticsearch") })},
	"typesense":     {typesense.New(), sync.OnceValues(func() (plugin.Runner, error) { return built("typesense") })},
}

// scratch is the folder for building modules.
var scratch string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "cases")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scratch = folder
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// built builds a driver's module and opens an instance of it.
func built(id string) (plugin.Runner, error) {
	file := filepath.Join(scratch, id+".wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-o", file, "quarry/drivers/"+id+"/wasm")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the driver %s: %w\n%s", id, err, out)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	runtime, err := plugin.NewRuntime(context.Background(), plugin.Options{})
	if err != nil {
		return nil, err
	}
	module, err := runtime.Compile(context.Background(), wasm)
	if err != nil {
		return nil, err
	}
	return module.Open(context.Background())
}

// runners returns both ways of running a driver.
func runners(t *testing.T, id string) (native, module plugin.Runner) {
	t.Helper()
	known, ok := drivers[id]
	require.True(t, ok, "there is no driver %q", id)
	module, err := known.module()
	require.NoError(t, err)
	return plugin.Native(known.native), module
}

func TestEveryCaseHoldsNativelyAndAsAModule(t *testing.T) {
	folder := filepath.Join(root, "testdata", "cases")
	files, err := cases.Files(folder)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	runAll(t, folder, files, *update)
}

func TestEveryCaseOfTheGivenFolderHolds(t *testing.T) {
	folder, err := cases.Folder(root)
	require.NoError(t, err)
	if folder == "" {
		t.Skip(cases.FolderVariable + " names no folder with more cases")
	}
	files, err := cases.Files(folder)
	require.NoError(t, err)
	t.Logf("%d cases in %s", len(files), folder)
	runAll(t, folder, files, false)
}

func runAll(t *testing.T, folder string, files []string, rewrite bool) {
	t.Helper()
	for _, file := range files {
		name, err := filepath.Rel(folder, file)
		require.NoError(t, err)
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			c, err := cases.Read(file, string(text), rewrite)
			require.NoError(t, err)
			outcome := bothWays(t, c)
			if rewrite {
				anew := c.Rewrite(outcome)
				require.NoError(t, os.WriteFile(file, []byte(anew), 0o644))
				c, err = cases.Read(file, anew, false)
				require.NoError(t, err)
			}
			for _, one := range c.Compare(outcome) {
				require.Equal(t, one.Want, one.Came, "%s: operation %d, %s: %s", file, one.Operation, one.Name, c.Sentence)
			}
		})
	}
}

// bothWays runs a case natively and as a module, which must send the same bytes to the host.
func bothWays(t *testing.T, c *cases.Case) *cases.Outcome {
	t.Helper()
	native, module := runners(t, c.Driver)
	outcome, err := c.Play(t.Context(), native)
	require.NoError(t, err)
	other, err := c.Play(t.Context(), module)
	require.NoError(t, err, "as a module")
	require.Len(t, other.Logs, len(outcome.Logs))
	for i, log := range outcome.Logs {
		require.Equal(t, log.String(), other.Logs[i].String(), "natively and as a module")
		require.Equal(t, string(log.Bytes()), string(other.Logs[i].Bytes()), "natively and as a module")
	}
	return outcome
}
