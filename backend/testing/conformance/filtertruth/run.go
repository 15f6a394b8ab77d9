package filtertruth

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/backend/testing/conformance"
	"quarry/drivers/driver"
)

// Subject is an open object with known documents and mapping.
type Subject struct {
	Reading   *conformance.Reading
	Version   string // of the server
	Mapping   []byte
	Documents []*Document
	Missing   []string // columns of the mapping that the server's build does not support
	Corpus    bool     // the documents are from [Corpus]: also check filters with several rows
}

// Seed returns the seed of this run: QUARRY_SEED, or a fixed one if it is not set.
func Seed(t *testing.T) uint64 {
	t.Helper()
	seed := uint64(20)
	if text := os.Getenv("QUARRY_SEED"); text != "" {
		var err error
		seed, err = strconv.ParseUint(text, 10, 64)
		require.NoError(t, err)
	}
	return seed
}

// combinations is the number of filters with several rows to check.
const combinations = 120

// Run checks every operator on every column.
func Run(t *testing.T, s Subject, seed uint64) {
	t.Helper()
	fields, err := Fields(s.Mapping)
	require.NoError(t, err)
	for _, name := range s.Missing {
		delete(fields, name)
	}
	for _, document := range s.Documents {
		require.NoError(t, document.read())
	}
	d := newDice(seed)
	c := &checker{t: t, Subject: s, fields: fields, alike: map[string]int{}}
	for _, row := range Rows(fields, s.Documents, d) {
		c.check(false, []Row{row})
	}
	if s.Corpus {
		for range combinations {
			c.check(Combination(fields, d))
		}
		for _, one := range raw {
			c.checkRaw(one.query, one.rows)
		}
	}
	t.Logf("seed %d: %d filters were answered and %d refused; %d of %d results were certain", seed, c.answered, c.refused, c.certain, c.results)
	require.Zerof(t, c.wrong, "seed %d: %d mismatches, such as\n%s", seed, c.wrong, strings.Join(c.mismatches, "\n"))
}

// checker compares filters and counts what it compared.
type checker struct {
	Subject
	t                                   *testing.T
	fields                              map[string]*Field
	answered, refused, certain, results int
	wrong                               int
	mismatches                          []string       // some of each kind
	alike                               map[string]int // number of mismatches of each kind
}

// examples is how many mismatches of one kind (one operator on one column) are shown.
const examples = 2

func (c *checker) report(any bool, rows []Row, format string, args ...any) {
	joint := " and "
	if any {
		joint = " or "
	}
	texts := make([]string, len(rows))
	for i, r := range rows {
		texts[i] = fmt.Sprintf("%s (%s)", r, c.fields[r.Column].Type)
	}
	c.wrong++
	like := rows[0].Column + " " + string(rows[0].Operator) + strconv.Itoa(len(rows))
	if c.alike[like]++; c.alike[like] <= examples {
		c.mismatches = append(c.mismatches, strings.Join(texts, joint)+": "+fmt.Sprintf(format, args...))
	}
}

// checkRaw compares a query in the engine's own language with rows that mean the same, alone and combined with another
// row.
func (c *checker) checkRaw(query string, rows []Row) {
	other := Row{Column: "i", Operator: driver.GreaterOrEqual, Values: []string{"9"}}
	asked := []grid.FilterRow{{Operator: driver.RawQuery, Values: []string{query}}}
	for _, all := range [][]Row{rows, append([]Row{other}, rows...)} {
		want, err := Compile(c.fields, c.Version, false, all)
		require.NoError(c.t, err)
		filtered, view := c.Reading.Filter(c.t, false, asked)
		require.NotNilf(c.t, view, "%s is refused: %v", query, filtered.Refusals)
		ids, err := view.IDs(c.t, len(c.Documents))
		require.NoError(c.t, err)
		c.answered++
		c.compare(false, all, want, filtered, ids)
		asked = append(asked, grid.FilterRow{Column: other.Column, Operator: other.Operator, Values: other.Values})
	}
}

func (c *checker) check(any bool, rows []Row) {
	want, err := Compile(c.fields, c.Version, any, rows)
	require.NoError(c.t, err)
	asked := make([]grid.FilterRow, len(rows))
	for i, r := range rows {
		asked[i] = grid.FilterRow{Column: r.Column, Operator: r.Operator, Values: r.Values, SameElement: r.SameElement, FoldCase: r.FoldCase}
	}
	filtered, view := c.Reading.Filter(c.t, any, asked)
	if view != nil {
		c.announced(any, rows)
	}
	switch {
	case view == nil && want.verdict == answers:
		c.report(any, rows, "it is refused: %s", filtered.Refusals[0].Err.Message)
		return
	case view == nil:
		c.refused++
		return
	case want.verdict == refuses:
		if _, err := view.IDs(c.t, len(c.Documents)); err == nil || !c.broken(rows) {
			c.report(any, rows, "it is not refused: %s", filtered.Clauses)
		}
		return
	}
	c.answered++
	c.explained(any, rows, filtered)
	ids, err := view.IDs(c.t, len(c.Documents))
	if err != nil {
		if !slices.ContainsFunc(rows, c.inverted) {
			c.report(any, rows, "%s fails: %s", filtered.Clauses, err)
		}
		return
	}
	c.compare(any, rows, want, filtered, ids)
	if len(rows) > 1 && c.answered%5 == 0 {
		require.Equal(c.t, len(ids), view.Count(c.t), "the count of %s", rows)
	}
}

// broken reports whether the engine itself may refuse the rows: only the engine knows all of its expression language,
// and the date formats in a mapping.
func (c *checker) broken(rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool {
		return r.Operator == driver.MatchesRegex && !hangs(r.Values[0]) || c.fields[r.Column].Format != ""
	})
}

// inverted reports whether a row has a range whose end is before its beginning, which an engine may refuse by itself.
func (c *checker) inverted(r Row) bool {
	f := c.fields[r.Column]
	if r.Operator != driver.Between || !strings.HasSuffix(f.Type, "_range") {
		return false
	}
	from, _ := f.typed(r.Values[0], r.Operator)
	to, _ := f.typed(r.Values[1], r.Operator)
	return len(from) > 0 && len(to) > 0 && from[0].low.Cmp(to[0].high) > 0
}

// announced checks that the column did not announce that such a row is refused: the filter bar relies on it.
func (c *checker) announced(any bool, rows []Row) {
	for _, r := range rows {
		class := c.Reading.FilterClass(c.Reading.Column(r.Column))
		if class == nil {
			continue
		}
		if class.Refuses(r.Operator) || r.FoldCase && class.NoFold != "" {
			c.report(any, rows, "its column says that it cannot be used, and it is not refused")
		}
	}
}

// explained checks that a row on an approximate type comes with a sentence about it, from the row or its column.
func (c *checker) explained(any bool, rows []Row, filtered *driver.Filtered) {
	for i, r := range rows {
		class := c.Reading.FilterClass(c.Reading.Column(r.Column))
		rounded := scaleOf(c.fields[r.Column])
		noted := class != nil && class.Note != "" || slices.ContainsFunc(filtered.Notes, func(n driver.RowNote) bool { return n.Row == i && n.Text != "" })
		f := c.fields[r.Column]
		switch {
		case noted:
		case (rounded.edge || f.Type == "float") && len(r.Values) > 0:
			c.report(any, rows, "nothing says that the type is approximate")
		case f.Type == "keyword" && f.IgnoreAbove > 0:
			c.report(any, rows, "nothing says that long values are not indexed")
		}
	}
}

// compare compares the rows shown with the rows expected.
func (c *checker) compare(any bool, rows []Row, want *Filter, filtered *driver.Filtered, ids []string) {
	var missing, extra []string
	for _, document := range c.Documents {
		_, shown := slices.BinarySearch(ids, document.ID)
		c.results++
		switch result := want.matches(document); {
		case result == unsure:
			continue
		case result == yes && !shown:
			missing = append(missing, document.ID)
		case result == no && shown:
			extra = append(extra, document.ID)
		}
		c.certain++
	}
	if len(missing)+len(extra) > 0 {
		c.report(any, rows, "%s: missing %s, wrong %s", filtered.Clauses, c.named(missing), c.named(extra))
	}
}

// named lists documents with their values in the filter's columns.
func (c *checker) named(ids []string) string {
	if len(ids) > 3 {
		return fmt.Sprintf("%d documents, such as %s", len(ids), ids[:3])
	}
	return fmt.Sprint(ids)
}
