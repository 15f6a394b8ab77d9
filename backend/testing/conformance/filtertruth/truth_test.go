package filtertruth

// SPEC: A-FIL-01, A-FIL-02, A-FIL-03, A-FIL-06, A-FIL-07, A-FIL-10

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func one(column string, by driver.OperatorID, values ...string) []Row {
	return []Row{{Column: column, Operator: by, Values: values}}
}

func inAnyCase(rows []Row) []Row {
	rows[0].FoldCase = true
	return rows
}

// sameElement joins rows about the same element.
func sameElement(rows ...[]Row) []Row {
	var all []Row
	for i, row := range rows {
		row[0].SameElement = i > 0
		all = append(all, row[0])
	}
	return all
}

func TestAFilterIsEvaluatedOverTheTextOfADocument(t *testing.T) {
	fields, err := Fields([]byte(Mapping))
	require.NoError(t, err)
	two := `{"n":[{"kw":"alpha","i":1},{"kw":"beta","i":2}]}`
	for _, row := range []struct {
		name     string
		any      bool
		rows     []Row
		document string
		want     truth
	}{
		{"a star is a character", false, one("kw", driver.Contains, "*"), `{"kw":"beta"}`, no},
		{"a star that is there", false, one("kw", driver.Contains, "a*"), `{"kw":"beta*"}`, yes},
		{"one of several values", false, one("kw", driver.Equals, "b"), `{"kw":["a",["b"]]}`, yes},
		{"none of several values", false, one("kw", driver.NotEquals, "b"), `{"kw":["a",["b"]]}`, no},
		{"nothing does not equal", false, one("kw", driver.NotEquals, "b"), `{}`, yes},
		{"an alias has the values of its target", false, one("alias", driver.Equals, "b"), `{"kw":"b"}`, yes},
		{"only letters from A to Z have another case", false, inAnyCase(one("kw", driver.Equals, "ŻÓŁĆ")), `{"kw":"żółć"}`, no},
		{"letters from A to Z", false, inAnyCase(one("kw", driver.StartsWith, "AL")), `{"kw":"alpha"}`, yes},
		{"order by bytes", false, one("kw", driver.Less, "9"), `{"kw":"10"}`, yes},
		{"a value that is too long to be indexed", false, one("short", driver.Contains, "longer"), `{"short":"longer than eight"}`, unsure},
		{"it is there all the same", false, one("short", driver.IsNull), `{"short":"longer than eight"}`, no},
		{"null in place of which there is a value", false, one("filled", driver.Equals, "none"), `{"filled":null}`, yes},
		{"an empty array is no value", false, one("kw", driver.IsNull), `{"kw":[]}`, yes},
		{"an empty text is a value", false, one("kw", driver.IsNull), `{"kw":""}`, no},
		{"an empty text is empty", false, one("kw", driver.IsEmpty), `{"kw":""}`, yes},
		{"nothing is not empty", false, one("kw", driver.IsEmpty), `{}`, no},
		{"every digit counts", false, one("l", driver.Equals, "9007199254740993"), `{"l":9007199254740992}`, no},
		{"the largest", false, one("u", driver.GreaterOrEqual, "18446744073709551615"), `{"u":18446744073709551615}`, yes},
		{"one number in two spellings", false, one("d", driver.Equals, "100"), `{"d":1e2}`, yes},
		{"no number is below itself", false, one("d", driver.Less, "0"), `{"d":-0.0}`, no},
		{"a double that is stored as another", false, one("d", driver.Equals, "9007199254740992"), `{"d":9007199254740993}`, unsure},
		{"a float that is not near", false, one("f", driver.Equals, "0.1001"), `{"f":0.1}`, no},
		{"a year", false, one("date", driver.Equals, "2020"), `{"date":"2020-12-31T23:59:59.999Z"}`, yes},
		{"after a month", false, one("date", driver.Greater, "2020-01"), `{"date":"2020-01-31T23:00:00Z"}`, no},
		{"before a day in another zone", false, one("date", driver.Less, "2020-01-02"), `{"date":"2020-01-02T01:00:00+02:00"}`, yes},
		{"a day in milliseconds", false, one("date", driver.Between, "2020-01-02", "2020-01"), `{"date":1577923200000}`, yes},
		{"nanoseconds in a second", false, one("nano", driver.Equals, "2020-01-02T10:11:12"), `{"nano":"2020-01-02T10:11:12.123456789Z"}`, yes},
		{"nanoseconds in a millisecond", false, one("nano", driver.Equals, "2020-01-02T10:11:12.123"), `{"nano":"2020-01-02T10:11:12.123456789Z"}`, unsure},
		{"a day in a format of its own", false, one("day", driver.Equals, "2020-01-02"), `{"day":"2020/01/02"}`, yes},
		{"an address in two spellings", false, one("ip", driver.Equals, "::ffff:10.0.0.1"), `{"ip":"10.0.0.1"}`, yes},
		{"an address in a network", false, one("ip", driver.InList, "10.0.0.0/24"), `{"ip":"10.0.1.0"}`, no},
		{"an address after another", false, one("ip", driver.Greater, "10.0.0.255"), `{"ip":"10.0.1.0"}`, yes},
		{"a range that contains a value", false, one("ri", driver.Equals, "10"), `{"ri":{"gt":1,"lt":10}}`, no},
		{"a range without an end", false, one("ri", driver.Equals, "10"), `{"ri":{"gte":5}}`, yes},
		{"versions by their numbers", false, one("ver", driver.Less, "1.10.0"), `{"ver":"1.2.0"}`, yes},
		{"a pre-release before its version", false, one("ver", driver.Less, "1.0.0"), `{"ver":"1.0.0-rc.11"}`, yes},
		{"the words of a text", false, one("txt", driver.Contains, "quick brown"), `{"txt":"The Quick brown fox"}`, yes},
		{"a part of a word", false, one("txt", driver.Contains, "uick"), `{"txt":"The quick brown fox"}`, unsure},
		{"no words", false, one("txt", driver.Contains, "lazy"), `{"txt":"The quick brown fox"}`, no},
		{"a whole expression", false, one("kw", driver.MatchesRegex, "l.*"), `{"kw":"alpha"}`, no},
		{"^ is a character", false, one("kw", driver.MatchesRegex, "^s.*t$"), `{"kw":"^start$"}`, yes},
		{"an expression folds A to Z only", false, inAnyCase(one("kw", driver.MatchesRegex, "ŻÓŁĆ.*")), `{"kw":"żółć"}`, no},
		{"an expression in the other case", false, inAnyCase(one("kw", driver.MatchesRegex, "[A-C]LPH\\w")), `{"kw":"alphA"}`, yes},
		{"words that two values have together", false, one("txt", driver.NotContains, "brown fox"), `{"txt":["brown dog","lazy fox"]}`, unsure},
		{"@ is a character", false, one("kw", driver.MatchesRegex, "@"), `{"kw":"alpha"}`, no},
		{"a leaf under either spelling", false, one("obj.deep.i", driver.Equals, "9"), `{"obj.deep.i":10,"obj":{"deep":{"i":9}}}`, yes},
		{"two rows about any element", false, append(one("n.kw", driver.Equals, "alpha"), one("n.i", driver.Equals, "2")...), two, yes},
		{"two rows about the same element", false, sameElement(one("n.kw", driver.Equals, "alpha"), one("n.i", driver.Equals, "2")), two, no},
		{"either row about the same element", true, sameElement(one("n.kw", driver.Equals, "x"), one("n.i", driver.Equals, "2")), two, yes},
		{"a negation about any element", false, one("n.kw", driver.NotEquals, "alpha"), two, no},
		{"a negation inside the same element", false, sameElement(one("n.i", driver.Equals, "2"), one("n.kw", driver.NotEquals, "alpha")), two, yes},
		{"no element", false, sameElement(one("n.i", driver.NotEquals, "2"), one("n.kw", driver.NotEquals, "alpha")), `{"n":[]}`, no},
		{"an array in an array", false, one("n.m.i", driver.Equals, "2"), `{"n":[{},{"m":[{"i":1},{"i":2}]}]}`, yes},
		{"all rows", false, append(one("kw", driver.Equals, "a"), one("i", driver.Equals, "1")...), `{"kw":"a"}`, no},
		{"any row", true, append(one("kw", driver.Equals, "a"), one("i", driver.Equals, "1")...), `{"kw":"a"}`, yes},
	} {
		t.Run(row.name, func(t *testing.T) {
			filter, err := Compile(fields, "8.16.3", row.any, row.rows)
			require.NoError(t, err)
			document := &Document{Source: row.document}
			require.NoError(t, document.read())
			require.Equal(t, row.want, filter.matches(document))
		})
	}
}

func TestAFilterThatATypeCannotAnswerMustBeRefused(t *testing.T) {
	fields, err := Fields([]byte(Mapping))
	require.NoError(t, err)
	for _, row := range []struct {
		name string
		rows []Row
		want verdict
	}{
		{"a part of a number", one("i", driver.Contains, "4"), refuses},
		{"a fraction of a whole number", one("i", driver.Equals, "42.9"), refuses},
		{"a whole number that is too large", one("b", driver.Less, "128"), refuses},
		{"the largest whole number", one("b", driver.Less, "127"), answers},
		{"a day that does not exist", one("date", driver.Equals, "2020-02-30"), refuses},
		{"a computed date in a comparison", one("date", driver.Greater, "now-1d"), either},
		{"a computed date by equality", one("date", driver.Equals, "now-1d"), refuses},
		{"a network in a comparison", one("ip", driver.Greater, "10.0.0.0/24"), refuses},
		{"an array of objects", one("n", driver.IsNull), refuses},
		{"an object that is not indexed", one("off", driver.IsNotNull), refuses},
		{"a field that nothing finds", one("blind", driver.IsNull), refuses},
		{"a field without doc values", one("nodv", driver.Equals, "a"), answers},
		{"one value too few", one("i", driver.Between, "1"), refuses},
		{"repeats that hang", one("kw", driver.MatchesRegex, "(a{1,300}){1,300}"), refuses},
		{"the same element of another array", sameElement(one("n.kw", driver.Equals, "a"), one("n.m.kw", driver.Equals, "a")), refuses},
		{"the same element of no array", sameElement(one("kw", driver.Equals, "a"), one("kw", driver.Equals, "a")), refuses},
	} {
		t.Run(row.name, func(t *testing.T) {
			filter, err := Compile(fields, "8.16.3", false, row.rows)
			require.NoError(t, err)
			require.Equal(t, row.want, filter.verdict)
		})
	}
}

func TestTheCorpusIsTheSameForASeedAndHasEveryValue(t *testing.T) {
	first, second, other := Corpus(1), Corpus(1), Corpus(2)
	require.Equal(t, first, second)
	require.NotEqual(t, first, other)
	require.Len(t, first, documents)
	fields, err := Fields([]byte(Mapping))
	require.NoError(t, err)
	for _, d := range first {
		require.NoError(t, d.read())
	}
	for name, pool := range pools {
		found := 0
		for _, d := range first {
			found += len(at(d.root, fields[name].Path))
		}
		require.GreaterOrEqual(t, found, len(pool), name)
	}
}
