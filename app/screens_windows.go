//go:build desktop

package main

import (
	"context"
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	user32              = windows.NewLazySystemDLL("user32.dll")
	enumDisplayMonitors = user32.NewProc("EnumDisplayMonitors")
	getMonitorInfo      = user32.NewProc("GetMonitorInfoW")
)

// monitorInfo is MONITORINFO. The library moves windows relative to the work area.
type monitorInfo struct {
	size       uint32
	area, work windows.Rect
	flags      uint32
}

// screens returns all screens.
func screens(context.Context) ([]screen, error) {
	var found []screen
	add := windows.NewCallback(func(monitor, _, _, _ uintptr) uintptr {
		info := monitorInfo{size: uint32(unsafe.Sizeof(monitorInfo{}))}
		if ok, _, _ := getMonitorInfo.Call(monitor, uintptr(unsafe.Pointer(&info))); ok != 0 {
			a := info.area
			found = append(found, screen{
				left: int(a.Left), top: int(a.Top), width: int(a.Right - a.Left), height: int(a.Bottom - a.Top),
				fromLeft: int(info.work.Left), fromTop: int(info.work.Top),
			})
		}
		return 1 // continue
	})
	if ok, _, err := enumDisplayMonitors.Call(0, 0, add, 0); ok == 0 {
		return nil, fmt.Errorf("list the screens: %w", err)
	}
	return found, nil
}
