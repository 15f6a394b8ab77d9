package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"quarry/app/api"
	"quarry/drivers/driver"
)

const (
	askEvery  = 20 * time.Millisecond  // interval for polling a running export
	showEvery = 200 * time.Millisecond // interval for showing its progress

	// collectAt is how much garbage an export leaves before a collection, in percent of the memory in use: less than
	// usual, since a file of any size leaves little. While the driver starts, collecting that often would take a third
	// of the time.
	collectAt = 25
)

var (
	errCancelled = errors.New("interrupted: no file was saved")
	errFull      = errors.New("the disk is full")
)

// write writes the file and returns the message about it.
func write(ctx context.Context, app *api.API, a *arguments, to terminal) (string, error) {
	session, err := open(ctx, app, a)
	if err != nil {
		return "", err
	}
	debug.SetGCPercent(collectAt)
	start := api.ExportStart{Session: session.ID, Object: a.object, Path: a.file, Replace: a.replace, Slices: a.slices, Sort: a.sort, Limit: a.limit, Options: a.options}
	if a.options.Format == "csv" || len(a.options.Columns)+len(a.options.Meta) > 0 || a.query != "" || len(a.sort) > 0 || a.limit != "" {
		if err := tabular(ctx, app, session.ID, a, &start); err != nil {
			return "", err
		}
	}
	started, err := asked(ctx, app, "start", func(call string) (api.ExportStarted, error) {
		start.Call = call
		return app.Exports.Start(start)
	})
	if err != nil {
		return "", replacing(err)
	}
	info, err := watch(ctx, app, started.ID, session.RowsNoun, to)
	if err != nil {
		return "", err
	}
	for _, n := range info.Notices {
		_, _ = fmt.Fprintln(to, "quarry-cli:", n.Text)
	}
	checked := cmp.Or(grouped(info.Total), "0") + " counted on the server"
	if info.Total == "" && len(info.Notices) > 0 { // an empty index has no total either, but needs no message
		checked = "not counted on the server"
	}
	noun := session.RowsNoun
	if info.Written == "1" {
		noun = session.RowNoun
	}
	return fmt.Sprintf("%s %s, %s, in %s\nSHA-256 %s", grouped(info.Written), noun, checked, info.Path, info.Digest), nil
}

// asked calls a method of the application with an id. An interrupt cancels the call.
func asked[R any](ctx context.Context, app *api.API, call string, method func(call string) (R, error)) (R, error) {
	defer context.AfterFunc(ctx, func() { _, _ = app.Calls.Cancel(api.CancelRequest{Call: call}) })()
	result, err := method(call)
	switch {
	case err != nil && ctx.Err() != nil:
		return result, errCancelled
	case err != nil:
		return result, plain(err)
	}
	return result, nil
}

// tabular turns an export into one of a view, with the rows of the query and the named columns; if none is named, a CSV
// file gets all stored ones.
func tabular(ctx context.Context, app *api.API, session string, a *arguments, start *api.ExportStart) error {
	view, err := asked(ctx, app, "open", func(call string) (api.ViewInfo, error) {
		return app.Grid.Open(api.OpenRequest{Call: call, Session: session, Object: a.object})
	})
	if err != nil {
		return err
	}
	start.View, start.Generation, start.Whole = view.ID, view.Generation, a.query == ""
	var filter api.Filter
	if a.query != "" {
		filter.Rows = []api.FilterRow{{Operator: string(driver.RawQuery), Values: []string{a.query}}}
		arranged, err := asked(ctx, app, "filter", func(call string) (api.Arranged, error) {
			return app.Grid.Arrange(api.ArrangeRequest{Call: call, View: view.ID, Filter: filter})
		})
		if err != nil {
			return err
		}
		if len(arranged.Refusals) > 0 {
			return errors.New(arranged.Refusals[0].Message)
		}
		start.Generation = arranged.Generation
	}
	if len(start.Options.Columns) > 0 || a.options.Format != "csv" {
		return nil
	}
	// Fields that the schema lacks get columns once they have been found in documents.
	if _, err := asked(ctx, app, "page", func(call string) (api.PageInfo, error) {
		return app.Grid.Page(api.PageRequest{Call: call, View: view.ID, Generation: start.Generation})
	}); err != nil {
		return err
	}
	again, err := asked(ctx, app, "reload", func(call string) (api.Arranged, error) {
		return app.Grid.Arrange(api.ArrangeRequest{Call: call, View: view.ID, Filter: filter, Reload: true})
	})
	if err != nil {
		return err
	}
	start.Generation = again.Generation
	if again.View != nil {
		view = *again.View
		start.View = view.ID
	}
	for _, c := range view.Columns {
		if !c.Computed && !c.Rare {
			start.Options.Columns = append(start.Options.Columns, c.Name)
		}
	}
	return nil
}

// watch follows an export to its end. ctx cancels it. If the disk is full, it waits as long as somebody can see that;
// otherwise it ends the export, because a scheduled one would wait forever.
func watch(ctx context.Context, app *api.API, id, rows string, to terminal) (api.ExportInfo, error) {
	ticker := time.NewTicker(askEvery)
	defer ticker.Stop()
	var shown time.Time
	for {
		info, err := app.Exports.Progress(api.ExportName{ID: id})
		if err != nil {
			return info, plain(err)
		}
		if to.width != nil && time.Since(shown) >= showEvery {
			_, _ = fmt.Fprintf(to, "\r\x1b[K%s", line(&info, rows, to.width()))
			shown = time.Now()
		}
		ended := info.State == "done" || info.State == "failed" || info.State == "cancelled"
		if ended && !shown.IsZero() {
			_, _ = fmt.Fprint(to, "\r\x1b[K")
		}
		switch info.State {
		case "done":
			return info, nil
		case "failed":
			return info, replacing(&failed{*info.Failure})
		case "cancelled":
			return info, errCancelled
		case "full":
			if to.width == nil {
				_, _ = app.Exports.Cancel(api.ExportName{ID: id})
				return info, fmt.Errorf("%w after %s: no file was saved", errFull, far(&info, rows))
			}
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			_, _ = app.Exports.Cancel(api.ExportName{ID: id})
			ctx = context.WithoutCancel(ctx)
		}
	}
}

// failed is an application failure as an error.
type failed struct{ api.Failure }

// Error returns its sentences.
func (f *failed) Error() string {
	if f.Hint == "" {
		return f.Message
	}
	return ended(f.Message) + " " + f.Hint
}

// ended adds a full stop to a sentence if the engine left it out.
func ended(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "!") {
		return text
	}
	return text + "."
}

// plain returns an application error, whose text is a failure in JSON, with its sentences instead.
func plain(err error) error {
	f := &failed{}
	if json.Unmarshal([]byte(err.Error()), &f.Failure) != nil || f.Message == "" {
		return err
	}
	return f
}

// replacing says how to replace an existing file from the command line.
func replacing(err error) error {
	var f *failed
	if errors.As(err, &f) && f.Kind == string(driver.Conflict) {
		f.Hint = "It was not changed. Choose another name, or replace it with --replace."
	}
	return err
}
