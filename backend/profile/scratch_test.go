package profile

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/testing/processtest"
)

// SPEC: EXP-09
func TestWhatAKilledProcessLeftIsSweptAndNothingElse(t *testing.T) {
	at, kill := processtest.Start(t, func(at string) any {
		s := NewScratch(filepath.Join(at, "profile"))
		folder, err := s.Folder()
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, "answer"), []byte("a document"), 0o600))
		target := filepath.Join(at, "target")
		require.NoError(t, os.Mkdir(target, 0o700))
		for _, name := range []string{".a.jsonl.1.part", ".done.jsonl.2.part", "mine.jsonl", ".b.part"} {
			end, err := s.Begin(filepath.Join(target, name))
			require.NoError(t, err)
			if name == ".done.jsonl.2.part" {
				end()
			}
		}
		return s
	})
	profile, target := filepath.Join(at, "profile"), filepath.Join(at, "target")
	for _, name := range []string{".a.jsonl.1.part", ".done.jsonl.2.part", "mine.jsonl", "other"} {
		require.NoError(t, os.WriteFile(filepath.Join(target, name), []byte("x"), 0o600))
	}
	require.NoError(t, os.Mkdir(filepath.Join(target, ".b.part"), 0o700))

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

	kill()
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
