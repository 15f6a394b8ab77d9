// SPEC: APP-21, DST-04
package main

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/app/api"
)

func TestWhyNoWindowOpensIsShown(t *testing.T) {
	for name, row := range map[string]struct {
		arguments []string
		begins    string
		failed    bool
		code      int
	}{
		"an unknown flag":      {[]string{"--profil", "x"}, "quarry: flag provided but not defined: -profil\nUsage of quarry:\n", true, 1},
		"a flag without value": {[]string{"--profile"}, "quarry: flag needs an argument: -profile\nUsage of quarry:\n", true, 1},
		"help":                 {[]string{"--help"}, "Usage of quarry:\n  -profile", false, 0},
		"the version":          {[]string{"--version"}, "quarry " + api.Version + "$", false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readFlags(row.arguments)
			require.Error(t, err)
			shown := 0
			code := report(err, func(text string, failed bool) {
				shown++
				require.Regexp(t, "^"+row.begins, text)
				require.Equal(t, row.failed, failed)
			})
			require.Equal(t, row.code, code)
			require.Equal(t, 1, shown)
		})
	}
	code := report(errors.New("find the folder for settings: it is not set"), func(text string, failed bool) {
		require.Equal(t, "quarry: find the folder for settings: it is not set", text)
		require.True(t, failed)
	})
	require.Equal(t, 1, code)
}

func TestTheCommandLineIsRead(t *testing.T) {
	s, err := readFlags([]string{"--profile", "/p", "-registry=index.json"})
	require.NoError(t, err)
	require.Equal(t, start{"/p", "index.json", "system"}, s)
}
