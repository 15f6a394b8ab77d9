// Package causes says why a system call failed, in the same words on every system.
package causes

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"runtime"
	"strings"
	"syscall"
)

// Of returns why a system call failed, such as "permission denied", without the names of the call, the file or the
// address. It has no final full stop, so that it fits into a sentence.
func Of(err error) string { return of(runtime.GOOS, err) }

// In returns the text of an error with the system's words replaced by those of Of.
func In(err error) string { return in(runtime.GOOS, err) }

func of(system string, err error) string {
	var number syscall.Errno
	if system == "windows" && errors.As(err, &number) && windows[number] != "" {
		return windows[number]
	}
	return strings.TrimSuffix(bare(err).Error(), ".")
}

func in(system string, err error) string {
	text := err.Error()
	inner := bare(err).Error()
	if at := strings.LastIndex(text, inner); at >= 0 {
		text = text[:at] + of(system, err) + text[at+len(inner):]
	}
	return text
}

// bare returns the innermost wrapped error of a failed call, or err itself.
func bare(err error) error {
	var (
		number  syscall.Errno
		call    *os.SyscallError
		path    *fs.PathError
		renamed *os.LinkError
		network *net.OpError
	)
	switch {
	case errors.As(err, &number):
		return number
	case errors.As(err, &call):
		return call.Err
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &renamed):
		return renamed.Err
	case errors.As(err, &network):
		return network.Err
	}
	return err
}

// windows are the words for Windows errors (System Error Codes; Windows Sockets Error Codes): those of Linux where it
// has them.
var windows = map[syscall.Errno]string{
	1:     "is a directory", // from reading a folder: "Incorrect function."
	2:     "no such file or directory",
	3:     "no such file or directory",
	5:     "permission denied",
	17:    "it is on another disk",
	19:    "read-only file system",
	21:    "the disk is not ready",
	32:    "another program has it open",
	33:    "another program has it open",
	39:    "no space left on the disk",
	53:    "the other computer was not found",
	67:    "the other computer was not found",
	80:    "file exists",
	112:   "no space left on the disk",
	123:   "a file cannot have this name",
	145:   "directory not empty",
	183:   "file exists",
	206:   "file name too long",
	223:   "file too large",
	267:   "not a directory",
	1225:  "connection refused",
	1231:  "network is unreachable",
	1232:  "no route to host",
	10013: "access was denied, perhaps by a firewall",
	10050: "network is down",
	10051: "network is unreachable",
	10053: "connection reset by peer",
	10054: "connection reset by peer",
	10060: "connection timed out",
	10061: "connection refused",
	10065: "no route to host",
}
