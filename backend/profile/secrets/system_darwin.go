package secrets

// storeReady always succeeds: the system has a built-in credential store.
func storeReady() error { return nil }

func isMissing(error) bool { return false }

// The codes with which security(1) ends are the last eight bits of its status (Security framework, SecBase.h).
const (
	exitNotAllowed = -25308 & 0xff // the keychain is locked, and its user cannot be asked
	exitWrong      = -25293 & 0xff // the keychain's password was wrong
	exitCancelled  = -128 & 0xff   // its user did not unlock it
)

func isLocked(err error) bool { return exitedWith(err, exitNotAllowed, exitWrong, exitCancelled) }
