package plugin

import (
	"context"

	"quarry/drivers/driver"
)

// Alone runs one operation in its own instance, so that a long operation does not fail when another one crashes, and
// does not take a slot from the others. Closing the Supervisor cancels it. If the instance crashes, only this operation
// fails.
func (s *Supervisor) Alone(ctx context.Context, c Call) ([]byte, error) {
	runner, err := s.opened(context.WithoutCancel(ctx))
	if err != nil {
		return nil, &driver.Error{Kind: driver.Crashed, Message: "It failed to start: " + err.Error()}
	}
	own := &counted{runner: runner, users: 1}
	if !s.admit(own) {
		return nil, errClosed()
	}
	defer s.release(own)
	return runner.Run(ctx, c)
}

// admit adds an instance to those that are freed after their last operation. It returns false if the Supervisor is
// closed.
func (s *Supervisor) admit(own *counted) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.Phase == PhaseClosed {
		s.free(own)
		return false
	}
	s.retired[own] = true
	return true
}
