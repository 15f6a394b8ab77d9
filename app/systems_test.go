//go:build desktop

package main

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/wailsapp/wails/v2/pkg/options/mac"

	"quarry/app/icon"
)

// SPEC: APP-01
func TestTheWindowHasItsIcon(t *testing.T) {
	require.Equal(t, icon.PNG, linuxOptions().Icon)
	require.Equal(t, icon.PNG, macOptions().About.Icon)
}

// SPEC: APP-20
func TestTabReachesEveryControlOnMacOS(t *testing.T) {
	require.Equal(t, mac.Enabled, macOptions().Preferences.TabFocusesLinks)
}
