package session

import (
	"context"

	"quarry/backend/grid"
)

// Reload reads the columns of a view again, and then its rows. Where the columns are those that it has, the view itself
// comes back, refreshed. Where they are others, since fields came or went, a new view comes back that has them, and the
// one before stays open until it is closed.
func (s *Session) Reload(ctx context.Context, v *grid.View) (*grid.View, error) {
	fresh, err := s.OpenView(ctx, v.Object)
	if err != nil {
		return nil, err
	}
	if !grid.SameColumns(v, fresh) {
		return fresh, nil
	}
	v.Refresh()
	return v, s.CloseView(ctx, fresh.ID)
}
