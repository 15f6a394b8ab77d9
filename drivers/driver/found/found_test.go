// SPEC: A-BRO-04, A-BRO-05, A-BRO-17, CON-19
package found_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/driver/found"
)

var kinds = map[driver.ColumnKind]string{
	driver.KindText: "text", driver.KindNumber: "number", driver.KindBoolean: "boolean", driver.KindJSON: "json",
}

// columns returns the columns found, each as "name (type) kind flags".
func columns(documents ...string) []string {
	var f found.Finder
	for _, d := range documents {
		f.Add(d)
	}
	var lines []string
	for _, c := range f.Columns("why") {
		line := c.Name + " (" + c.Type + ") " + kinds[c.Kind]
		if c.Flags&driver.FlagNested != 0 {
			line += " nested"
		}
		if c.Flags&driver.FlagLeaf != 0 {
			line += " leaf"
		}
		lines = append(lines, line)
	}
	return lines
}

func TestColumnsAreFoundInDocuments(t *testing.T) {
	rows := []struct {
		name      string
		documents []string
		want      []string
	}{
		{"values", []string{`{"s":"a","n":1.50,"b":true,"z":null}`}, []string{"s (string) text", "n (number) number", "b (boolean) boolean", "z () text"}},
		{"a later value tells more than null", []string{`{"z":null}`, `{"z":3}`}, []string{"z (number) number"}},
		{"objects flatten to their leaves", []string{`{"o":{"a":{"b":1}},"c":2}`}, []string{"o.a.b (number) number", "c (number) number"}},
		{"both spellings of a path are one", []string{`{"o":{"a":1}}`, `{"o.a":2}`}, []string{"o.a (number) number"}},
		{"an object without members", []string{`{"o":{}}`}, []string{"o (object) json"}},
		{"arrays of objects", []string{`{"p":[{"x":1},{"y":{"z":"a"}}]}`}, []string{"p (array) json nested", "p.x (number) number leaf", "p.y.z (string) text leaf"}},
		{"arrays of values", []string{`{"l":["a","b"]}`}, []string{"l (array) json"}},
		{"an array here and a value there", []string{`{"l":["a"]}`, `{"l":"b"}`}, []string{"l (string) text"}},
		{"types that differ", []string{`{"x":1}`, `{"x":"a"}`}, []string{"x (number, string) text"}},
		{"an object here and a value there", []string{`{"x":{"y":1}}`, `{"x":"a"}`}, []string{"x (string, object) json", "x.y (number) number"}},
		{"names that no path leads to", []string{`{"":1,"a..b":2,".c":3,"d":4}`}, []string{"d (number) number"}},
		{"nothing", []string{`{}`, `null`}, nil},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.want, columns(row.documents...)) })
	}
}

func TestNoColumnSortsAndEachSaysWhy(t *testing.T) {
	var f found.Finder
	f.Add(`{"a":1}`)
	c := f.Columns("why")[0]
	require.Empty(t, c.Sort)
	require.Equal(t, "why", c.Reason)
}

func TestDeepAndWideDocumentsEnd(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500)
	require.Equal(t, []string{"a" + strings.Repeat(".a", 20) + " (object) json"}, columns(deep))
	var wide strings.Builder
	wide.WriteString(`{"x":0`)
	for i := range 3000 {
		wide.WriteString(`,"f` + strings.Repeat("i", i%50) + string(rune('a'+i%26)) + strings.Repeat("j", i/50) + `":1`)
	}
	wide.WriteString("}")
	require.Len(t, columns(wide.String()), 1000)
}
