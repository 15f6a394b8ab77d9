package secrets

import (
	"errors"
	"syscall"
)

// noLogonSession is the error of a session that has no credential store, such as one over the network
// (ERROR_NO_SUCH_LOGON_SESSION).
const noLogonSession = syscall.Errno(1312)

// storeReady always succeeds: the system has a built-in credential store.
func storeReady() error { return nil }

func isMissing(err error) bool { return errors.Is(err, noLogonSession) }

// isLocked is always false: the store of Windows is open while its user is signed in.
func isLocked(error) bool { return false }
