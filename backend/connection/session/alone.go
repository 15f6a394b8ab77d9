package session

import (
	"context"

	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver/wire"
)

// Alone runs one operation of the driver once, in its own instance. If exec is nil, it makes an executor.
func Alone[R any, M message[R]](ctx context.Context, s *Session, op string, args wire.Message, exec *plugin.Exec) (*R, error) {
	return plugin.Run[R, M](ctx, alone{s.driver}, s.call(op, args, exec))
}

// alone runs each operation of a driver in its own instance.
type alone struct{ *plugin.Supervisor }

// Run implements [plugin.Runner].
func (a alone) Run(ctx context.Context, c plugin.Call) ([]byte, error) { return a.Alone(ctx, c) }
