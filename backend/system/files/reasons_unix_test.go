//go:build !windows

package files

import (
	"io/fs"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// SPEC: EXP-09
func TestReasonsOfUnixAreSaidInASentence(t *testing.T) {
	for code, message := range map[syscall.Errno]string{
		syscall.ENOSPC:       "The disk is full.",
		syscall.EDQUOT:       "The disk is full.",
		syscall.ENAMETOOLONG: "The file name is too long.",
		syscall.EROFS:        "This disk is read-only.",
		syscall.EFBIG:        "The file is too large for this disk.",
		syscall.ETXTBSY:      "Another program has this file open.",
		syscall.EIO:          "Quarry could not write the file: input/output error.",
	} {
		require.Equal(t, message, Explain("Quarry could not write the file", &fs.PathError{Op: "write", Path: "/x", Err: code}).Message)
		require.Equal(t, message, Explain("Quarry could not write the file", &os.LinkError{Op: "rename", Old: "/x", New: "/y", Err: code}).Message)
	}
}
