package api

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every promise of testdata/threats.md names tests that exist.
func TestEveryPromiseAboutSecurityNamesItsTests(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "testdata", "threats.md"))
	require.NoError(t, err)
	tests := testNames(t, root)
	rows := strings.Count(string(text), "\n| ") - strings.Count(string(text), "\n|---")
	promises := 0
	for line := range strings.SplitSeq(string(text), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 3 || !strings.Contains(cells[2], "`") {
			continue
		}
		promises++
		for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[2], -1) {
			require.True(t, tests[quoted[1]], "%q: there is no test %s", cells[1], quoted[1])
		}
	}
	require.Equal(t, rows, promises, "each row but the heads names tests")
}

// testNames returns the names of all Go tests and browser walks.
func testNames(t *testing.T, root string) map[string]bool {
	t.Helper()
	names := make(map[string]bool)
	goTest := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	walk := regexp.MustCompile(`(?m)^test\('([^']+)'`)
	for _, folder := range []string{"app", "backend", "build", "drivers", filepath.Join("frontend", "e2e")} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			pattern := goTest
			switch {
			case strings.HasSuffix(path, ".spec.mjs"):
				pattern = walk
			case !strings.HasSuffix(path, "_test.go"):
				return nil
			}
			source, err := os.ReadFile(path)
			for _, found := range pattern.FindAllStringSubmatch(string(source), -1) {
				names[found[1]] = true
			}
			return err
		}))
	}
	return names
}
