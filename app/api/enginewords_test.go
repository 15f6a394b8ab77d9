// SPEC: PLG-09
package api

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// engineWords are words of one engine: its names, and names that only its protocol has.
var engineWords = regexp.MustCompile(`(?i)elastic|typesense|\bopensearch\b|lucene|kibana|\bshards?\b|_bulk\b|\b_index\b|['"]_id['"]|_seq_no|_primary_term|\.ds-`)

// engineWordsLeft are the files outside the drivers that know an engine, with the number of lines in each that do.
var engineWordsLeft = map[string]int{
	"backend/profile/connections/cloudid.go": 1, // the service whose address format it reads
}

// aloud are folders that may mention engines: the sample engine, tests of drivers, and generated files.
var aloud = []string{"backend/sample", "backend/testing", "backend/connection/session/sessiontest", "backend/connection/transport/certtest"}

func TestNoWordOfAnEngineIsOutsideItsDriver(t *testing.T) {
	root := filepath.Join("..", "..")
	found := map[string]int{}
	for _, folder := range []string{"app", "backend", filepath.Join("frontend", "src")} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			switch {
			case entry.IsDir() && (slices.Contains(aloud, name) || entry.Name() == "testdata" || entry.Name() == "internal"):
				return filepath.SkipDir
			case entry.IsDir() || !isShipped(name):
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for line := range strings.Lines(string(text)) {
				if engineWords.MatchString(line) {
					found[name]++
				}
			}
			return nil
		}))
	}
	require.Equal(t, engineWordsLeft, found)
}

// isShipped reports whether a file is source code that is neither a test nor made for tests.
func isShipped(name string) bool {
	base := filepath.Base(name)
	switch filepath.Ext(name) {
	case ".go":
		return !strings.HasSuffix(base, "_test.go")
	case ".ts", ".tsx", ".css", ".json":
		return !strings.Contains(base, ".test.") && base != "fixture.ts"
	}
	return false
}
