package secrets

import (
	"errors"
	"os/exec"
	"slices"
)

// exitedWith reports whether err says that a program ended with one of the codes.
func exitedWith(err error, codes ...int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && slices.Contains(codes, exit.ExitCode())
}
