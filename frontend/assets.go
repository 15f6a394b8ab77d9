// Package frontend holds the built web page for the window.
package frontend

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

var unpacking = unpackOver(dist)

// Assets is the folder dist with the built page. Before the first build it only has a marker file. The build compresses
// the larger files with gzip, which removes three quarters of their size from the application; they are opened by their
// own names, and decompressed when first opened.
var Assets fs.FS = unpacking

// UnpackFirst decompresses the files for the page's first screen, so that its first request finds them ready. The rest
// waits until it is requested: the web view needs the processors to start.
func UnpackFirst() {
	names, _ := fs.Glob(dist, "dist/assets/index-*"+packedSuffix)
	for _, name := range names {
		_, _ = unpacking.unpack(name) // Open reports a damaged file
	}
}
