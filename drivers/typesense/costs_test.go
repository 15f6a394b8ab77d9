// SPEC: APP-18
package typesense_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sentBy is a request that a case expects from the driver.
type sentBy struct {
	Method, Path string
	Body         struct {
		Searches []struct{ Limit int }
	}
}

// composed returns the requests of all cases of the driver.
func composed(t *testing.T) []sentBy {
	t.Helper()
	var all []sentBy
	require.NoError(t, filepath.WalkDir("../../testdata/cases/typesense", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".json" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var c struct {
			Run []struct {
				Then struct{ Steps [][]sentBy }
			}
		}
		if err := json.Unmarshal(text, &c); err != nil {
			return err
		}
		for _, run := range c.Run {
			for _, step := range run.Then.Steps {
				all = append(all, step...)
			}
		}
		return nil
	}))
	require.Greater(t, len(all), 50)
	return all
}

func TestWhatEveryComposedRequestCostsIsKnown(t *testing.T) {
	text, err := os.ReadFile("../../testdata/costs.md")
	require.NoError(t, err)
	_, table, _ := strings.Cut(string(text), "\n## Typesense\n")
	table, _, _ = strings.Cut(table, "\n## ")
	var known []*regexp.Regexp
	for _, found := range regexp.MustCompile("(?m)^\\| `([^`]*)`").FindAllStringSubmatch(table, -1) {
		known = append(known, regexp.MustCompile("^"+strings.ReplaceAll(regexp.QuoteMeta(found[1]), `\*`, `[^/]+`)+"$"))
	}
	require.NotEmpty(t, known)
	most := 0
	for _, request := range composed(t) {
		listed := false
		for _, pattern := range known {
			listed = listed || pattern.MatchString(request.Method+" "+request.Path)
		}
		assert.True(t, listed, "%s %s is not in testdata/costs.md", request.Method, request.Path)
		assert.LessOrEqual(t, len(request.Body.Searches), 50)
		for _, search := range request.Body.Searches {
			assert.LessOrEqual(t, search.Limit, 250)
			most = max(most, search.Limit)
		}
	}
	require.Positive(t, most, "no case has a search for rows")
}
