package typesense_test

// SPEC: B-EDT-04

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestAValueIsRefusedAsSoonAsItIsTypedWhereNoDocumentCouldHoldIt(t *testing.T) {
	rows := []struct {
		cell driver.CellEdit
		want string
	}{
		{cell("n", "int32", "1965"), ""},
		{cell("n", "int32", "1965.0"), "Not an int32: an integer from -2147483648 to 2147483647."},
		{cell("n", "int32", "2147483648"), "Not an int32: an integer from -2147483648 to 2147483647."},
		{cell("s", "string", "anything"), ""},
		{cell("b", "bool", "yes"), "Not a bool: type true or false."},
		{leaf("parts.qty", "parts", "int64[]", "[1,null]"), ""}, // only the document says how many there must be
		{leaf("parts.qty", "parts", "int64[]", "[1.5]"), "In an entry of the array: Not an int64."},
		{deep("[[1,2],[9007199254740993,null]]"), ""},
		{deep(`[["1"]]`), "In an entry of the array: Not an int64."},
		{deep("[[[[1]]]]"), "In an entry of the array: Not an int64."},
		{leaf("parts.qty", "parts", "int64[]", "1"), "Type an array with one entry for each of the objects in parts."},
	}
	h := host(t, nil)
	args := &driver.FitsArgs{}
	var want []string
	for _, row := range rows {
		args.Cells, want = append(args.Cells, row.cell), append(want, row.want)
	}
	var fits driver.Fits
	require.NoError(t, run(h, driver.OpFits, args, &fits))
	require.Equal(t, want, fits.Reasons)
	require.Empty(t, h.Sent)
}
