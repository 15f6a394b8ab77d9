//go:build desktop && !windows

package main

import (
	"context"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// screens returns the window's own screen: the system does not say where the others are.
func screens(ctx context.Context) ([]screen, error) {
	all, err := runtime.ScreenGetAll(ctx)
	if err != nil {
		return nil, err
	}
	var found []screen
	for _, s := range all {
		if s.IsCurrent {
			found = append(found, screen{width: s.Size.Width, height: s.Size.Height})
		}
	}
	return found, nil
}
