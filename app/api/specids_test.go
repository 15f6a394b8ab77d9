package api

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	sources  = regexp.MustCompile(`\.(go|tsx?|mjs|sh)$`)
	specID   = regexp.MustCompile(`\b[A-Z]+(-[A-Z]+)?-\d\d\b`)
	specLine = regexp.MustCompile(`SPEC: .*`)
	specRow  = regexp.MustCompile(`(?m)^\| ([A-Z-]+-\d\d) \| .+ \|$`)
)

func TestEveryIDInATestIsExplained(t *testing.T) {
	root := filepath.Join("..", "..")
	table, err := os.ReadFile(filepath.Join(root, "testdata", "spec.md"))
	require.NoError(t, err)
	explained := map[string]bool{}
	for _, row := range specRow.FindAllSubmatch(table, -1) {
		require.False(t, explained[string(row[1])], "%s has two lines", row[1])
		explained[string(row[1])] = true
	}
	named := 0
	for _, folder := range []string{"app", "backend", "drivers", "build", "frontend/src", "frontend/e2e"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !sources.MatchString(path) {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, line := range specLine.FindAll(text, -1) {
				for _, id := range specID.FindAll(line, -1) {
					named++
					require.True(t, explained[string(id)], "%s names %s, which testdata/spec.md does not explain", path, id)
				}
			}
			return nil
		}))
	}
	require.Greater(t, named, 1000, "the tests name what they prove")
}
