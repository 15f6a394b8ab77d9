// SPEC: A-EDT-08, A-EDT-07
package save_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
)

func TestADateIsRefusedAsSoonAsItIsTypedWhereTheServerWouldNotReadItSo(t *testing.T) {
	for _, row := range []struct{ kind, text, want string }{
		{"date", "abc", "Not a date: type one such as 2024-05-06 or 2024-05-06T15:04:05Z."},
		{"date", "2024-02-30", "Not a date: type one such as 2024-05-06 or 2024-05-06T15:04:05Z."},
		{"date", "20240506", "The server would read this number as milliseconds since 1970. Type a date such as 2024-05-06."},
		{"date_nanos", "1969", "A date_nanos has no dates before 1970 or after 2262-04-11T23:47:16.854775807Z."},
		{"date_nanos", "2263-01-01", "A date_nanos has no dates before 1970 or after 2262-04-11T23:47:16.854775807Z."},
		{"date", `["2024-01-01","now"]`, "In an element of the array: Not a date: type one such as 2024-05-06 or 2024-05-06T15:04:05Z."},
		{"date", "2024-05-06", ""},
	} {
		var fits driver.Fits
		require.NoError(t, elastictest.Run(elastictest.Host(t, nil), driver.OpFits, &driver.FitsArgs{Cells: []driver.CellEdit{cell("f", row.kind, row.text)}}, &fits))
		require.Equal(t, []string{row.want}, fits.Reasons, row.text)
	}
	for _, row := range []struct{ source, text, want string }{ // the number of a date stays one, but a year is a year
		{"1577836800000", "2020", `"2020"`}, {"1577836800000", "1577836800001", "1577836800001"}, {`"2020"`, "1577836800001", `"1577836800001"`},
	} {
		source := `{"f":` + row.source + `}`
		plan := planned(t, holding(t, "8.16.3", document{source: source}), rowShown("1", "", source, cell("f", "date", row.text)))
		require.Equal(t, `{"doc":{"f":`+row.want+`}}`, string(plan.Requests[0].Request.Body))
	}
}
