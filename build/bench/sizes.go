package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// measureSizes measures the size of the largest driver package and of the application.
func (b *bench) measureSizes(context.Context) ([]result, error) {
	packages, err := filepath.Glob(filepath.Join("build", "out", "registry", "*.qdrv"))
	if err != nil {
		return nil, fmt.Errorf("look for driver packages: %w", err)
	}
	if len(packages) == 0 {
		return nil, errors.New("there is no driver package: make registry")
	}
	largest := int64(0)
	for _, file := range packages {
		size, err := sizeOf(file)
		if err != nil {
			return nil, err
		}
		largest = max(largest, size)
	}
	app, err := sizeOf(filepath.Join("build", "bin", "quarry"))
	if err != nil {
		return nil, err
	}
	return []result{sized("driver package, the largest", largest, 1.5), sized("application", app, 22)}, nil
}

func sizeOf(file string) (int64, error) {
	info, err := os.Stat(file)
	if err != nil {
		return 0, fmt.Errorf("weigh a file: %w", err)
	}
	return info.Size(), nil
}
