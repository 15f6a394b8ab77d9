//go:build windows && desktop && !wv2runtime.error

package main

// The windowing library downloads a missing WebView2 runtime unless this tag is set, so nothing is built without it.
var _ = buildWithTheTagWV2RuntimeError
