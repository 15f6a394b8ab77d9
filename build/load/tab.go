package main

import (
	"context"
	"errors"
)

// rowsTab is a tab with the rows of an index.
type rowsTab struct {
	name    string
	host    *host
	session string
	index   string
	page    int
	sort    []object
	filter  []object

	view view
}

func (t *rowsTab) open(ctx context.Context) error {
	var err error
	if t.view, err = t.host.open(ctx, t.session, t.index); err != nil {
		return err
	}
	if len(t.sort) > 0 {
		if err := t.host.call(ctx, "Grid.Sort", object{"view": t.view.ID, "sort": t.sort}, &t.view); err != nil {
			return err
		}
	}
	if err := t.apply(ctx); err != nil {
		return err
	}
	return t.show(ctx)
}

// apply filters the view.
func (t *rowsTab) apply(ctx context.Context) error {
	if len(t.filter) == 0 {
		return nil
	}
	var filtered struct {
		Generation int
		Refusals   []struct{ Message string }
	}
	if err := t.host.call(ctx, "Grid.Filter", object{"view": t.view.ID, "any": false, "rows": t.filter}, &filtered); err != nil {
		return err
	}
	if len(filtered.Refusals) > 0 {
		return errors.New(filtered.Refusals[0].Message)
	}
	t.view.Generation = filtered.Generation
	return nil
}

// show reads the page that is shown, and counts.
func (t *rowsTab) show(ctx context.Context) error {
	_, shown, err := t.host.read(ctx, t.view, t.page)
	switch {
	case err != nil:
		return err
	case shown.Rows == 0 || shown.Partial:
		return errors.New("the page is empty or lacks rows")
	}
	return t.host.call(ctx, "Grid.Count", object{"view": t.view.ID}, nil)
}

// refresh reads columns and rows again. If the columns differ, it changes to the view that has them.
func (t *rowsTab) refresh(ctx context.Context) error {
	var again struct {
		Generation int
		View       *view
	}
	sort := append([]object{}, t.sort...)
	if err := t.host.call(ctx, "Grid.Reload", object{"view": t.view.ID, "sort": sort, "pageSize": t.view.PageSize}, &again); err != nil {
		return err
	}
	old := t.view
	if again.View == nil {
		t.view.Generation = again.Generation
		return t.show(ctx)
	}
	t.view = *again.View
	t.view.Generation = again.Generation
	err := errors.Join(t.apply(ctx), t.show(ctx))
	return errors.Join(err, t.host.call(ctx, "Grid.Close", object{"view": old.ID}, nil))
}

func (t *rowsTab) close(ctx context.Context) error {
	return t.host.call(ctx, "Grid.Close", object{"view": t.view.ID}, nil)
}
