// SPEC: DST-08
package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAProgramIsBuiltWithTheFlagsItWouldBeRunWith(t *testing.T) {
	build, rest := building("x.exe", []string{"run", "-tags", "devkey", "./trusted", "--out", "y"})
	require.Equal(t, []string{"build", "-o", "x.exe", "-tags", "devkey", "./trusted"}, build)
	require.Equal(t, []string{"--out", "y"}, rest)
}
