//go:build unix

package plugin

import (
	"syscall"
	"time"
)

// processorTime returns how much processor time the application has used, 0 if unknown.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
