package session

import (
	"context"

	"quarry/drivers/driver"
)

// Resolve looks up a name that the user typed. A driver without such a thing answers with an error of kind Unsupported.
func (s *Session) Resolve(ctx context.Context, name string) (*driver.Object, error) {
	if !s.can(driver.OpResolve) {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "This driver opens what its list shows, and nothing by name."}
	}
	return run[driver.Object](ctx, s, driver.OpResolve, &driver.ResolveArgs{Name: name}, nil)
}
