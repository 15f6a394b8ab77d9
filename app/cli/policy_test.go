// SPEC: APP-09, DST-06
package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPolicyCheckReportsEachMistakeByItsLine(t *testing.T) {
	folder := t.TempDir()
	good, bad := filepath.Join(folder, "good.json"), filepath.Join(folder, "bad.json")
	require.NoError(t, os.WriteFile(good, []byte(`{"safeMode": "confirm", "allowedHosts": ["*.example.com"]}`), 0o600))
	require.NoError(t, os.WriteFile(bad, []byte("{\n  \"safeMode\": \"off\",\n  \"colour\": 1\n}\n"), 0o600))
	tests := []struct {
		name         string
		args         []string
		code         int
		printed, err string
	}{
		{"a good policy", []string{"check", good}, exitDone, "OK: 0 connections, safe mode confirm, 1 allowed host\n", ""},
		{"mistakes", []string{"check", bad}, exitFailed, "", bad + ":2:15: \"safeMode\" must be \"confirm\" or \"read-only\", not \"off\"\n" +
			bad + ":3:3: \"colour\" is unknown here; known are $schema, allowedHosts, connections, organisation, registry, safeMode, updates\n"},
		{"no such file", []string{"check", filepath.Join(folder, "none.json")}, exitFailed, "", "quarry-cli: " + filepath.Join(folder, "none.json") + ": no such file or directory\n"},
		{"no file", []string{"check"}, exitUsage, "", policyUsage},
		{"another verb", []string{"show", good}, exitUsage, "", policyUsage},
		{"help", []string{"--help"}, exitDone, policyUsage, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out, to bytes.Buffer
			code := run(t.Context(), append([]string{"policy"}, test.args...), &out, terminal{Writer: &to})
			require.Equal(t, test.code, code)
			require.Equal(t, test.printed, out.String())
			require.Equal(t, test.err, to.String())
		})
	}
}
