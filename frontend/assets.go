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
// opened by their own names and unpacked once.
var Assets fs.FS = unpacking

// Unpack unpacks the page if it was not done yet, so that its first request finds it ready.
func Unpack() { _, _ = unpacking.unpacked() } // a damaged file is told by Open
