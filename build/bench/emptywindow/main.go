//go:build desktop

// Command emptywindow is a minimal Wails application: a window of the application's size whose page is one line of
// text. Its start-up time is compared with the application's.
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
