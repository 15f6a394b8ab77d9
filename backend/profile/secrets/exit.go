package secrets

import (
	"errors"
	"os/exec"
	"slices"
)

// exitedWith reports whether an error is that of a program that ended with one of the codes.
func exitedWith(err error, codes ...int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && slices.Contains(codes, exit.ExitCode())
}
