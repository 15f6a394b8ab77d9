// SPEC: APP-09, CON-22
package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

func TestTheLoosestSafeModeHoldsAgainstEveryWayToLoosenIt(t *testing.T) {
	engine := record(t, as8)
	table := New(drivers{t})
	table.Limits = Limits{SafeMode: SafeReadOnly}
	table.Saved = func(string) (map[string]string, bool) { return map[string]string{FieldSafeMode: SafeOff}, true }
	s := opened(t, table, to("elasticsearch", engine.Address, fields{"safeMode": SafeOff}), nil)
	engine.Forget()
	require.Equal(t, SafeReadOnly, s.SafeMode())
	for _, mode := range []string{SafeOff, SafeConfirm} {
		require.Equal(t, driver.Refused, failure(t, s.SetSafeMode(mode)).Kind)
		s.safety.Set("off")
		require.Equal(t, SafeReadOnly, s.SafeMode())
	}
	_, err := s.Sender().Do(t.Context(), &driver.Request{Method: "DELETE", Path: "/books"})
	require.Equal(t, "Writes are not allowed.", failure(t, err).Hint)
	require.Empty(t, engine.Sent())
	require.NoError(t, s.SetSafeMode(SafeReadOnly))
}

func TestNothingIsSentToAHostThatIsNotAllowed(t *testing.T) {
	engine := record(t, as8)
	for name, limits := range map[string]Limits{
		"another host":   {Host: func(_, host string) bool { return host != "127.0.0.1" }},
		"nothing at all": {Closed: "Nothing may be opened."},
	} {
		t.Run(name, func(t *testing.T) {
			table := New(drivers{t})
			table.Limits = limits
			conn := to("elasticsearch", engine.Address, nil)
			_, err := table.Open(t.Context(), conn, holding(nil))
			require.Equal(t, driver.Refused, failure(t, err).Kind)
			_, err = table.Test(t.Context(), conn, holding(nil))
			require.Equal(t, driver.Refused, failure(t, err).Kind)
			require.Empty(t, engine.Sent())
		})
	}
}

func TestWithoutLimitsEverySafeModeIsAllowed(t *testing.T) {
	require.Equal(t, SafeOff, Limits{}.Least(SafeOff))
	require.Equal(t, SafeConfirm, Limits{SafeMode: SafeConfirm}.Least(SafeOff))
	require.Equal(t, SafeReadOnly, Limits{SafeMode: SafeConfirm}.Least(SafeReadOnly))
	require.Equal(t, SafeOff, string(Limits{}.safety(SafeOff).Mode()))
}
