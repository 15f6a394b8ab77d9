package filtertruth

// SPEC: A-FIL-02, A-FIL-06, A-FIL-07, A-FIL-10

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// filterCase is what a case file says about filters.
type filterCase struct {
	Connection struct{ Version string }
	Object     struct {
		Schema map[string]struct{ Mappings json.RawMessage }
	}
	Run []struct {
		Operation string
		Arguments struct {
			Any  bool
			Rows []Row
		}
		Then struct {
			Result struct{ Refusals []struct{ Row int } }
		}
	}
}

// TestCasesRefuseWhatATypeCannotAnswer compares the refusals in the case files with those expected from the documents'
// types. It skips cases with several indices, or with a type or column that the corpus lacks.
func TestCasesRefuseWhatATypeCannotAnswer(t *testing.T) {
	folder, compared := "../../../../testdata/cases/elasticsearch/filter", 0
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		var c filterCase
		require.NoError(t, json.Unmarshal(text, &c), path)
		if len(c.Object.Schema) != 1 {
			return nil
		}
		for _, schema := range c.Object.Schema {
			fields, err := Fields(schema.Mappings)
			require.NoError(t, err, path)
			for _, step := range c.Run {
				if step.Operation != "filter" || !known(fields, step.Arguments.Rows) {
					continue
				}
				compared++
				want, err := Compile(fields, c.Connection.Version, step.Arguments.Any, step.Arguments.Rows)
				require.NoError(t, err, path)
				refused := len(step.Then.Result.Refusals) > 0
				if refused && want.verdict == answers || !refused && want.verdict == refuses {
					t.Errorf("%s: %s: refused: %t", path, step.Arguments.Rows, refused)
				}
			}
		}
		return nil
	}))
	require.Positive(t, compared)
	t.Logf("%d filters", compared)
}

func known(fields map[string]*Field, rows []Row) bool {
	for _, r := range rows {
		f := fields[r.Column]
		if f == nil || r.Operator == driver.RawQuery {
			return false
		}
		if _, judged := able[f.Type]; !judged || f.Format != "" {
			return false
		}
	}
	return len(rows) > 0
}
