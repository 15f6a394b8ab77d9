package filter

// SPEC: A-FIL-02, A-FIL-10

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/date"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/mapping"
)

// values are valid values of filterable field types.
var values = map[string]string{
	"boolean": "true", "ip": "10.0.0.1", "ip_range": "10.0.0.1", "date": "2020", "date_nanos": "2020", "date_range": "2020",
}

func rowOf(f Field, op driver.OperatorID) driver.FilterRow {
	row := driver.FilterRow{Column: "c", Field: "c", Type: f.Kind, Operator: op, About: wire.Append(nil, &About{Definitions: []Field{f}})}
	value := cmp.Or(values[f.Kind], "1")
	switch {
	case among(op, byNull|byEmpty):
	case op == driver.Between:
		row.Values = []string{value, value}
	default:
		row.Values = []string{value}
	}
	return row
}

func compiled(t *testing.T, s es.Version, rows ...driver.FilterRow) *driver.Filtered {
	t.Helper()
	f := &compiler{server: s, filtered: &driver.Filtered{}}
	for i := range rows {
		f.row(rows, i)
	}
	f.close()
	require.Len(t, f.filtered.Clauses, len(rows))
	return f.filtered
}

// everyKind has all field types, with variants that change how they are filtered.
func everyKind() []Field {
	kinds := append([]string{"semantic_text", "rank_features", "sparse_vector", "completion", "percolator", "histogram", "alias", "unheard_of", mapping.MetaID, mapping.MetaIndex, mapping.MetaScore, mapping.NotIndexed, mapping.NotKnown}, mapping.CapabilityTypes...)
	var all []Field
	for _, kind := range kinds {
		for n := range 16 {
			f := Field{Kind: kind, unsearched: n&1 != 0, unknown: n&2 != 0, unlisted: n&4 != 0}
			if n&8 != 0 {
				f.exact = "raw"
			}
			all = append(all, f)
		}
	}
	return all
}

func TestWhatIsSaidOfAColumnIsWhatAFilterDoes(t *testing.T) {
	sessions := []es.Version{{}, es.ParseVersion("7.9.3"), es.ParseVersion("7.17.15"), es.ParseVersion("8.16.3"), es.ParseVersion("9.4.0")}
	accepted := 0
	for _, s := range sessions {
		for _, f := range everyKind() {
			class := (&About{Definitions: []Field{f}}).class(s)
			for _, op := range driver.IDs(driver.CommonOperators()) {
				reason := strings.ReplaceAll(class.Refusal(&driver.Operator{ID: op, Title: string(op)}), "{name}", "c")
				what := fmt.Sprintf("%s %+v %s", s.Number, f, op)
				filtered := compiled(t, s, rowOf(f, op))
				if reason == "" {
					require.Empty(t, filtered.Refusals, what)
					require.True(t, json.Valid([]byte(filtered.Clauses[0])), "%s: %s", what, filtered.Clauses[0])
					accepted++
					continue
				}
				require.Len(t, filtered.Refusals, 1, what)
				require.Equal(t, reason, filtered.Refusals[0].Err.Message, what)
				require.Contains(t, reason, "c", what)
				require.True(t, strings.HasSuffix(reason, "."), reason)
				require.NotContains(t, reason, "  ")
			}
			folded := rowOf(f, driver.Equals)
			folded.FoldCase = true
			if filtered := compiled(t, s, rowOf(f, driver.Equals)); len(filtered.Refusals) == 0 {
				refused := compiled(t, s, folded).Refusals
				require.Equal(t, class.NoFold == "", len(refused) == 0, "%s %+v", s.Number, f)
			}
		}
	}
	require.Greater(t, accepted, 1000)
}

func TestADateMeansEveryMomentOfIt(t *testing.T) {
	layouts := []string{"2006", "2006-01", "2006-01-02", "2006-01-02T15", "2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02T15:04:05.0", "2006-01-02T15:04:05.000", "2006-01-02T15:04:05.000000000"}
	after := []func(time.Time) time.Time{
		func(t time.Time) time.Time { return t.AddDate(1, 0, 0) }, func(t time.Time) time.Time { return t.AddDate(0, 1, 0) }, func(t time.Time) time.Time { return t.AddDate(0, 0, 1) },
		func(t time.Time) time.Time { return t.Add(time.Hour) }, func(t time.Time) time.Time { return t.Add(time.Minute) }, func(t time.Time) time.Time { return t.Add(time.Second) },
		func(t time.Time) time.Time { return t.Add(100 * time.Millisecond) }, func(t time.Time) time.Time { return t.Add(time.Millisecond) }, func(t time.Time) time.Time { return t.Add(time.Nanosecond) },
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		moment := time.Unix(random.Int64N(253402300800-86400*366), random.Int64N(1e9)).UTC()
		for i, layout := range layouts {
			typed := moment.Format(layout)
			m, ok := date.ReadMoment(typed)
			require.True(t, ok, typed)
			first, err := time.Parse(layout, typed)
			require.NoError(t, err)
			require.Equal(t, first.Format("2006-01-02T15:04:05.000000000Z"), m.First(date.NanoDigits), typed)
			require.Equal(t, after[i](first).Add(-1).Format("2006-01-02T15:04:05.000000000Z"), m.Last(date.NanoDigits), typed)
			require.Equal(t, m.Last(date.NanoDigits)[:23]+"Z", m.Last(date.MilliDigits), typed)
		}
	}
}

func TestOnlyDatesThatExistAreDates(t *testing.T) {
	for _, text := range []string{
		"", "20", "20200229", "2020-2-29", "2020-02-30", "2021-02-29", "1900-02-29", "2020-04-31", "2020-00", "2020-13", "2020-01-00", "2020T10", "2020-01T10",
		"2020-01-02T", "2020-01-02T24", "2020-01-02T10:60", "2020-01-02T10:00:60", "2020-01-02T10.5", "2020-01-02T10:00:00.", "2020-01-02T10:00:00.1234567890",
		"2020-01-02T10:00:00+2", "2020-01-02T10:00:00+19:00", "2020-01-02T10:00:00+01:60", "2020-01-02T10:00:00Zulu", "-2020", "2020-01-02-03", "2020-01-02T10:00:00:00", "２０２０",
	} {
		_, ok := date.ReadMoment(text)
		require.False(t, ok, text)
	}
	for _, text := range []string{"2000-02-29", "0000", "9999-12-31T23:59:59.999999999+18:00", "2020-01-02T10-03", "2020-01-02T10:00-0330"} {
		_, ok := date.ReadMoment(text)
		require.True(t, ok, text)
	}
}

// FuzzFilterValues: whatever is typed, a row of any type is either refused with a sentence or becomes a clause that is
// JSON.
func FuzzFilterValues(f *testing.F) {
	for i, value := range []string{"a", "1", "-0.0", "2020-02-29T10:30:15.5+02:00", "10.0.0.0/8", `[a-c\d]{2,5}"x"|(y)`, "*?\\", "\xff", "1e400", `\`} {
		f.Add(uint16(i*37), uint8(i*5), value)
	}
	all, ids := everyKind(), driver.IDs(driver.CommonOperators())
	f.Fuzz(func(t *testing.T, which uint16, how uint8, value string) {
		row := rowOf(all[int(which)%len(all)], ids[int(how)%len(ids)])
		for i := range row.Values {
			row.Values[i] = value
		}
		row.FoldCase = how&0x80 != 0
		filtered := compiled(t, es.ParseVersion("8.16.3"), row)
		if len(filtered.Refusals) > 0 {
			require.NotEmpty(t, filtered.Refusals[0].Err.Message)
			return
		}
		require.True(t, json.Valid([]byte(filtered.Clauses[0])), filtered.Clauses[0])
	})
}

// Each group of operators that a way of comparing lacks has its own reason (A-FIL-02).
func TestEachRefusedGroupHasAReason(t *testing.T) {
	for way := range takes {
		for _, g := range groups {
			ground := (&Field{}).ground(filtering(way), g.group)
			require.Equal(t, takes[way]&g.group != 0, ground == possible, "%d %s", way, g.ids)
			require.NotEqual(t, untaken, ground, "%d %s", way, g.ids)
		}
		require.NotEqual(t, noTexts, (&Field{}).ground(filtering(way), 2*byEmpty), "a group that nobody knows is not one of texts")
	}
}
