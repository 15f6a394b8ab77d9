// SPEC: A-EDT-08, A-EDT-07
package save_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
	"quarry/drivers/drivertest/elastictest"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/filter"
	"quarry/drivers/elasticsearch/mapping"
)

const noSeconds = "A date_nanos needs a time with seconds, such as 2024-05-06T15:04:05Z."

func TestADateIsRefusedAsSoonAsItIsTypedWhereTheServerWouldNotReadItSo(t *testing.T) {
	for _, row := range []struct{ kind, text, want string }{
		{"date", "abc", "Not a date: type one such as 2024-05-06 or 2024-05-06T15:04:05Z."},
		{"date", "2024-02-30", "Not a date: type one such as 2024-05-06 or 2024-05-06T15:04:05Z."},
		{"date", "20240506", "The server would read this number as milliseconds since 1970. Type a date such as 2024-05-06."},
		{"date_nanos", "1969", "A date_nanos has no dates before 1970 or after 2262-04-11T23:47:16.854775807Z."},
		{"date_nanos", "2263-01-01", "A date_nanos has no dates before 1970 or after 2262-04-11T23:47:16.854775807Z."},
		{"date", `["2024-01-01","now"]`, "In an element of the array: Not a date: type one such as 2024-05-06 or 2024-05-06T15:04:05Z."},
		{"date", "2024-05-06", ""},
		{"date", "2024-05-06T10", ""}, {"date", "2024-05-06T10:11Z", ""},
		{"date_nanos", "2024-05-06", ""}, {"date_nanos", "2024-05-06T10:11:12", ""},
		{"date_nanos", "2024-05-06T10", noSeconds}, {"date_nanos", "2024-05-06T10:11", noSeconds}, {"date_nanos", "2024-05-06T10:11Z", noSeconds},
		{"date", "-86400000", ""}, {"date", "-1", ""}, {"date", `[-86400000,"2024-01-01"]`, ""}, {"date_range", `{"gte":-86400000}`, ""},
		{"date", "-2024", "Not a date: type one such as 2024-05-06 or 2024-05-06T15:04:05Z."}, // a year, and no milliseconds
		{"date_nanos", "-86400000", "A date_nanos has no dates before 1970 or after 2262-04-11T23:47:16.854775807Z."},
	} {
		var fits driver.Fits
		require.NoError(t, elastictest.Run(elastictest.Host(t, nil), driver.OpFits, &driver.FitsArgs{Cells: []driver.CellEdit{cell("f", row.kind, row.text)}}, &fits))
		require.Equal(t, []string{row.want}, fits.Reasons, row.text)
	}
	for _, row := range []struct{ source, text, want string }{ // a numeric date stays a number, but a year is a year
		{"1577836800000", "2020", `"2020"`}, {"1577836800000", "1577836800001", "1577836800001"}, {`"2020"`, "1577836800001", `"1577836800001"`},
	} {
		source := `{"f":` + row.source + `}`
		plan := planned(t, holding(t, "8.16.3", document{source: source}), rowShown("1", "", source, cell("f", "date", row.text)))
		require.Equal(t, `{"doc":{"f":`+row.want+`}}`, string(plan.Requests[0].Request.Body))
	}
}

// fitting returns why a value does not fit a field, "" if it does.
func fitting(t *testing.T, server es.Version, field *mapping.Field, text string) string {
	t.Helper()
	described := &filter.Describer{Mapped: []mapping.Field{*field}, Server: server}
	c := cell("f", field.Kind, text)
	c.About = wire.Append(nil, &filter.About{Definitions: []filter.Field{described.Field(0, func(int) string { return "f" })}})
	var fits driver.Fits
	require.NoError(t, elastictest.Run(elastictest.Host(t, nil), driver.OpFits, &driver.FitsArgs{Cells: []driver.CellEdit{c}}, &fits))
	return fits.Reasons[0]
}

func TestMillisecondsBefore1970AreWholeSecondsBeforeVersion8(t *testing.T) {
	const wholeSeconds = "Before 1970, this server reads only whole seconds: type milliseconds that end in 000, or a date such as 1969-05-06."
	old, current := es.Version{Number: "7.17.25", Major: 7, Minor: 17}, es.Version{Number: "8.16.3", Major: 8, Minor: 16}
	for _, format := range []string{"", "epoch_millis", "yyyy-MM-dd||epoch_millis"} {
		field := &mapping.Field{Kind: "date", DocValues: true, Options: &mapping.Options{Format: format}}
		require.Empty(t, fitting(t, old, field, "-86400000"))
		require.Equal(t, wholeSeconds, fitting(t, old, field, "-86400001"))
		require.Empty(t, fitting(t, current, field, "-86400001"))
	}
	require.Equal(t, wholeSeconds, fitting(t, old, &mapping.Field{Kind: "date", DocValues: true}, "-1"))
}

func TestTheSecondsOfATimeAreNeededByTheFormatAndNotByTheType(t *testing.T) {
	server := es.Version{Number: "8.16.3", Major: 8, Minor: 16}
	for _, row := range []struct{ kind, format, want string }{
		{"date_nanos", "strict_date_optional_time", ""},
		{"date", "strict_date_optional_time_nanos||strict_date_optional_time", ""},
		{"date", "strict_date_optional_time_nanos", "Not a date in the format of the field, strict_date_optional_time_nanos."},
		{"date_nanos", "strict_date_optional_time_nanos", noSeconds},
	} {
		field := &mapping.Field{Kind: row.kind, DocValues: true, Options: &mapping.Options{Format: row.format}}
		require.Equal(t, row.want, fitting(t, server, field, "2024-05-06T10"), row.kind+" "+row.format)
	}
}

func TestARangeThatEndsBeforeItBeginsIsRefusedWhereItIsIndexed(t *testing.T) {
	server := es.Version{Number: "8.16.3", Major: 8, Minor: 16}
	require.Equal(t, "This range contains no values. Check both ends.", fitting(t, server, &mapping.Field{Kind: "integer_range", DocValues: true}, `{"gte":5,"lte":1}`))
	require.Empty(t, fitting(t, server, &mapping.Field{Kind: "integer_range", DocValues: true, Options: &mapping.Options{Unindexed: true}}, `{"gte":5,"lte":1}`))
	own := &mapping.Field{Kind: "date_range", DocValues: true, Options: &mapping.Options{Format: "yyyy-dd-MM"}}
	require.Empty(t, fitting(t, server, own, `{"gte":"2024-03-02","lte":"2024-01-04"}`)) // 3 February to 1 April
}
