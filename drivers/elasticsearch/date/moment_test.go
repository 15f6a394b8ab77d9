package date

// SPEC: A-FIL-02

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"quarry/drivers/elasticsearch/es"
)

func TestMomentsAreComparedWhateverTheirOffsetsAre(t *testing.T) {
	moments := []string{
		"0001-01-01T00:00:00.000Z", "1899-12-31T23:59:59.999-12:00", "1900-02-28T12:00:00.000Z", "1900-03-01T00:00:00.000+00:30",
		"1999-12-31T23:59:59.999Z", "2000-01-01T00:30:00.000+01:00", "2000-01-01T00:00:00.000Z", "2000-02-29T10:00:00.000Z",
		"2020-01-02T01:00:00.000+02:00", "2020-01-02T10:11:12.123Z", "2020-01-02T10:11:12.124Z", "2020-01-02T12:11:12.123+02:00",
		"2020-12-31T23:59:00.000-05:30", "2021-01-01T05:28:59.999Z", "9999-12-31T23:59:59.999Z",
	}
	for _, a := range moments {
		for _, b := range moments {
			x, err := time.Parse(time.RFC3339Nano, a)
			require.NoError(t, err)
			y, err := time.Parse(time.RFC3339Nano, b)
			require.NoError(t, err)
			require.Equal(t, x.After(y), Later(es.Quote(a), es.Quote(b)), "%s after %s", a, b)
		}
	}
}
