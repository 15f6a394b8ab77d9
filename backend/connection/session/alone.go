package session

import (
	"context"

	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver/wire"
)

// Alone carries out one operation of the driver once, in an instance of its own. If exec is nil, an executor is made.
func Alone[R any, M message[R]](ctx context.Context, s *Session, op string, args wire.Message, exec *plugin.Exec) (*R, error) {
	return plugin.Run[R, M](ctx, alone{s.driver}, s.call(op, args, exec))
}

// alone is the supervisor of a driver, running each operation in an instance of its own.
type alone struct{ *plugin.Supervisor }

// Run implements [plugin.Runner].
func (a alone) Run(ctx context.Context, c plugin.Call) ([]byte, error) { return a.Alone(ctx, c) }
