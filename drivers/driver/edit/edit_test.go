package edit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
)

func TestNumbersAreCheckedByTheirText(t *testing.T) {
	rows := []struct {
		text                               string
		byte8, int32, int64, uint64, float bool
	}{
		{"0", true, true, true, true, true},
		{"-128", true, true, true, false, true},
		{"128", false, true, true, true, true},
		{"2147483648", false, false, true, true, true},
		{"9223372036854775808", false, false, false, true, true},
		{"18446744073709551616", false, false, false, false, true},
		{"1.0", false, false, false, false, true},
		{"1e2", false, false, false, false, true},
		{"1e400", false, false, false, false, false},
		{"+1", false, false, false, false, false},
		{"007", false, false, false, false, false},
		{"", false, false, false, false, false},
		{" 1", false, false, false, false, false},
		{"1_000", false, false, false, false, false},
		{"NaN", false, false, false, false, false},
	}
	for _, row := range rows {
		t.Run(row.text, func(t *testing.T) {
			require.Equal(t, row.byte8, edit.Integer(row.text, 8))
			require.Equal(t, row.int32, edit.Integer(row.text, 32))
			require.Equal(t, row.int64, edit.Integer(row.text, 64))
			require.Equal(t, row.uint64, edit.Unsigned(row.text))
			require.Equal(t, row.float, edit.Float(row.text, 0))
		})
	}
	require.True(t, edit.Float("-65504", 65504))
	require.False(t, edit.Float("65505", 65504))
}

func TestANumberIsRespelledWhereTheHostSaysThatADocumentIs(t *testing.T) {
	for text, want := range map[string]bool{
		`1`: false, `9007199254740993`: false, `1.5`: false, `0.0`: false, `10.0`: false, `-16.9`: false, `0.01`: false,
		`1e2`: true, `1E2`: true, `-0`: true, `1.50`: true, `16.90`: true, `0.1000000000000000055`: true, `0.001`: true,
		`12345678.5`: true, `1.00`: true, `"1e2 1.50"`: false, `["a\"1e2",2.5]`: false, `{"1.50":[1,{"x":-0}]}`: true, `true`: false, `""`: false,
	} {
		require.Equal(t, want, edit.Respelled(text), text)
		require.Equal(t, want, rows.Rounded([]byte(text)), text)
	}
}

func TestAPartialDocumentHoldsOnlyTheValuesItIsGiven(t *testing.T) {
	at := func(value string, path ...string) driver.SpliceEdit {
		return driver.SpliceEdit{Path: path, Value: value}
	}
	rows := []struct {
		name   string
		values []driver.SpliceEdit
		want   string
	}{
		{"one field", []driver.SpliceEdit{at("1.50", "a")}, `{"a":1.50}`},
		{"a leaf", []driver.SpliceEdit{at(`"x"`, "a", "b", "c")}, `{"a":{"b":{"c":"x"}}}`},
		{"a literal dotted key", []driver.SpliceEdit{at("1", "a.b")}, `{"a.b":1}`},
		{"leaves of one object", []driver.SpliceEdit{at("1", "a", "b"), at("2", "c"), at("3", "a", "d")}, `{"a":{"b":1,"d":3},"c":2}`},
		{"leaves of objects in one object", []driver.SpliceEdit{at("1", "a", "b", "c"), at("2", "a", "b", "d"), at("3", "a", "e")}, `{"a":{"b":{"c":1,"d":2},"e":3}}`},
		{"a key that is quoted", []driver.SpliceEdit{at("null", `a"b`)}, `{"a\"b":null}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) { require.Equal(t, row.want, edit.Partial(row.values)) })
	}
}

func TestPathsOfWhichOneBeginsTheOtherOverlap(t *testing.T) {
	at := func(path ...string) driver.SpliceEdit { return driver.SpliceEdit{Path: path} }
	_, _, found := edit.Overlap([]driver.SpliceEdit{at("a", "b"), at("a", "c"), at("a.b")})
	require.False(t, found)
	one, other, found := edit.Overlap([]driver.SpliceEdit{at("x"), at("a", "b"), at("a")})
	require.True(t, found)
	require.Equal(t, [][]string{{"a", "b"}, {"a"}}, [][]string{one, other})
}
