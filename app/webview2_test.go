//go:build desktop

// SPEC: APP-21
package main

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWebView2KeepsItsDataOnThisComputer(t *testing.T) {
	folder := t.TempDir()
	require.Equal(t, filepath.Join(folder, "WebView2"), webview2(folder).WebviewUserDataPath)
}

func TestAMissingWebView2IsReportedOnce(t *testing.T) {
	require.Contains(t, webview2("").Messages.ContactAdmin, "Install or update it, then start Quarry again.")
	require.Equal(t, 1, report(unlessShown(errors.New(webview2("").Messages.Webview2NotInstalled)), func(text string, _ bool) {
		t.Errorf("shown again: %s", text)
	}))
	other := errors.New("another")
	require.Equal(t, other, unlessShown(other))
	require.NoError(t, unlessShown(nil))
}
