// SPEC: A-BRO-06, A-BRO-07

package rows

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// smallBlock returns a block of one row with the visible column "a", whose JSON cell is cut, and the hidden column
// "#h".
func smallBlock(t *testing.T) []byte {
	t.Helper()
	result, err := Block([]byte(`[{"a":[1,2],"h":"é"}]`), &Plan{Columns: []Column{{Name: "a", Path: []string{"a"}}}, Hidden: []Hidden{{Name: "#h", At: "h"}}, Cut: 2})
	require.NoError(t, err)
	return result.Block
}

func TestABlockHasExactlyTheDocumentedBytes(t *testing.T) {
	var want []byte
	word := func(words ...uint32) {
		for _, w := range words {
			want = binary.LittleEndian.AppendUint32(want, w)
		}
	}
	want = append(want, "QRB1"...)
	word(1, 2, 1, 1, 80, 64, 128) // rows, columns, visible, cuts, cutsAt, namesAt, size
	word(92, 96, 104, 5)          // a: kinds, offsets, text, size
	word(112, 116, 124, 2)        // #h
	word(0, 1, 3)                 // the names' offsets
	want = append(want, "a#h\x00"...)
	word(0, 0, 5)                   // row, column, length
	want = append(want, 5, 0, 0, 0) // a: JSON
	word(0, 5)
	want = append(want, "[1...\x00\x00\x00"...)
	want = append(want, 4, 0, 0, 0) // #h: a string
	word(0, 2)
	want = append(want, "é\x00\x00"...)
	require.Equal(t, want, smallBlock(t))
}

func TestADamagedBlockIsRefused(t *testing.T) {
	put := func(at int, v uint32) func([]byte) []byte {
		return func(b []byte) []byte { order.PutUint32(b[at:], v); return b }
	}
	for name, damage := range map[string]func([]byte) []byte{
		"nothing":                      func([]byte) []byte { return nil },
		"a half":                       func(b []byte) []byte { return b[:len(b)/2] },
		"a byte more":                  func(b []byte) []byte { return append(b, 0) },
		"another beginning":            func(b []byte) []byte { b[3] = '2'; return b },
		"more rows":                    put(atRows, 1000),
		"the most rows":                put(atRows, 0xffffffff),
		"more columns":                 put(atColumns, 100),
		"the most columns":             put(atColumns, 0xffffffff),
		"more visible than columns":    put(atVisible, 3),
		"a visible hidden column":      put(atVisible, 0),
		"more cuts":                    put(atCuts, 99),
		"cuts outside":                 put(atCutsAt, 0xfffffffc),
		"names outside":                put(atNamesAt, 0xfffffffc),
		"names at an odd place":        put(atNamesAt, 65),
		"kinds outside":                put(32, 4000),
		"kinds at an odd place":        put(32, 93),
		"offsets outside":              put(36, 4000),
		"a longer text":                put(44, 2000),
		"a shorter text":               put(44, 4),
		"a name's offset backwards":    put(68, 9),
		"an unknown kind":              func(b []byte) []byte { b[92] = 7; return b },
		"a null with a text":           func(b []byte) []byte { b[92] = byte(Null); return b },
		"a cut of no row":              put(80, 1),
		"a cut of no column":           put(84, 2),
		"a cut string":                 put(84, 1),
		"an offset that goes back":     put(96, 6),
		"a text that is not UTF-8":     func(b []byte) []byte { b[124] = 0xff; return b },
		"a first offset that is not 0": put(116, 1),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Decode(damage(smallBlock(t)))
			require.ErrorIs(t, err, errBlock)
		})
	}
	page, err := Decode(smallBlock(t))
	require.NoError(t, err)
	require.Equal(t, 0, page.Column("a"))
	require.Equal(t, 1, page.Column("#h"))
	require.Equal(t, -1, page.Column("h"))
}

func TestAPageWithoutRowsOrColumnsIsABlock(t *testing.T) {
	for name, row := range map[string]struct {
		response string
		plan     Plan
		rows     int
	}{
		"no rows":             {`[]`, Plan{Columns: []Column{{Name: "a", Path: []string{"a"}}}}, 0},
		"no columns":          {`[{"a":1},{}]`, Plan{}, 2},
		"no rows, no columns": {`[]`, Plan{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := Block([]byte(row.response), &row.plan)
			require.NoError(t, err)
			page, err := Decode(result.Block)
			require.NoError(t, err)
			require.Equal(t, row.rows, page.Rows)
			require.Len(t, page.Names, len(row.plan.Columns))
		})
	}
}
