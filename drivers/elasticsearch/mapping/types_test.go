package mapping_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/drivertest/elastictest"
)

// SPEC: APP-12
func TestWhatABareNumberCountsInADateFollowsItsFormat(t *testing.T) {
	const millis, seconds = driver.FlagMillis, driver.FlagSeconds
	rows := []struct {
		name, mapping string
		want          driver.ColumnFlags
	}{
		{"the usual format", `{"type":"date"}`, millis},
		{"nanoseconds", `{"type":"date_nanos"}`, millis},
		{"milliseconds", `{"type":"date","format":"epoch_millis"}`, millis},
		{"seconds", `{"type":"date","format":"epoch_second"}`, seconds},
		{"the first that takes a number", `{"type":"date","format":"strict_date_time||epoch_second||epoch_millis"}`, seconds},
		{"a format that takes digits", `{"type":"date","format":"yyyyMMdd||epoch_millis"}`, 0},
		{"a format without numbers", `{"type":"date","format":"strict_date_optional_time"}`, 0},
		{"no date", `{"type":"keyword"}`, 0},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			_, set := elastictest.Columns(t, elastictest.Mapped(t, "8.16.3", `{"properties":{"f":`+row.mapping+`}}`), "i")
			require.Equal(t, row.want, set.Columns[0].Flags&(millis|seconds))
		})
	}
}
