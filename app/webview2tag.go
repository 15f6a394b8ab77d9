//go:build windows && desktop && !wv2runtime.error

package main

// The windowing library downloads a missing WebView2 runtime unless this tag is set, so the build fails without it.
var _ = buildWithTheTagWV2RuntimeError
