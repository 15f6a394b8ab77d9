// SPEC: EXP-03
package driver

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheNameOfAnIndexSaysWhoseDocumentsItKeeps(t *testing.T) {
	rule := Backing{Prefix: ".ds-", Suffixes: []string{"-0000.00.00-000000", "-000000"}}
	for index, want := range map[string]string{
		".ds-logs-2024.01.31-000001": "logs", ".ds-logs-app-2026.11.01-000003": "logs-app", ".ds-logs-000001": "logs", ".ds-logs-app-000012": "logs-app",
		".ds-logs-2024-000001": "logs-2024", ".ds-a-000001-000002": "a-000001", ".ds-logs-24.01.31-000001": "logs-24.01.31",
		"books": "", ".ds-": "", ".ds-logs": "", ".ds--000001": "", "ds-logs-000001": "", ".ds-logs-00000x": "", "logs-000001": "", ".ds-logs-1": "",
	} {
		require.Equal(t, want, rule.Owner(index), index)
	}
	require.Empty(t, new(Backing).Owner("books-000001"), "no rule")
}
