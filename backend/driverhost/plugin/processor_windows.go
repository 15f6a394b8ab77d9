package plugin

import (
	"syscall"
	"time"
)

// processorTime returns how much processor time the application has used, 0 if unknown.
func processorTime() time.Duration {
	var created, ended, kernel, user syscall.Filetime
	process, err := syscall.GetCurrentProcess()
	if err == nil {
		err = syscall.GetProcessTimes(process, &created, &ended, &kernel, &user)
	}
	if err != nil {
		return 0
	}
	return 100 * time.Duration(ticks(kernel)+ticks(user))
}

// ticks returns a time in units of 100 ns.
func ticks(t syscall.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
