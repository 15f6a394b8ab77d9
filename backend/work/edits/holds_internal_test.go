package edits

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// SPEC: A-EDT-09
func TestAPreconditionThatMayGrowAsksForWhatWasThere(t *testing.T) {
	for _, test := range []struct {
		was, is    string
		grows, met bool
	}{
		{`["a"]`, `["a"]`, false, true},
		{`["a"]`, `["b"]`, false, false},
		{`["a"]`, `["a","b"]`, false, false},
		{`["a"]`, `["b","a"]`, true, true},
		{`["a","b"]`, `["c","b","a"]`, true, true},
		{`["a","b"]`, `["b","c"]`, true, false},
		{`["a"]`, `["b"]`, true, false},
		{`["a"]`, ``, true, false},
	} {
		require.Equal(t, test.met, holds(&driver.Precondition{Value: test.was, Grows: test.grows}, test.is), "%s %s", test.was, test.is)
	}
}
