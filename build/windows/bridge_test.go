//go:build !windows

// SPEC: DST-08
package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPathsOfWindowsAreFoundOutsideTheRoot(t *testing.T) {
	r := &root{folder: t.TempDir(), module: "/src/quarry"}
	temp := filepath.Join(r.folder, "wine", "drive_c", "users", "root", "AppData", "Local", "Temp")
	require.NoError(t, os.MkdirAll(temp, 0o755))
	for given, want := range map[string]string{
		`Z:\src\quarry\app`: "/src/quarry/app",
		`z:\src\quarry`:     "/src/quarry",
		`Z:\tmp\x`:          filepath.Join(r.folder, "tmp", "x"),
		`Z:\src\quarry2`:    filepath.Join(r.folder, "src", "quarry2"),
		`C:\users\root\AppData\Local\Temp\1\quarry.exe`: filepath.Join(temp, "1", "quarry.exe"),
		`C:/Users/ROOT/appdata/local/temp/A`:            filepath.Join(temp, "A"),
		`D:\x`:                                          `D:\x`,
		"./drivers/x/wasm":                              "./drivers/x/wasm",
		"-s -w -X a.b=c:d":                              "-s -w -X a.b=c:d",
		"-o":                                            "-o",
	} {
		require.Equal(t, want, r.outside(given), given)
	}
}
