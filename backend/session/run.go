package session

import (
	"context"
	"slices"

	"quarry/backend/plugin"
	"quarry/backend/transport"
	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// message is a result of an operation.
type message[R any] interface {
	*R
	wire.Message
}

// Run carries out one operation of the driver that only reads. If the driver's instance crashes under another operation, it
// is run again once. An executor is made if exec is nil.
func Run[R any, M message[R]](ctx context.Context, s *Session, op string, args wire.Message, exec *plugin.Exec) (*R, error) {
	call := s.call(op, args, exec)
	call.Read = true
	return plugin.Run[R, M](ctx, s.driver, call)
}

// Once carries out one operation of the driver, which is never run again. An executor is made if exec is nil.
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

// Can reports whether the driver has an optional operation.
func (s *Session) Can(op string) bool { return slices.Contains(s.ops, op) }

// Exec makes an executor that sends the requests of one operation over the connection.
func (s *Session) Exec(o plugin.ExecOptions) *plugin.Exec {
	o.Shelf = s.shelf
	return plugin.NewExec(s.sender, o)
}

// Shelf keeps the documents, inputs and answers of the session until it is closed. Each feature releases its own.
func (s *Session) Shelf() *plugin.Shelf { return s.shelf }

// Sender sends requests over the connection, under its safe mode and into its request log.
func (s *Session) Sender() plugin.Sender { return s.sender }

// HTTP sends requests as Sender does, in the form in which a [transport.Permit] holds them.
func (s *Session) HTTP() transport.Sender { return s.http }

// Reads reports whether a request only reads, by the driver's table of routes.
func (s *Session) Reads(method, path string) bool { return s.http.Reads.IsRead(method, path) }

// Definitions are the definitions that OpDefinition reads, by name and title.
func (s *Session) Definitions() []driver.Text { return s.definitions }
