package profile

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: EXP-09
func TestWhatAKilledProcessLeftIsSweptAndNothingElse(t *testing.T) {
	if profile := os.Getenv("QUARRY_TEST_SCRATCH"); profile != "" {
		s := NewScratch(profile)
		folder, err := s.Folder()
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, "answer"), []byte("a document"), 0o600))
		for _, name := range []string{".a.jsonl.1.part", ".done.jsonl.2.part", "mine.jsonl", ".b.part"} {
			end, err := s.Begin(filepath.Join(os.Getenv("QUARRY_TEST_TARGET"), name))
			require.NoError(t, err)
			if name == ".done.jsonl.2.part" {
				end()
			}
		}
		_, _ = os.Stdout.WriteString("ready\n")
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	}
	profile, target := t.TempDir(), t.TempDir()
	for _, name := range []string{".a.jsonl.1.part", ".done.jsonl.2.part", "mine.jsonl", "other"} {
		require.NoError(t, os.WriteFile(filepath.Join(target, name), []byte("x"), 0o600))
	}
	require.NoError(t, os.Mkdir(filepath.Join(target, ".b.part"), 0o700))
	other := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	other.Env = append(os.Environ(), "QUARRY_TEST_SCRATCH="+profile, "QUARRY_TEST_TARGET="+target)
	out, err := other.StdoutPipe()
	require.NoError(t, err)
	in, err := other.StdinPipe()
	require.NoError(t, err)
	defer func() { _ = in.Close() }()
	require.NoError(t, other.Start())
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)

	SweepScratch(profile)
	folders, err := os.ReadDir(filepath.Join(profile, scratchFolder))
	require.NoError(t, err)
	require.Len(t, folders, 1, "the process lives")
	folder := filepath.Join(profile, scratchFolder, folders[0].Name())
	require.FileExists(t, filepath.Join(folder, "answer"))
	if runtime.GOOS != "windows" {
		info, err := os.Stat(folder)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	}
	require.FileExists(t, filepath.Join(target, ".a.jsonl.1.part"))

	require.NoError(t, other.Process.Kill())
	_ = other.Wait()
	SweepScratch(profile)
	require.NoDirExists(t, folder)
	left, err := os.ReadDir(target)
	require.NoError(t, err)
	var names []string
	for _, e := range left {
		names = append(names, e.Name())
	}
	require.Equal(t, []string{".b.part", ".done.jsonl.2.part", "mine.jsonl", "other"}, names)
}

func TestAScratchThatIsClosedLeavesNothing(t *testing.T) {
	profile := t.TempDir()
	s := NewScratch(profile)
	folder, err := s.Folder()
	require.NoError(t, err)
	again, err := s.Folder()
	require.NoError(t, err)
	require.Equal(t, folder, again)
	end, err := s.Begin(filepath.Join(profile, ".x.part"))
	require.NoError(t, err)
	s.Close()
	end()
	require.NoDirExists(t, filepath.Dir(folder))
	_, err = s.Folder()
	require.Error(t, err)
	SweepScratch(profile)
	SweepScratch(t.TempDir())
}
