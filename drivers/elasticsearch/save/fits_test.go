package save_test

// SPEC: A-EDT-07, A-EDT-08

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
)

func TestAValueIsRefusedAsSoonAsItIsTypedWhereNoDocumentCouldHoldIt(t *testing.T) {
	rows := []struct {
		cell driver.CellEdit
		want string
	}{
		{cell("f", "integer", "276"), ""},
		{cell("f", "integer", "276.5"), "Not an integer: a whole number from -2147483648 to 2147483647."},
		{cell("f", "long", "9223372036854775808"), "Not a long: an integer from -9223372036854775808 to 9223372036854775807."},
		{cell("f", "long", ""), "The value is missing. Use Set to NULL to empty the cell."},
		{cell("f", "long", `[1,"2"]`), "In an element of the array: Not a long: an integer from -9223372036854775808 to 9223372036854775807."},
		{cell("f", "date", "2020"), ""},
		{cell("f", "keyword", `["x`), ""}, // a text in one document, half an array in another
		{cell("f", "object", "{"), `Not valid JSON. Type a value of type object as {"key": "value"}, or an array of such.`},
		{driver.CellEdit{Column: "f", At: "f", Type: "long", Null: true}, ""},
		{driver.CellEdit{Column: "a.n", At: "a.n", Type: "long", Nested: []string{"a"}, Text: "[1]"}, "a.n is inside the array a. Edit the array as a whole, in the column a."},
	}
	h := elastictest.Host(t, nil)
	args := &driver.FitsArgs{}
	var want []string
	for _, row := range rows {
		args.Cells, want = append(args.Cells, row.cell), append(want, row.want)
	}
	var fits driver.Fits
	require.NoError(t, elastictest.Run(h, driver.OpFits, args, &fits))
	require.Equal(t, want, fits.Reasons)
	require.Empty(t, h.Sent)
}
