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
	askEvery  = 20 * time.Millisecond  // between two looks at a running export
	showEvery = 200 * time.Millisecond // between two lines about it

	// collectAt is how much garbage an export leaves before it is collected, in percent of what is in use: less than usual, since
	// a file of any size leaves little. While the driver starts, collecting as often would take a third of the time.
	collectAt = 25
)

var (
	errCancelled = errors.New("interrupted: no file was saved")
	errFull      = errors.New("the disk is full")
)

// write writes the file and returns what to say of it.
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
	if info.Total == "" && len(info.Notices) > 0 { // an empty index has no total either, but nothing to be said
		checked = "not counted on the server"
	}
	noun := session.RowsNoun
	if info.Written == "1" {
		noun = session.RowNoun
	}
	return fmt.Sprintf("%s %s, %s, in %s\nSHA-256 %s", grouped(info.Written), noun, checked, info.Path, info.Digest), nil
}

// asked calls a method of the application under an id. An interruption ends the call.
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

// tabular makes an export one of a view, with the rows of the query and the columns that are named; a CSV file gets all
// that are stored if none is.
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
	// Fields that the schema lacks have columns once they have been found in documents.
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

// watch follows an export to its end. It is cancelled with ctx. A full disk is waited for where somebody can see it, and ends
// the export where nobody does: a scheduled one would wait for ever.
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

// failed is a failure of the application as an error.
type failed struct{ api.Failure }

// Error returns its sentences.
func (f *failed) Error() string {
	if f.Hint == "" {
		return f.Message
	}
	return ended(f.Message) + " " + f.Hint
}

// ended returns a sentence with a full stop: those of an engine may lack it.
func ended(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "!") {
		return text
	}
	return text + "."
}

// plain returns an error of the application, which carries its failure as JSON, with the sentences of it.
func plain(err error) error {
	f := &failed{}
	if json.Unmarshal([]byte(err.Error()), &f.Failure) != nil || f.Message == "" {
		return err
	}
	return f
}

// replacing says how an existing file is replaced from the command line.
func replacing(err error) error {
	var f *failed
	if errors.As(err, &f) && f.Kind == string(driver.Conflict) {
		f.Hint = "It was not changed. Choose another name, or replace it with --replace."
	}
	return err
}
