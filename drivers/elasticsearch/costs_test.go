// SPEC: APP-15, APP-18
package elasticsearch_test

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
	file         string
	Method, Path string
	Body         json.RawMessage
}

// composed returns the requests of all cases of the driver.
func composed(t *testing.T) []sentBy {
	t.Helper()
	var all []sentBy
	require.NoError(t, filepath.WalkDir("../../testdata/cases/elasticsearch", func(name string, d fs.DirEntry, err error) error {
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
				for _, request := range step {
					request.file = name
					all = append(all, request)
				}
			}
		}
		return nil
	}))
	require.Greater(t, len(all), 300)
	return all
}

// priced returns the requests of the table of costs, as expressions for "METHOD /path".
func priced(t *testing.T) []*regexp.Regexp {
	t.Helper()
	text, err := os.ReadFile("../../testdata/costs.md")
	require.NoError(t, err)
	_, table, _ := strings.Cut(string(text), "\n## Elasticsearch\n")
	table, _, _ = strings.Cut(table, "\n## ")
	var all []*regexp.Regexp
	for _, line := range strings.Split(table, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 5 {
			continue
		}
		for _, found := range regexp.MustCompile("`((?:GET|POST|DELETE) /[^`]*)`").FindAllStringSubmatch(cells[1], -1) {
			all = append(all, regexp.MustCompile("^"+strings.ReplaceAll(regexp.QuoteMeta(found[1]), `\*`, `[^/]+`)+"$"))
		}
	}
	require.NotEmpty(t, all)
	return all
}

func TestWhatEveryComposedRequestCostsIsKnown(t *testing.T) {
	known := priced(t)
	for _, request := range composed(t) {
		listed := false
		for _, pattern := range known {
			listed = listed || pattern.MatchString(request.Method+" "+request.Path)
		}
		assert.True(t, listed, "%s: %s %s is not in testdata/costs.md", request.file, request.Method, request.Path)
	}
}

const mostValues = 1_000 // maximum size of a terms aggregation per shard

// bounded are the aggregations whose response cannot grow with the data, with the required values of their options.
var bounded = map[string]func(options map[string]any) bool{
	"filter": func(map[string]any) bool { return true },
	"nested": func(map[string]any) bool { return true },
	"min":    func(map[string]any) bool { return true }, "max": func(map[string]any) bool { return true },
	"stats": func(map[string]any) bool { return true }, "value_count": func(map[string]any) bool { return true },
	"cardinality": func(o map[string]any) bool { return o["precision_threshold"] == nil },
	"top_hits":    func(o map[string]any) bool { return o["size"] == 1.0 && o["_source"] == false },
	"histogram":   func(o map[string]any) bool { return o["min_doc_count"] == 1.0 && o["extended_bounds"] == nil },
	"date_range": func(o map[string]any) bool {
		ranges, ok := o["ranges"].([]any)
		return ok && len(ranges) <= 24
	},
	"terms": func(o map[string]any) bool {
		size, ok := o["size"].(float64)
		shard, sized := o["shard_size"].(float64)
		return ok && size <= mostValues && (!sized || shard <= mostValues)
	},
}

func TestNoAggregationGrowsWithTheDistanceOrTheNumberOfValues(t *testing.T) {
	seen := map[string]bool{}
	var check func(file string, aggregations any)
	check = func(file string, aggregations any) {
		for name, one := range aggregations.(map[string]any) {
			for kind, options := range one.(map[string]any) {
				if kind == "aggs" {
					check(file, options)
					continue
				}
				seen[kind] = true
				bound := bounded[kind]
				if assert.NotNil(t, bound, "%s: the aggregation %s is a %s", file, name, kind) {
					assert.True(t, bound(options.(map[string]any)), "%s: the aggregation %s has no bound: %v", file, name, options)
				}
			}
		}
	}
	for _, request := range composed(t) {
		var body map[string]any
		if json.Unmarshal(request.Body, &body) != nil {
			continue // none, or several lines
		}
		if aggregations, ok := body["aggs"]; ok {
			check(request.file, aggregations)
		}
		if sort, ok := body["sort"].([]any); ok {
			for _, key := range sort {
				if fields, ok := key.(map[string]any); ok {
					assert.NotContains(t, fields, "_id", "%s: fielddata of _id is kept in memory", request.file)
				}
			}
		}
		if size, ok := body["size"].(float64); ok {
			from, _ := body["from"].(float64)
			assert.LessOrEqual(t, from+size, 10_000.0, request.file)
		}
	}
	for _, kind := range []string{"terms", "histogram", "date_range", "top_hits", "nested"} {
		require.True(t, seen[kind], "no case has a %s", kind)
	}
}
