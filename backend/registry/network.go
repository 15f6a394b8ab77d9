package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
)

// cause words why something of a registry could not be read, without the address or the path that was asked for: a query
// can hold a token.
func cause(err error) string {
	err = withoutAddress(err)
	var (
		byPath *fs.PathError
		name   *net.DNSError
		op     *net.OpError
	)
	switch {
	case errors.As(err, &byPath):
		return byPath.Err.Error()
	case errors.As(err, &name):
		return unnamed(name)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "there was no answer in time"
	case errors.As(err, &op):
		return broken(op)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection ended before the answer was complete"
	}
	return err.Error()
}

// unnamed words a name that has no address.
func unnamed(name *net.DNSError) string {
	switch {
	case name.IsNotFound:
		return fmt.Sprintf("no address is known for the name %s (is this computer online?)", name.Name)
	case name.IsTimeout:
		return fmt.Sprintf("the address of %s was not found in time", name.Name)
	}
	return fmt.Sprintf("the address of %s could not be looked up (%s)", name.Name, name.Err)
}

// broken words a connection that was not made or broke off, with the system's own word for it.
func broken(op *net.OpError) string {
	why := op.Err.Error()
	var call *os.SyscallError
	if errors.As(op.Err, &call) {
		why = call.Err.Error()
	}
	switch {
	case op.Op != "dial" && op.Op != "proxyconnect":
		return fmt.Sprintf("the connection broke off (%s)", why)
	case op.Addr == nil:
		return fmt.Sprintf("no connection could be made (%s)", why)
	}
	return fmt.Sprintf("no connection to %s could be made (%s)", op.Addr, why)
}
