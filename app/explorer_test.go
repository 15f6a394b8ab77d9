package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: APP-21
func TestExplorerIsGivenThePathAloneInQuotes(t *testing.T) {
	require.Equal(t, `explorer.exe /select,"C:\Users\John Smith\a, b.csv"`, selectInExplorer(`C:\Users\John Smith\a, b.csv`))
}
