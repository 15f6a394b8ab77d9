package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFolderThatOthersCannotEnterIsABarrier(t *testing.T) {
	closed := filepath.Join(t.TempDir(), "closed")
	require.NoError(t, os.Mkdir(closed, 0o700))
	require.Equal(t, closed, barrier(filepath.Join(closed, "not", "yet", "made")))
	require.Empty(t, barrier(os.TempDir()))
}

func TestFetchedFilesCanBeReadByTheNodesUser(t *testing.T) {
	folder := t.TempDir()
	inner := filepath.Join(folder, "inner")
	require.NoError(t, os.Mkdir(inner, 0o700))
	file := filepath.Join(inner, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	program := filepath.Join(inner, "program")
	require.NoError(t, os.WriteFile(program, nil, 0o700))
	require.NoError(t, makeReadable(folder))
	for path, want := range map[string]os.FileMode{inner: 0o755, file: 0o644, program: 0o755} {
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, want, info.Mode().Perm(), path)
	}
}

func TestWhatWasFetchedInTheMeantimeIsKept(t *testing.T) {
	folder := t.TempDir()
	built, home := filepath.Join(folder, "built"), filepath.Join(folder, "home")
	for _, made := range []string{built, filepath.Join(home, "lib")} {
		require.NoError(t, os.MkdirAll(made, 0o755))
	}
	require.NoError(t, publish(built, home))
	require.DirExists(t, filepath.Join(home, "lib"))
	require.Error(t, publish(filepath.Join(folder, "nothing"), filepath.Join(folder, "nowhere")))
}

func TestAnArtifactHasItsFolderInTheRepository(t *testing.T) {
	require.Equal(t, "org/example/some-thing/1.2", artifactFolder("org.example:some-thing:1.2:zip"))
}
