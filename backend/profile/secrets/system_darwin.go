package secrets

// storeReady always succeeds: the system has a built-in credential store.
func storeReady() error { return nil }

func isMissing(error) bool { return false }

// Exit codes of security(1): the last eight bits of its status (Security framework, SecBase.h).
const (
	exitNotAllowed = -25308 & 0xff // the keychain is locked, and the user cannot be asked
	exitWrong      = -25293 & 0xff // the keychain's password was wrong
	exitCancelled  = -128 & 0xff   // the user did not unlock it
)

func isLocked(err error) bool { return exitedWith(err, exitNotAllowed, exitWrong, exitCancelled) }
