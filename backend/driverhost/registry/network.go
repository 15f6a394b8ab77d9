package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"

	"quarry/backend/system/causes"
)

// cause returns why a registry's file could not be read, without the address or path, whose query may contain a token.
func cause(err error) string {
	err = withoutAddress(err)
	var (
		byPath *fs.PathError
		name   *net.DNSError
		op     *net.OpError
	)
	switch {
	case errors.As(err, &byPath):
		return causes.Of(byPath)
	case errors.As(err, &name):
		return unnamed(name)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "timed out"
	case errors.As(err, &op):
		return broken(op)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection was closed before the response was complete"
	}
	return err.Error()
}

// unnamed returns why a host name could not be resolved.
func unnamed(name *net.DNSError) string {
	switch {
	case name.IsNotFound:
		return fmt.Sprintf("the host name %s is unknown (is this computer online?)", name.Name)
	case name.IsTimeout:
		return fmt.Sprintf("resolving the host name %s timed out", name.Name)
	}
	return fmt.Sprintf("the name server did not resolve %s (%s)", name.Name, name.Err)
}

// broken returns why a connection could not be made or was lost.
func broken(op *net.OpError) string {
	why := causes.Of(op.Err)
	switch {
	case op.Op != "dial" && op.Op != "proxyconnect":
		return fmt.Sprintf("the connection was lost (%s)", why)
	case op.Addr == nil:
		return fmt.Sprintf("could not connect (%s)", why)
	}
	return fmt.Sprintf("could not connect to %s (%s)", op.Addr, why)
}
