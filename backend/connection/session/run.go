package session

import (
	"context"
	"slices"

	"quarry/backend/connection/transport"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// message is the result of an operation.
type message[R any] interface {
	*R
	wire.Message
}

// Run runs a read-only operation of the driver. If another operation crashes the driver's instance, it runs once more.
// If exec is nil, it makes an executor.
func Run[R any, M message[R]](ctx context.Context, s *Session, op string, args wire.Message, exec *plugin.Exec) (*R, error) {
	call := s.call(op, args, exec)
	call.Read = true
	return plugin.Run[R, M](ctx, s.driver, call)
}

// Once runs an operation of the driver and never repeats it. If exec is nil, it makes an executor.
func Once[R any, M message[R]](ctx context.Context, s *Session, op string, args wire.Message, exec *plugin.Exec) (*R, error) {
	return plugin.Run[R, M](ctx, s.driver, s.call(op, args, exec))
}

func (s *Session) call(op string, args wire.Message, exec *plugin.Exec) plugin.Call {
	if exec == nil {
		exec = s.Exec(plugin.ExecOptions{})
	}
	call := plugin.Call{Op: op, Args: args, Exec: exec}
	if server := s.Server(); server != nil {
		call.Session = server.Session
	}
	return call
}

// Can reports whether the driver has the optional operation op.
func (s *Session) Can(op string) bool { return slices.Contains(s.ops, op) }

// Exec returns an executor that sends the requests of one operation over the connection.
func (s *Session) Exec(o plugin.ExecOptions) *plugin.Exec {
	o.Shelf, o.Headers = s.shelf, s.Manifest.ResponseHeaders
	return plugin.NewExec(s.sender, o)
}

// Shelf returns the shelf that holds the session's documents, inputs and responses until the session is closed. Each
// feature releases what it puts there.
func (s *Session) Shelf() *plugin.Shelf { return s.shelf }

// Sender returns a sender for the connection that enforces the safe mode and records requests in the log.
func (s *Session) Sender() plugin.RequestSender { return s.sender }

// HTTP returns the same as Sender, but for requests in the form that a [transport.Permit] holds.
func (s *Session) HTTP() transport.Sender { return s.http }

// Redact returns text without the connection's own credential.
func (s *Session) Redact(text string) string { return s.client.Redact(text) }

// Reads reports whether a request only reads, according to the driver's route table.
func (s *Session) Reads(method, path string) bool { return s.http.Reads.IsRead(method, path) }

// Definitions returns the definitions that OpDefinition reads, by name and title.
func (s *Session) Definitions() []driver.Text { return s.definitions }

// Kinds returns the kinds of objects.
func (s *Session) Kinds() []driver.ObjectKind { return s.kinds }

// Operators returns the operators of filter rows, in display order.
func (s *Session) Operators() []driver.Operator { return s.operators }
