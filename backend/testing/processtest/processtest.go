// Package processtest runs part of a test in another process, to test what two processes do to the same files.
package processtest

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// folderVariable is the environment variable with the folder for the other process.
const folderVariable = "QUARRY_TEST_OTHER_PROCESS_IN"

// done is the line with which the other process reports that its work is done.
const done = "the work of the other process is done"

// Start runs work in another process and returns when it is done: with the new folder passed to work, and a function
// that kills the process, which otherwise lives until the test ends. The value that work returns stays alive as long as
// the process. The other process runs this test from the beginning, so call Start first in a test; in the other process
// it never returns.
func Start(t *testing.T, work func(folder string) any) (folder string, kill func()) {
	t.Helper()
	if folder := os.Getenv(folderVariable); folder != "" {
		kept := work(folder)
		_, _ = os.Stdout.WriteString(done + "\n")
		_, _ = io.Copy(io.Discard, os.Stdin)
		runtime.KeepAlive(kept)
		t.SkipNow()
	}
	folder = t.TempDir()
	other := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	other.Env = append(os.Environ(), folderVariable+"="+folder)
	other.Stderr = os.Stderr
	_, err := other.StdinPipe()
	require.NoError(t, err)
	output, err := other.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, other.Start())
	kill = func() {
		_ = other.Process.Kill()
		_ = other.Wait()
	}
	t.Cleanup(kill)
	said := ""
	for lines := bufio.NewScanner(output); lines.Scan(); said += lines.Text() + "\n" {
		if lines.Text() == done {
			return folder, kill
		}
	}
	require.FailNow(t, "the other process ended before its work was done", said)
	return "", nil
}
