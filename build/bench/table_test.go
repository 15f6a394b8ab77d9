package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheTableSaysWhatIsOverItsBudget(t *testing.T) {
	rowsOf := []struct {
		name string
		r    result
		want string
	}{
		{"a ratio within its budget", ratio("a", 3*time.Millisecond, 2*time.Millisecond, 1.5), "a 3.00 ms 2.00 ms 1.50 <= 1.5 x ok"},
		{"a ratio over it", ratio("a", 4*time.Millisecond, 2*time.Millisecond, 1.5), "a 4.00 ms 2.00 ms 2.00 <= 1.5 x OVER"},
		{"a ratio without one", ratio("a", 4*time.Millisecond, 2*time.Millisecond, 0), "a 4.00 ms 2.00 ms 2.00 - -"},
		{"a time within its budget", atMost("b", 99*time.Millisecond, 100*time.Millisecond), "b 99.00 ms - - <= 100 ms ok"},
		{"a time over it", atMost("b", 101*time.Millisecond, 100*time.Millisecond), "b 101.00 ms - - <= 100 ms OVER"},
		{"a time of seconds", atMost("b", 1900*time.Millisecond, 2*time.Second), "b 1900.00 ms - - <= 2000 ms ok"},
		{"a third", ratio("a", 3*time.Millisecond, 10*time.Millisecond, 1.0/3), "a 3.00 ms 10.00 ms 0.30 <= 0.333 x ok"},
		{"a size within its budget", sized("c", 16<<20, 16), "c 16.00 MB - - <= 16 MB ok"},
		{"nothing of what must not happen", never("d", 0, 7), "d 0 7 - none ok"},
		{"once what must not happen", never("d", 1, 0), "d 1 0 - none OVER"},
		{"a size over it", sized("c", 17<<20, 16), "c 17.00 MB - - <= 16 MB OVER"},
	}
	for _, row := range rowsOf {
		t.Run(row.name, func(t *testing.T) {
			var out strings.Builder
			require.NoError(t, printTable(&out, []result{row.r}))
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			require.Len(t, lines, 2)
			require.Equal(t, row.want, strings.Join(strings.Fields(lines[1]), " "))
			require.Equal(t, strings.HasSuffix(row.want, "OVER"), row.r.over())
		})
	}
}

func TestContendersTakeTurnsAndTheirMediansCount(t *testing.T) {
	var turns strings.Builder
	one := func(name string, times ...time.Duration) contender {
		return contender{name, func() (time.Duration, error) {
			turns.WriteString(name)
			took := times[0]
			times = times[1:]
			return took, nil
		}}
	}
	took, err := interleave(3, 1, one("a", 99, 1, 7, 3), one("b", 99, 5, 5, 90))
	require.NoError(t, err)
	require.Equal(t, "abbaabba", turns.String())
	require.Equal(t, map[string]time.Duration{"a": 3, "b": 5}, took)
}

func TestTheMedianIsTheMiddle(t *testing.T) {
	require.Equal(t, time.Duration(2), median([]time.Duration{9, 1, 2}))
	require.Equal(t, time.Duration(4), median([]time.Duration{9, 1, 2, 6}))
	require.Equal(t, time.Duration(8), median([]time.Duration{8}))
}

func TestMeasurementsAreChosenByTheirNames(t *testing.T) {
	all, err := chosen("")
	require.NoError(t, err)
	require.Len(t, all, len(measurements))
	some, err := chosen("sizes,page")
	require.NoError(t, err)
	require.Equal(t, []string{"sizes", "page"}, []string{some[0].name, some[1].name})
	_, err = chosen("page,nothing")
	require.ErrorContains(t, err, `there is no measurement "nothing"`)
}

func TestWhatTheBrowserMeasuredIsReadAsMedians(t *testing.T) {
	took, err := readOpened([]byte(`{"object":"a","millis":[1.5,9,2]}` + "\n" + `{"object":"b","millis":[4]}` + "\n"))
	require.NoError(t, err)
	require.Equal(t, map[string]time.Duration{"a": 2 * time.Millisecond, "b": 4 * time.Millisecond}, took)
	for name, text := range map[string]string{"no JSON": "oops", "no time": `{"object":"a","millis":[]}`} {
		t.Run(name, func(t *testing.T) {
			_, err := readOpened([]byte(text))
			require.Error(t, err)
		})
	}
}
