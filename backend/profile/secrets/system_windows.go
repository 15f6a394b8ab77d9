package secrets

import (
	"errors"
	"syscall"
)

// noLogonSession is the error of a session without a credential store, such as a network logon
// (ERROR_NO_SUCH_LOGON_SESSION).
const noLogonSession = syscall.Errno(1312)

// storeReady always succeeds: the system has a built-in credential store.
func storeReady() error { return nil }

func isMissing(err error) bool { return errors.Is(err, noLogonSession) }

// isLocked is always false: the Windows store is open while the user is signed in.
func isLocked(error) bool { return false }
