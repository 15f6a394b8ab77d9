// SPEC: APP-21
package causes

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func opened(err error) error { return &fs.PathError{Op: "open", Path: `C:\x\index.json`, Err: err} }

func connected(err error) error {
	return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connectex", err)}
}

func TestAFailureHasTheSameWordsOnEverySystem(t *testing.T) {
	renamed := &os.LinkError{Op: "rename", Old: "/a", New: "/b", Err: syscall.EACCES}
	for _, row := range []struct {
		system string
		err    error
		want   string
	}{
		{"linux", opened(syscall.ENOENT), "no such file or directory"},
		{"windows", opened(syscall.Errno(2)), "no such file or directory"},
		{"windows", opened(syscall.Errno(3)), "no such file or directory"},
		{"linux", renamed, "permission denied"},
		{"windows", &os.LinkError{Op: "rename", Old: `C:\a`, New: `C:\b`, Err: syscall.Errno(5)}, "permission denied"},
		{"linux", &fs.PathError{Op: "read", Path: "/", Err: syscall.EISDIR}, "is a directory"},
		{"windows", &fs.PathError{Op: "read", Path: `C:\`, Err: syscall.Errno(1)}, "is a directory"},
		{"windows", opened(syscall.Errno(32)), "another program has it open"},
		{"linux", connected(syscall.ECONNREFUSED), "connection refused"},
		{"windows", connected(syscall.Errno(10061)), "connection refused"},
		{"windows", connected(syscall.Errno(10054)), "connection reset by peer"},
		{"windows", opened(errors.New("The system cannot do this.")), "The system cannot do this"},
	} {
		if row.system != "windows" && runtime.GOOS == "windows" {
			continue // the constants of Unix have other numbers and words there
		}
		require.Equal(t, row.want, of(row.system, fmt.Errorf("read it: %w", row.err)), "%s: %v", row.system, row.err)
	}
	require.Equal(t, "read it: no call to the system", of("linux", fmt.Errorf("read it: %w", errors.New("no call to the system"))))
}

func TestTheRestOfAnErrorStaysAsItIs(t *testing.T) {
	err := fmt.Errorf("write the saved connections: %w", opened(syscall.Errno(32)))
	require.Equal(t, `write the saved connections: open C:\x\index.json: another program has it open`, in("windows", err))
	require.Equal(t, "it has no driver", in("windows", errors.New("it has no driver")))
	require.Equal(t, "open /x: permission denied", in(runtime.GOOS, &fs.PathError{Op: "open", Path: "/x", Err: syscall.EACCES}))
}
