//go:build desktop

// Command emptywindow is the least Wails application: a window of the application's size whose page holds one line of
// text. The start of the application is compared with its start.
package main

import (
	"embed"
	"fmt"
	"os"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
)

//go:embed index.html
var page embed.FS

func main() {
	err := wails.Run(&options.App{
		Title: "Empty", Width: 1280, Height: 800,
		BackgroundColour: options.NewRGB(0xF0, 0xF2, 0xF2),
		AssetServer:      &assetserver.Options{Assets: page},
		Linux:            &linux.Options{ProgramName: "Empty", WebviewGpuPolicy: linux.WebviewGpuPolicyNever},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "emptywindow:", err)
		os.Exit(1)
	}
}
