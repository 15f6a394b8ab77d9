//go:build desktop

package main

import (
	"path/filepath"

	"github.com/wailsapp/wails/v2/pkg/options/windows"
)

// noWebView2 is the windowing library's error after it has shown that the runtime is missing or too old.
const noWebView2 = "WebView2 is missing or too old"

// webview2 returns the options for Windows: WebView2 keeps its data on this computer (otherwise it would roam with the
// user), and a missing runtime is reported. Nothing is downloaded; the build tag wv2runtime.error makes sure of that.
func webview2(local string) *windows.Options {
	says := windows.DefaultMessages()
	says.Error = "Quarry"
	says.ContactAdmin = "Quarry needs Microsoft's WebView2 runtime, version 94 or newer. Install or update it, then start Quarry again."
	says.WebView2ProcessCrash = "WebView2, which draws this window, stopped working. Start Quarry again."
	says.Webview2NotInstalled = noWebView2
	return &windows.Options{WebviewUserDataPath: filepath.Join(local, "WebView2"), Messages: says}
}

// unlessShown returns errShown instead of an error that the windowing library has shown.
func unlessShown(err error) error {
	if err != nil && err.Error() == noWebView2 {
		return errShown
	}
	return err
}
