// Package frontend holds the built web page of the window.
package frontend

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

var unpacking = unpackOver(dist)

// Assets is the folder dist with the page as the frontend's build made it. Before the first build it holds only a marker
// file. The build packs the larger files with gzip, which takes three quarters of them out of the application; they are
// opened by their own names, and unpacked when they are first opened.
var Assets fs.FS = unpacking

// UnpackFirst unpacks what the page's first screen needs, so that its first request finds it ready. The rest waits
// until it is asked for: the web view needs the processors to start.
func UnpackFirst() {
	names, _ := fs.Glob(dist, "dist/assets/index-*"+packedSuffix)
	for _, name := range names {
		_, _ = unpacking.unpack(name) // Open reports a damaged file
	}
}
