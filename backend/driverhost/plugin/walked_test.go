// SPEC: A-BRO-02
package plugin

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// told returns the records that a driver receives for a response, each as "spec:depth name attrs".
func told(t *testing.T, response string, specs ...driver.FieldSpec) []string {
	t.Helper()
	var of []rows.FieldsSpec
	for _, s := range specs {
		of = append(of, rows.FieldsSpec{At: s.At, Through: s.Through, Sub: s.Sub, Name: s.Name, Keys: s.Keys})
	}
	records, err := rows.Fields([]byte(response), of)
	require.NoError(t, err)
	reply := driver.Reply{Walked: walked(records.List, specs)}
	var lines []string
	reply.EachRecord(func(_ int, r *driver.Record) {
		line := string(rune('0'+r.Spec)) + ":" + string(rune('0'+r.Depth)) + " " + r.Name
		if len(r.Attrs) > 0 {
			line += " " + strings.Join(r.Attrs, ",")
		}
		lines = append(lines, line)
	})
	return lines
}

func TestUnitsOfAGroupThatCameBeforeAreToldByTheirNumbers(t *testing.T) {
	specs := []driver.FieldSpec{{At: "*", Once: true}, {At: "*.p", Through: "p", Sub: "f", Keys: []string{"type"}}}
	const a, b, o = `"a":{"type":"x","f":{"k":{"type":"z"}}}`, `"b":{"type":"y"}`, `"o":{"p":{"in":{"type":"x"}}}`
	rows := []struct {
		name, response string
		want           []string
	}{
		{"one group", `{"i":{"p":{` + a + `,` + b + `}}}`, []string{"0:0 p", "1:0 a x", "1:1 k z", "1:0 b y"}},
		{"the same group again", `{"i":{"p":{` + a + `,` + b + `}},"j":{"p":{` + a + `,` + b + `}}}`,
			[]string{"0:0 p", "1:0 a x", "1:1 k z", "1:0 b y", "0:0 p", "0:0  0,2,3"}},
		{"a unit between", `{"i":{"p":{` + a + `,` + o + `}},"j":{"p":{` + a + `,` + b + `,` + o + `}}}`,
			[]string{"0:0 p", "1:0 a x", "1:1 k z", "1:0 o ", "1:1 in x", "0:0 p", "0:0  0,1,2", "1:0 b y", "0:0  1,1,2"}},
		{"in another order", `{"i":{"p":{` + a + `,` + b + `}},"j":{"p":{` + b + `,` + a + `}}}`,
			[]string{"0:0 p", "1:0 a x", "1:1 k z", "1:0 b y", "0:0 p", "0:0  1,1,1", "0:0  0,1,2"}},
		{"what stands deeper differs", `{"i":{"p":{` + o + `}},"j":{"p":{"o":{"p":{"in":{"type":"y"}}}}}}`,
			[]string{"0:0 p", "1:0 o ", "1:1 in x", "0:0 p", "1:0 o ", "1:1 in y"}},
		{"an empty group", `{"i":{"p":{` + b + `}},"j":{"p":{}}}`, []string{"0:0 p", "1:0 b y", "0:0 p"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.want, told(t, row.response, specs...)) })
	}
}

func TestRecordsOutsideOfGroupsAreToldEachTime(t *testing.T) {
	require.Equal(t, []string{"0:0 a x", "0:0 a x"}, told(t, `[{"name":"a","type":"x"},{"name":"a","type":"x"}]`, driver.FieldSpec{Name: "name", Keys: []string{"type"}}))
}
