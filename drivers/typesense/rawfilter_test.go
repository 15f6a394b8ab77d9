package typesense_test

// SPEC: B-FIL-08, A-FIL-05

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/script"
)

func TestAFilterOfYourOwnIsSentAsItIsTyped(t *testing.T) {
	raw := func(text string) driver.FilterRow {
		return driver.FilterRow{Operator: driver.RawQuery, Values: []string{text}}
	}
	beside := driver.FilterRow{Column: "n", Field: "n", Type: "int32", Operator: driver.Equals, Values: []string{"1"}}
	rows := []struct {
		name    string
		rows    []driver.FilterRow
		any     bool
		want    string
		refusal string
	}{
		{"alone", []driver.FilterRow{raw("pages:>100 && t:=`a)`")}, false, "pages:>100 && t:=`a)`", ""},
		{"alone, even if it is open", []driver.FilterRow{raw("n:[1..")}, false, "n:[1..", ""},
		{"beside another one", []driver.FilterRow{beside, raw("a:1 || b:[2,3]")}, false, "(n:=1) && (a:1 || b:[2,3])", ""},
		{"or another one", []driver.FilterRow{raw("(a:1) && t:=`)`"), beside}, true, "((a:1) && t:=`)`) || (n:=1)", ""},
		{"empty braces", []driver.FilterRow{raw("os.{a:=1} && os.{ }")}, false, "", "Empty braces after a field end the server. Enter a filter inside them, such as authors.{name:=`Ann` && age:>30}."},
		{"a filter in braces", []driver.FilterRow{raw("os.{a:=1}")}, false, "os.{a:=1}", ""},
		{"empty", []driver.FilterRow{raw("  ")}, false, "", "Enter a filter, such as pages:>100 && genre:=[`poetry`,`prose`]."},
		{"out of its parentheses", []driver.FilterRow{beside, raw("a:1) || (b:2")}, false, "", notClosed},
		{"an open bracket", []driver.FilterRow{beside, raw("a:[1")}, false, "", notClosed},
		{"crossed brackets", []driver.FilterRow{beside, raw("(a:[1)]")}, false, "", notClosed},
		{"an open backtick", []driver.FilterRow{beside, raw("a:`x")}, false, "", notClosed},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var filtered driver.Filtered
			require.NoError(t, run(host(t, nil), driver.OpFilter, &driver.FilterArgs{Object: "x", Any: row.any, Rows: row.rows}, &filtered))
			if row.refusal != "" {
				require.Len(t, filtered.Refusals, 1)
				require.Equal(t, row.refusal, filtered.Refusals[0].Err.Message)
				require.Nil(t, filtered.View)
				return
			}
			require.Empty(t, filtered.Refusals)
			h := host(t, map[string]script.Response{"POST /multi_search": script.JSON(200, `{"results":[{"found":0,"hits":[]}]}`)})
			var counts driver.Counts
			require.NoError(t, run(h, driver.OpCount, &driver.CountArgs{Objects: []string{"x"}, View: filtered.View}, &counts))
			require.Contains(t, h.Lines()[0], `"filter_by":"`+row.want+`"`)
		})
	}
}

const notClosed = "A bracket or a backtick of this filter is not closed, so it cannot be combined with other filters."

func TestAFilterOfYourOwnNamesItsLanguage(t *testing.T) {
	var about driver.Description
	require.NoError(t, run(host(t, nil), driver.OpDescribe, &driver.Empty{}, &about))
	raw := about.Operators[len(about.Operators)-1]
	require.Equal(t, []string{"Raw query", "filter_by", "pages:>100 && genre:=[`poetry`,`prose`]"}, []string{raw.Title, raw.Language, raw.Example})
	require.NotEmpty(t, raw.Hint)
}
