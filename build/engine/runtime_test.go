package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheModuleOfAServerLibraryAsksForModulesThatTheRuntimeHas(t *testing.T) {
	jar := filepath.Join(t.TempDir(), "server.jar")
	write := func(module string) {
		file, err := os.Create(jar)
		require.NoError(t, err)
		archive := zip.NewWriter(file)
		_, err = archive.Create("META-INF/")
		require.NoError(t, err)
		for name, text := range map[string]string{"module-info.class": module, "A.class": "jdk.attach stays here"} {
			entry, err := archive.Create(name)
			require.NoError(t, err)
			_, err = entry.Write([]byte(text))
			require.NoError(t, err)
		}
		require.NoError(t, archive.Close())
		require.NoError(t, file.Close())
	}
	write("\x01jdk.attach\x01jdk.jlink\x01jdk.jdi\x01java.base")
	require.NoError(t, renameRequired(jar))
	archive, err := zip.OpenReader(jar)
	require.NoError(t, err)
	defer archive.Close()
	got := map[string]string{}
	for _, file := range archive.File {
		content, err := read(file)
		require.NoError(t, err)
		got[file.Name] = string(content)
	}
	require.Equal(t, map[string]string{
		"module-info.class": "\x01own.attach\x01jdk.zipfs\x01jdk.jfr\x01java.base", "A.class": "jdk.attach stays here",
	}, got)

	write("another module")
	require.EqualError(t, renameRequired(jar), "server.jar does not ask for jdk.attach")
}

func TestNamesOfModulesKeepTheirLength(t *testing.T) {
	for _, name := range required {
		require.Len(t, name[1], len(name[0]), "a class file says how long its names are")
	}
}

func TestTheRuntimeOfAHomeIsFoundOnEverySystem(t *testing.T) {
	require.Equal(t, "x64_linux", runtimePlatform("linux", "amd64"))
	require.Equal(t, "aarch64_mac", runtimePlatform("darwin", "arm64"))
	require.Empty(t, runtimePlatform("plan9", "amd64"))
	home := t.TempDir()
	require.Equal(t, filepath.Join(home, "jre"), ownRuntime(home).home)
	inside := filepath.Join(home, "jre", "Contents", "Home")
	require.NoError(t, os.MkdirAll(inside, 0o755))
	require.Equal(t, inside, ownRuntime(home).home)
}
