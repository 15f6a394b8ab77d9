package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func properties(home, version string) string {
	return "Property settings:\n    java.home = " + home + "\n    java.specification.version = " + version + "\n    java.version = " + version + ".0.1\n"
}

func TestTheJavaVersionIsReadFromItsSettings(t *testing.T) {
	for name, row := range map[string]struct {
		settings string
		want     jdk
		refused  string
	}{
		"oldest":                  {properties("/j", "17"), jdk{"/j", 17}, ""},
		"newest":                  {properties("/j", "23"), jdk{"/j", 23}, ""},
		"older":                   {properties("/j", "16"), jdk{}, "/j is version 16"},
		"newer":                   {properties("/j", "24"), jdk{}, "/j is version 24"},
		"the old way of counting": {properties("/j", "1.8"), jdk{}, "/j is version 8"},
		"no java at all":          {"command not found", jdk{}, "did not tell"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readSettings([]byte(row.settings))
			if row.refused != "" {
				require.ErrorContains(t, err, row.refused)
				return
			}
			require.NoError(t, err)
			require.Equal(t, row.want, got)
		})
	}
}

// fakeJava creates a bin/java in folder that reports the version.
func fakeJava(t *testing.T, folder, version string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for java is a shell script")
	}
	bin := filepath.Join(folder, "bin")
	require.NoError(t, os.MkdirAll(bin, 0o755))
	script := "#!/bin/sh\ncat >&2 <<'EOF'\n" + properties(folder, version) + "EOF\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "java"), []byte(script), 0o755))
	return bin
}

func TestASuitableJavaHomeComesBeforeThePath(t *testing.T) {
	home, other := t.TempDir(), t.TempDir()
	fakeJava(t, home, "21")
	t.Setenv("JAVA_HOME", home)
	t.Setenv("PATH", fakeJava(t, other, "17")+":/usr/bin:/bin")
	found, err := findJDK()
	require.NoError(t, err)
	require.Equal(t, jdk{home, 21}, found)
}

func TestAnUnsuitableJavaHomeGivesWayToThePath(t *testing.T) {
	home, other := t.TempDir(), t.TempDir()
	fakeJava(t, home, "25")
	t.Setenv("JAVA_HOME", home)
	t.Setenv("PATH", fakeJava(t, other, "17")+":/usr/bin:/bin")
	found, err := findJDK()
	require.NoError(t, err)
	require.Equal(t, jdk{other, 17}, found)
}

// noSystemJDKs limits the JDKs that the test finds to those in folder.
func noSystemJDKs(t *testing.T, folder string) {
	t.Helper()
	before := systemJDKs
	systemJDKs = filepath.Join(folder, "*", "bin", "java")
	t.Cleanup(func() { systemJDKs = before })
}

func TestAJDKThatIsNotInThePathIsFoundWhereTheSystemKeepsThem(t *testing.T) {
	system := t.TempDir()
	fakeJava(t, filepath.Join(system, "a"), "25")
	fakeJava(t, filepath.Join(system, "b"), "21")
	noSystemJDKs(t, system)
	t.Setenv("JAVA_HOME", "")
	t.Setenv("PATH", fakeJava(t, t.TempDir(), "25")+":/usr/bin:/bin")
	found, err := findJDK()
	require.NoError(t, err)
	require.Equal(t, jdk{filepath.Join(system, "b"), 21}, found)
}

func TestWithoutASuitableJavaTheErrorNamesWhatWasFound(t *testing.T) {
	home := t.TempDir()
	fakeJava(t, home, "25")
	t.Setenv("JAVA_HOME", home)
	t.Setenv("PATH", fakeJava(t, t.TempDir(), "11")+":/usr/bin:/bin")
	noSystemJDKs(t, t.TempDir())
	_, err := findJDK()
	require.ErrorContains(t, err, "a JDK from 17 to 23 is needed")
	require.ErrorContains(t, err, "JAVA_HOME: "+home+" is version 25")
	require.ErrorContains(t, err, "is version 11")
}
