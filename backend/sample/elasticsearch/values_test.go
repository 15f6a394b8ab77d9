package elasticsearch

// SPEC: A-BRO-06, A-SRT-04

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestFloatsAreWrittenAsJavaWritesThem(t *testing.T) {
	for _, row := range []struct {
		value          float64
		double, single string
	}{
		{0, "0.0", "0.0"}, {math.Copysign(0, -1), "-0.0", "-0.0"}, {1, "1.0", "1.0"}, {16.9, "16.9", "16.9"}, {9999999, "9999999.0", "9999999.0"}, {1e7, "1.0E7", "1.0E7"}, {1.5e-4, "1.5E-4", "1.5E-4"},
		{math.Inf(1), `"Infinity"`, `"Infinity"`}, {math.Inf(-1), `"-Infinity"`, `"-Infinity"`}, {float64(float32(0.1)), "0.10000000149011612", "0.1"}, {math.MaxFloat64, "1.7976931348623157E308", `"Infinity"`},
	} {
		require.Equal(t, row.double, javaDouble(row.value))
		if row.value != math.MaxFloat64 {
			require.Equal(t, row.single, javaFloat(row.value))
		}
	}
}

func TestHalfFloatsAreRoundedToTheNearest(t *testing.T) {
	for _, row := range []struct{ in, want float64 }{
		{0.1, 0.0999755859375}, {4.3, 4.30078125}, {65504, 65504}, {65520, math.Inf(1)}, {1e-8, 0}, {5.960464477539063e-08, 5.960464477539063e-08}, {-1.5, -1.5}, {2049, 2048}, {2051, 2052},
	} {
		require.Equal(t, row.want, halfFloat(row.in), "%v", row.in)
	}
}

func TestDatesCoverTheTimesThatTheyLeaveOut(t *testing.T) {
	for _, row := range []struct{ text, low, high string }{
		{"2026-11-07", "2026-11-07T00:00:00Z", "2026-11-07T23:59:59.999999999Z"},
		{"2026", "2026-01-01T00:00:00Z", "2026-01-01T23:59:59.999999999Z"},
		{"2026-11", "2026-11-01T00:00:00Z", "2026-11-01T23:59:59.999999999Z"},
		{"2026-11-07T03", "2026-11-07T03:00:00Z", "2026-11-07T03:59:59.999999999Z"},
		{"2026-11-07T03:04:05.6Z", "2026-11-07T03:04:05.6Z", "2026-11-07T03:04:05.6Z"},
		{"2026-11-07T03:04:05+02:00", "2026-11-07T01:04:05Z", "2026-11-07T01:04:05.999999999Z"},
		{"0", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"},
		{"1577934245678.123", "2020-01-02T03:04:05.678123Z", "2020-01-02T03:04:05.678123Z"},
		{"2026-11-07||+1M/d", "2026-12-07T00:00:00Z", "2026-12-07T23:59:59.999999999Z"},
		{"2024-01-31||+1M", "2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"},
		{"2024-03-31T10:00:00Z||-13M", "2023-02-28T10:00:00Z", "2023-02-28T10:00:00Z"},
		{"2024-02-29||+1y", "2025-02-28T00:00:00Z", "2025-02-28T00:00:00Z"},
		{"2026-11-07||/w", "2026-11-02T00:00:00Z", "2026-11-08T23:59:59.999999999Z"},
	} {
		for up, want := range map[bool]string{false: row.low, true: row.high} {
			at, fail := moment(row.text, up)
			require.Nil(t, fail, row.text)
			require.Equal(t, want, at.Format(time.RFC3339Nano), "%s, up %v", row.text, up)
		}
	}
	for _, bad := range []string{"", "soon", "2026-13-01", "2026-02-30", "2026-11-07||+1x"} {
		_, fail := moment(bad, false)
		require.NotNil(t, fail, bad)
	}
}

func TestTextIsSplitIntoWordsAsTheStandardAnalyzerDoes(t *testing.T) {
	for text, want := range map[string][]string{
		"The Quick, brown-fox": {"the", "quick", "brown", "fox"},
		"O'Marrin's 16.90 a.b": {"o'marrin's", "16.90", "a.b"},
		"茶碗 and 読み物":           {"茶", "碗", "and", "読", "み", "物"},
		"snake_case __ 🌊":      {"snake_case", "🌊"},
		"":                     nil,
	} {
		require.Equal(t, want, analyse(text), text)
	}
}

func TestWildcardsMatchLiteralsThatAreEscaped(t *testing.T) {
	for _, row := range []struct {
		pattern, text string
		want          bool
	}{
		{"a*c", "abbc", true}, {"a*c", "ab", false}, {"a?c", "abc", true}, {"a?c", "ac", false}, {`a\*c`, "a*c", true}, {`a\*c`, "abc", false}, {`a\?c`, "a?c", true}, {`a\\c`, `a\c`, true}, {"*", "", true}, {"", "", true}, {"", "a", false}, {"é*", "éa", true},
	} {
		require.Equal(t, row.want, glob([]rune(row.pattern), []rune(row.text), true), "%s %s", row.pattern, row.text)
	}
}

func TestFieldLengthsAreStoredInOneByte(t *testing.T) {
	for in, want := range map[int]int{0: 0, 23: 23, 39: 39, 40: 40, 41: 40, 42: 42, 100: 96, 1000: 984} {
		require.Equal(t, want, storedLength(in), "%d", in)
	}
}

func TestFilterPathKeepsAndTakesAway(t *testing.T) {
	body := []byte(`{"a":{"b":1.50,"c":[{"b":2},{"d":3}]},"e":null}`)
	for patterns, want := range map[string]string{
		"a.b": `{"a":{"b":1.50}}`, "**.b": `{"a":{"b":1.50,"c":[{"b":2}]}}`, "-a.b": `{"a":{"c":[{"b":2},{"d":3}]},"e":null}`, "x": `{}`, "a.c.d,e": `{"a":{"c":[{"d":3}]},"e":null}`,
	} {
		require.Equal(t, want, string(filterPaths(body, patterns)), patterns)
	}
}
