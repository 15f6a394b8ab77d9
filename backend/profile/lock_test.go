// SPEC: CON-21
package profile

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/backend/testing/processtest"
)

// counterFile is the environment variable with the file in which this binary counts when it is started as another
// process.
const counterFile = "QUARRY_TEST_COUNTER"

func TestMain(m *testing.M) {
	path := os.Getenv(counterFile)
	if path == "" {
		os.Exit(m.Run())
	}
	if err := countIn(path, 50); err != nil {
		_, _ = os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
}

// countIn increments the number in a file that many times.
func countIn(path string, times int) error {
	for range times {
		release, err := Lock(path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil {
			n, _ := strconv.Atoi(string(text))
			err = Replace(path, []byte(strconv.Itoa(n+1)))
		}
		release()
		if err != nil {
			return err
		}
	}
	return nil
}

func TestProcessesThatChangeOneFileLoseNothingOfEachOther(t *testing.T) {
	path := filepath.Join(t.TempDir(), "n")
	require.NoError(t, Replace(path, []byte("0")))
	var running []*exec.Cmd
	for range 3 {
		other := exec.Command(os.Args[0])
		other.Env = append(os.Environ(), counterFile+"="+path)
		other.Stderr = os.Stderr
		require.NoError(t, other.Start())
		running = append(running, other)
	}
	var group sync.WaitGroup
	for range 2 { // and two in this process
		group.Go(func() {
			if err := countIn(path, 50); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, other := range running {
		require.NoError(t, other.Wait())
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "250", string(text))
}

func TestWhoWaitsTooLongForAFileIsToldWhy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new folder", "x.json")
	release, err := Lock(path)
	require.NoError(t, err)
	_, err = lock(path, 20*time.Millisecond)
	require.ErrorIs(t, err, ErrLocked)
	require.EqualError(t, err, "lock x.json: another Quarry is changing it")
	release()
	release, err = lock(path, time.Minute)
	require.NoError(t, err, "it is free again")
	release()
}

func TestFilesOfOneFolderAreLockedOneByOne(t *testing.T) {
	folder := t.TempDir()
	release, err := Lock(filepath.Join(folder, "connections.json"))
	require.NoError(t, err)
	defer release()
	again, err := Lock(filepath.Join(folder, "tabs.json"))
	require.NoError(t, err, "whoever changes one file waits for nobody who changes another")
	again()
	_, err = lock(filepath.Join(folder, "connections.json"), 20*time.Millisecond)
	require.ErrorIs(t, err, ErrLocked)
}

func TestAProcessThatEndsGivesItsLockFree(t *testing.T) {
	folder, kill := processtest.Start(t, func(folder string) any {
		release, err := Lock(filepath.Join(folder, "x.json"))
		require.NoError(t, err)
		return release
	})
	path := filepath.Join(folder, "x.json")
	_, err := lock(path, 20*time.Millisecond)
	require.ErrorIs(t, err, ErrLocked)
	kill()
	release, err := lock(path, time.Second)
	require.NoError(t, err)
	release()
}
