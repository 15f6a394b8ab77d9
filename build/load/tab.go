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
	if err := t.arrange(ctx, false); err != nil {
		return err
	}
	return t.show(ctx)
}

// arrange sorts and filters the rows, and with reload reads the columns again. If the columns differ, it switches to
// the new view.
func (t *rowsTab) arrange(ctx context.Context, reload bool) error {
	var arranged struct {
		Generation int
		Refusals   []struct{ Message string }
		View       *view
	}
	filter := object{"any": false, "rows": t.filter}
	request := object{"view": t.view.ID, "sort": t.sort, "filter": filter, "pageSize": t.view.PageSize, "reload": reload}
	if err := t.host.call(ctx, "Grid.Arrange", request, &arranged); err != nil {
		return err
	}
	if len(arranged.Refusals) > 0 {
		return errors.New(arranged.Refusals[0].Message)
	}
	old := t.view
	if arranged.View != nil {
		t.view = *arranged.View
	}
	t.view.Generation = arranged.Generation
	if arranged.View != nil {
		return t.host.call(ctx, "Grid.Close", object{"view": old.ID}, nil)
	}
	return t.host.call(ctx, "Grid.Drop", object{"view": old.ID, "generation": old.Generation}, nil)
}

// show reads the current page, and counts.
func (t *rowsTab) show(ctx context.Context) error {
	_, shown, err := t.host.read(ctx, t.view, t.page)
	switch {
	case err != nil:
		return err
	case shown.Rows == 0 || shown.Partial:
		return errors.New("the page is empty or lacks rows")
	}
	return t.host.call(ctx, "Grid.Count", object{"view": t.view.ID, "generation": t.view.Generation}, nil)
}

// refresh reads columns and rows again.
func (t *rowsTab) refresh(ctx context.Context) error {
	if err := t.arrange(ctx, true); err != nil {
		return err
	}
	return t.show(ctx)
}

func (t *rowsTab) close(ctx context.Context) error {
	return t.host.call(ctx, "Grid.Close", object{"view": t.view.ID}, nil)
}
