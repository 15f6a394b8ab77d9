// Package icon holds the application's icon. build/icon/render.mjs makes the files from frontend/public/icon.svg.
package icon

import _ "embed"

// PNG is the icon at 256 × 256 px.
//
//go:embed 256.png
var PNG []byte
