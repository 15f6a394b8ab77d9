package drivertest_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// filtered returns the recorded hits that match a filter_by. It only supports one form from the documentation (Search,
// "Filter parameters"): a field, := and a value, in backticks if it is a string. For any other form, known is false.
func filtered(hits []string, filterBy string) (some []string, known bool) {
	if filterBy == "" {
		return hits, true
	}
	at := strings.LastIndex(filterBy, ":=")
	if at < 1 || strings.Contains(filterBy, "&&") || strings.Contains(filterBy, "||") {
		return nil, false
	}
	field, want := filterBy[:at], strings.Trim(filterBy[at+2:], "`")
	for _, hit := range hits {
		var outer struct{ Document any }
		numbers := json.NewDecoder(strings.NewReader(hit))
		numbers.UseNumber()
		if numbers.Decode(&outer) != nil {
			return nil, false
		}
		if slices.ContainsFunc(scalarsAt(outer.Document, field), func(value string) bool { return equal(value, want) }) {
			some = append(some, hit)
		}
	}
	return some, true
}

// scalarsAt returns the scalars at a dotted path of keys, including those inside arrays.
func scalarsAt(value any, path string) []string {
	var all []string
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			all = append(all, scalarsAt(item, path)...)
		}
	case map[string]any:
		if inner, there := v[path]; there && path != "" {
			return scalarsAt(inner, "")
		}
		first, rest, below := strings.Cut(path, ".")
		if inner, there := v[first]; there && below {
			return scalarsAt(inner, rest)
		}
	case nil:
	default:
		if path == "" {
			all = append(all, fmt.Sprint(v))
		}
	}
	return all
}

func equal(value, want string) bool {
	a, err1 := strconv.ParseFloat(value, 64)
	b, err2 := strconv.ParseFloat(want, 64)
	return value == want || err1 == nil && err2 == nil && a == b
}

func TestTheReplayFiltersWhatItKnows(t *testing.T) {
	hits := []string{`{"document":{"n":1.50,"t":["a b","c"]}}`, `{"document":{"n":2,"o":[{"p":"c"}],"x.y":true}}`}
	for filterBy, want := range map[string][]string{
		"": hits, "n:=1.5": hits[:1], "t:=`a b`": hits[:1], "o.p:=`c`": hits[1:], "x.y:=true": hits[1:], "t:=`a`": nil,
	} {
		some, known := filtered(hits, filterBy)
		require.True(t, known, filterBy)
		require.Equal(t, want, some, filterBy)
	}
	for _, filterBy := range []string{"n:>1", "(n:=1) && (n:=2)", ":=1"} {
		_, known := filtered(hits, filterBy)
		require.False(t, known, filterBy)
	}
}
