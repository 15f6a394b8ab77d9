package drivertest_test

// SPEC: B-FIL-01, B-FIL-02, B-FIL-03, B-FIL-04, B-FIL-05, B-FIL-06, B-FIL-07, B-FIL-09, B-FIL-12

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/transport"
	"quarry/backend/data/grid"
	sampletypesense "quarry/backend/sample/typesense"
	"quarry/backend/testing/conformance"
	"quarry/backend/testing/conformance/filtertruth"
	"quarry/drivers/driver"
	"quarry/drivers/typesense"
)

const (
	truthDocuments = 120
	truthFilters   = 1000
	truthSchema    = `{"name": "truth", "enable_nested_fields": true, "fields": [
		{"name": "label", "type": "string", "optional": true}, {"name": "tags", "type": "string[]", "optional": true},
		{"name": "small", "type": "int32", "optional": true}, {"name": "n", "type": "int64", "optional": true}, {"name": "all", "type": "int64[]", "optional": true},
		{"name": "price", "type": "float", "optional": true}, {"name": "prices", "type": "float[]", "optional": true},
		{"name": "flag", "type": "bool", "optional": true}, {"name": "flags", "type": "bool[]", "optional": true},
		{"name": "o", "type": "object", "optional": true}, {"name": "o.name", "type": "string", "optional": true}, {"name": "o.count", "type": "int32", "optional": true},
		{"name": "parts", "type": "object[]", "optional": true}, {"name": "parts.sku", "type": "string[]", "optional": true}, {"name": "parts.count", "type": "int32[]", "optional": true}
	]}`
)

// What the columns of the collection hold. A member of "parts" or "o" is in its object.
var (
	truthTexts   = []string{"label", "tags", "o.name", "parts.sku"}
	truthNumbers = []string{"small", "n", "all", "price", "prices", "o.count", "parts.count"}
	truthFlags   = []string{"flag", "flags"}
)

var (
	truthWords = []string{"quick", "Quick", "quickly", "fox", "FOX", "foxes", "Café", "cafe", "Straße", "naïve", "it's", "semi-dry", "a,b", "x1", "10", "日本"}
	// odd are texts that mean something in a filter expression, where they are not part of a value.
	truthOdd    = []string{"a) || (small:=1", "fox && flag:=true", "=fox", "!fox", "!=fox", "[fox,quick]", `"quick fox"`, "quick*", "..", "fox..quick", ":", ">1", "(fox)", "$x(fox)", "fox\\n"}
	truthWhole  = []string{"-5", "-1", "0", "1", "2", "7", "10", "100", "2147483647", "-2147483648"}
	truthLarge  = []string{"9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808"}
	truthBroken = []string{"0.5", "-0.5", "1.25", "1e3", "-2.75", "10.5", "0.1", "16777217"}
)

// truthDice draws documents and filters.
type truthDice struct{ *rand.Rand }

func (d truthDice) of(list []string) string { return list[d.IntN(len(list))] }

func (d truthDice) text() string {
	words := make([]string, 1+d.IntN(3))
	for i := range words {
		words[i] = d.of(truthWords)
	}
	if d.IntN(8) == 0 {
		words[0] = d.of(truthOdd)
	}
	return strings.Join(words, " ")
}

// value draws a value of a column as JSON.
func (d truthDice) value(column string) string {
	switch {
	case slices.Contains(truthTexts, column):
		quoted, _ := json.Marshal(d.text()) // a text can always be encoded
		return string(quoted)
	case slices.Contains(truthFlags, column):
		return fmt.Sprint(d.IntN(2) == 0)
	case strings.HasPrefix(column, "price"):
		return d.of(slices.Concat(truthWhole[:8], truthBroken))
	case (column == "n" || column == "all") && d.IntN(2) == 0:
		return d.of(truthLarge)
	}
	return d.of(truthWhole)
}

// values draws the value of a column of a document, "" for none.
func (d truthDice) values(column string, several bool) string {
	switch {
	case d.IntN(5) == 0:
		return ""
	case !several:
		return d.value(column)
	}
	list := make([]string, d.IntN(4))
	for i := range list {
		list[i] = d.value(column)
	}
	return "[" + strings.Join(list, ",") + "]"
}

// document draws a document.
func (d truthDice) document(n int) string {
	members := []string{fmt.Sprintf(`"id":"d%d"`, n)}
	add := func(to *[]string, column, name string, several bool) {
		if value := d.values(column, several); value != "" {
			*to = append(*to, fmt.Sprintf("%q:%s", name, value))
		}
	}
	for _, column := range []string{"label", "small", "n", "price", "flag"} {
		add(&members, column, column, false)
	}
	for _, column := range []string{"tags", "all", "prices", "flags"} {
		add(&members, column, column, true)
	}
	var inner []string
	add(&inner, "o.name", "name", false)
	add(&inner, "o.count", "count", false)
	if len(inner) > 0 {
		members = append(members, `"o":{`+strings.Join(inner, ",")+"}")
	}
	var parts []string
	for range d.IntN(3) {
		parts = append(parts, `{"sku":`+d.value("parts.sku")+`,"count":`+d.value("parts.count")+"}")
	}
	if len(parts) > 0 {
		members = append(members, `"parts":[`+strings.Join(parts, ",")+"]")
	}
	return "{" + strings.Join(members, ",") + "}"
}

// row draws a row of a filter.
func (d truthDice) row() grid.FilterRow {
	r := grid.FilterRow{Column: d.of(slices.Concat(truthTexts, truthNumbers, truthFlags)), Operator: driver.Equals}
	operators := []driver.OperatorID{driver.Equals, driver.NotEquals, driver.InList, driver.NotInList}
	switch {
	case slices.Contains(truthTexts, r.Column):
		operators = append(operators, driver.Contains, driver.NotContains, driver.StartsWith, driver.Contains)
	case slices.Contains(truthNumbers, r.Column):
		operators = append(operators, driver.Greater, driver.GreaterOrEqual, driver.Less, driver.LessOrEqual, driver.Between)
	}
	r.Operator = operators[d.IntN(len(operators))]
	count := 1
	switch r.Operator {
	case driver.Between:
		count = 2
	case driver.InList, driver.NotInList:
		count = 1 + d.IntN(4)
	}
	for range count {
		var value any
		decode(d.value(r.Column), &value)
		typed := fmt.Sprint(value)
		if r.Operator == driver.StartsWith && d.IntN(2) == 0 {
			typed = string([]rune(typed)[:1+d.IntN(len([]rune(typed)))])
		}
		r.Values = append(r.Values, typed)
	}
	return r
}

// decode decodes JSON and keeps the digits of numbers.
func decode(text string, into any) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		panic(err)
	}
}

// truthOf are the values of a column in a document.
func truthOf(value any, path []string) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		var all []any
		for _, each := range v {
			all = append(all, truthOf(each, path)...)
		}
		return all
	case map[string]any:
		return truthOf(v[path[0]], path[1:])
	}
	return []any{value}
}

// truthTokens are the words that Typesense makes of a text: without case, accents and punctuation.
func truthTokens(text string) []string {
	var plain strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r == 'é':
			plain.WriteRune('e')
		case r == 'ï':
			plain.WriteRune('i')
		case r == 'ß':
			plain.WriteString("ss")
		case r == ' ', r >= 'a' && r <= 'z', r >= '0' && r <= '9', r > 0x7f:
			plain.WriteRune(r)
		}
	}
	return strings.Fields(plain.String())
}

// truthNumber is a number as a column of that name keeps it.
func truthNumber(column, text string) *big.Rat {
	n, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("no number: " + text)
	}
	if strings.HasPrefix(column, "price") { // "float" has 32 bits
		single, _ := n.Float32()
		return new(big.Rat).SetFloat64(float64(single))
	}
	return n
}

// truthHolds reports whether a document with these values of a column meets a row.
func truthHolds(r grid.FilterRow, values []any) bool {
	switch r.Operator {
	case driver.NotEquals, driver.NotInList, driver.NotContains: // also documents without a value
		r.Operator = map[driver.OperatorID]driver.OperatorID{driver.NotEquals: driver.Equals, driver.NotInList: driver.InList, driver.NotContains: driver.Contains}[r.Operator]
		return !truthHolds(r, values)
	case driver.InList:
		r.Operator = driver.Equals
		return slices.ContainsFunc(r.Values, func(each string) bool {
			r.Values = []string{each}
			return truthHolds(r, values)
		})
	case driver.Contains, driver.StartsWith:
		return truthHasWords(r, values)
	}
	return slices.ContainsFunc(values, func(value any) bool {
		switch {
		case slices.Contains(truthTexts, r.Column):
			return slices.Equal(truthTokens(value.(string)), truthTokens(r.Values[0]))
		case slices.Contains(truthFlags, r.Column):
			return fmt.Sprint(value) == r.Values[0]
		}
		order := truthNumber(r.Column, fmt.Sprint(value)).Cmp(truthNumber(r.Column, r.Values[0]))
		switch r.Operator {
		case driver.Greater:
			return order > 0
		case driver.GreaterOrEqual:
			return order >= 0
		case driver.Less:
			return order < 0
		case driver.LessOrEqual:
			return order <= 0
		case driver.Between:
			return order >= 0 && truthNumber(r.Column, fmt.Sprint(value)).Cmp(truthNumber(r.Column, r.Values[1])) <= 0
		}
		return order == 0
	})
}

// truthHasWords reports whether all words of a row are in the texts of a column, in any of them; the last one may be
// the beginning of a word if the operator says so.
func truthHasWords(r grid.FilterRow, values []any) bool {
	var have []string
	for _, value := range values {
		have = append(have, truthTokens(value.(string))...)
	}
	want := truthTokens(r.Values[0])
	for i, word := range want {
		if !slices.ContainsFunc(have, func(each string) bool {
			return each == word || r.Operator == driver.StartsWith && i == len(want)-1 && strings.HasPrefix(each, word)
		}) {
			return false
		}
	}
	return true
}

func TestARandomFilterOfTypesenseShowsTheRowsThatTheirDocumentsSayItShould(t *testing.T) {
	if testing.Short() {
		t.Skip("long work of a single goroutine")
	}
	seed := filtertruth.Seed(t)
	for _, version := range []string{"29.0", "30.0"} {
		t.Run(version, func(t *testing.T) {
			dice := truthDice{rand.New(rand.NewPCG(seed, 7))}
			engine, err := sampletypesense.New(sampletypesense.Options{Imitate: version, Empty: true})
			require.NoError(t, err)
			server := httptest.NewServer(engine)
			t.Cleanup(server.Close)
			documents := map[string]map[string]any{}
			var lines strings.Builder
			for n := range truthDocuments {
				text := dice.document(n)
				document := map[string]any{}
				decode(text, &document)
				documents[fmt.Sprint("d", n)] = document
				lines.WriteString(text + "\n")
			}
			s := sampleCollection{address: server.URL}
			_, err = s.do(t.Context(), "POST", "/collections", truthSchema)
			require.NoError(t, err)
			loaded, err := s.do(t.Context(), "POST", "/collections/truth/documents/import", lines.String())
			require.NoError(t, err)
			require.Equal(t, truthDocuments, strings.Count(loaded, `"success":true`), loaded)

			object := conformance.Object{Name: "truth"}
			target := conformance.Target{Connection: at(t, server.URL), Settings: []driver.Text{{Key: "host", Value: "localhost"}}, Objects: []conformance.Object{object}}
			target.Connection.Auth = transport.Auth{Scheme: "header", Header: "X-TYPESENSE-API-KEY", Secret: sampletypesense.DefaultKey}
			reading := conformance.Read(t, conformance.Subject{Driver: typesense.New(), Target: target}, object)
			some, refused := 0, 0
			for tried := 0; tried < truthFilters; {
				rows := make([]grid.FilterRow, 1+dice.IntN(3))
				for i := range rows {
					rows[i] = dice.row()
				}
				any := dice.IntN(2) == 0
				filtered, view := reading.Filter(t, any, rows)
				if view == nil {
					refused++
					continue
				}
				tried++
				var want []string
				for id, document := range documents {
					holds := func(r grid.FilterRow) bool { return truthHolds(r, truthOf(document, strings.Split(r.Column, "."))) }
					fails := func(r grid.FilterRow) bool { return !holds(r) }
					if any && slices.ContainsFunc(rows, holds) || !any && !slices.ContainsFunc(rows, fails) {
						want = append(want, id)
					}
				}
				slices.Sort(want)
				got, err := view.IDs(t, truthDocuments)
				require.NoError(t, err, "seed %d: %v %v", seed, filtered.Clauses, rows)
				require.Equal(t, want, got, "seed %d: any=%t %v", seed, any, filtered.Clauses)
				require.Equal(t, len(want), view.Count(t), "seed %d: %v", seed, filtered.Clauses)
				if len(want) > 0 && len(want) < truthDocuments {
					some++
				}
			}
			require.Greater(t, some, truthFilters/2, "most filters find some of the documents")
			require.Less(t, refused, truthFilters)
		})
	}
}
