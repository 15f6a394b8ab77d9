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

// Run carries out one operation of the driver that only reads. If the driver's instance crashes during another
// operation, it is run again once. If exec is nil, an executor is made.
func Run[R any, M message[R]](ctx context.Context, s *Session, op string, args wire.Message, exec *plugin.Exec) (*R, error) {
	call := s.call(op, args, exec)
	call.Read = true
	return plugin.Run[R, M](ctx, s.driver, call)
}

// Once carries out one operation of the driver, which is never run again. If exec is nil, an executor is made.
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

// Shelf returns the shelf that holds the session's documents, inputs and responses until it is closed. Each feature
// releases its own.
func (s *Session) Shelf() *plugin.Shelf { return s.shelf }

// Sender returns a sender for the connection, which enforces its safe mode and records requests in its log.
func (s *Session) Sender() plugin.RequestSender { return s.sender }

// HTTP returns a sender like Sender's, for requests in the form that a [transport.Permit] holds.
func (s *Session) HTTP() transport.Sender { return s.http }

// Redact returns a text without the connection's own credential.
func (s *Session) Redact(text string) string { return s.client.Redact(text) }

// Reads reports whether a request only reads, according to the driver's table of routes.
func (s *Session) Reads(method, path string) bool { return s.http.Reads.IsRead(method, path) }

// Definitions returns the definitions that OpDefinition reads, by name and title.
func (s *Session) Definitions() []driver.Text { return s.definitions }

// Kinds returns the kinds of objects.
func (s *Session) Kinds() []driver.ObjectKind { return s.kinds }

// Operators returns the operators of filter rows, in the order in which they are offered.
func (s *Session) Operators() []driver.Operator { return s.operators }
