// Package frontend holds the built web page of the window.
package frontend

import "embed"

// Assets is the folder dist as the frontend's build left it. Before the first build it holds only a marker file.
//
//go:embed all:dist
var Assets embed.FS
