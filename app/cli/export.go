package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"quarry/app/api"
	"quarry/backend/work/export"
	"quarry/drivers/driver"
)

const (
	askEvery  = 20 * time.Millisecond  // between two looks at a running export
	showEvery = 200 * time.Millisecond // between two lines about it

	usualSlices = 4 // take two thirds of the time of one, and eight no less than four

	// collectAt is how much garbage an export leaves before it is collected, in percent of what is in use: less than usual, since
	// a file of any size leaves little. While the driver starts, collecting as often would take a third of the time.
	collectAt = 25
)

var (
	errCancelled = errors.New("interrupted: no file was saved")
	errFull      = errors.New("the disk is full")
)

// wanted is what the command line asks for.
type wanted struct {
	connection, object, file string
	profile, registry        string
	secretFile               string
	query                    string // in the engine's own language, "" for everything
	sort                     []api.SortBy
	limit                    string
	replace                  bool
	slices                   int
	options                  api.ExportOptions
}

// parse reads the arguments of a command. What is wrong with them is written to w. If they ask for help, it is written to
// out, and the error is flag.ErrHelp.
func parse(command string, args []string, out, w io.Writer) (*wanted, error) {
	var q wanted
	var columns, metadata string
	flags := q.flags(command, &columns, &metadata)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			help(flags, out)
			return nil, err
		}
		return nil, misread(w, err.Error())
	}
	if flags.NArg() > 0 {
		return nil, misread(w, strconv.Quote(flags.Arg(0))+" is not understood")
	}
	if command == listing {
		return &q, nil
	}
	if wrong := q.check(columns, metadata); wrong != "" {
		return nil, misread(w, wrong)
	}
	path, err := filepath.Abs(q.file)
	q.file = path
	return &q, err
}

// flags returns the options of a command.
func (q *wanted) flags(command string, columns, metadata *string) *flag.FlagSet {
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // what is wrong is said by one line
	flags.StringVar(&q.connection, "connection", "", "`name` or id of a saved connection")
	flags.StringVar(&q.secretFile, "secret-file", "", "`file` that contains the password or API key of the connection, or a line NAME: VALUE for each of its secrets (default: $"+secretVariable+", or the keychain)")
	flags.StringVar(&q.profile, "profile", "", "`folder` of settings, connections and drivers (default: the user's)")
	flags.StringVar(&q.registry, "registry", "", "driver registry: a `file` or a URL of an index.json")
	if command == listing {
		return flags
	}
	flags.StringVar(&q.object, "object", "", "`name` of the index, alias, data stream, pattern or collection")
	flags.StringVar(&q.object, "index", "", "the same as --object: a `name`")
	flags.StringVar(&q.query, "query", "", "`text` of a query in the engine's own language, as in Quarry's raw filter (default: every document)")
	flags.Func("sort", "`column` to sort by, with :desc after it for descending order; repeat the option for more columns (default: the order in which the engine stores them)", q.sortBy)
	flags.StringVar(&q.limit, "limit", "", "`number` of documents to write, the first ones of the order (default: all)")
	flags.StringVar(&q.file, "to", "", "the `file` to write")
	flags.BoolVar(&q.replace, "replace", false, "replace the file if it exists")
	flags.StringVar(&q.options.Format, "format", "jsonl", "`format` of the file: jsonl, json, csv or bulk")
	flags.StringVar(&q.options.Compression, "compress", "", "`method`: gzip or zstd (default: none)")
	flags.IntVar(&q.slices, "slices", usualSlices, "`number` of parts to read at the same time, up to 8, where the engine can; 1 for the order in which it stores them")
	flags.StringVar(columns, "columns", "", "`names` of the columns to write, with commas between them; quote a name that contains a comma (default: whole documents, or every column of a CSV file)")
	flags.StringVar(metadata, "metadata", "", "`names` of columns beside the documents, such as the id, with commas between them: each whole document of jsonl or json is in an object with them (default: none)")
	flags.StringVar(&q.options.Delimiter, "delimiter", ",", "`character` between the values of a CSV file: , ; | or tab")
	flags.BoolVar(&q.options.Headless, "no-header", false, "write no line with the names of the columns")
	flags.BoolVar(&q.options.QuoteAll, "quote-all", false, "quote every value of a CSV file")
	flags.BoolVar(&q.options.Mark, "bom", false, "begin a CSV file with a byte order mark, by which Excel reads it as UTF-8")
	flags.BoolVar(&q.options.Formulas, "formulas", false, "put no ' before texts that a spreadsheet would run as formulas")
	return flags
}

// check completes the arguments of export and returns what is wrong with them, "" if nothing is.
func (q *wanted) check(columns, metadata string) string {
	if q.options.Delimiter == "tab" {
		q.options.Delimiter = "\t"
	}
	for _, needed := range []struct{ name, value string }{{"connection", q.connection}, {"object", q.object}, {"to", q.file}} {
		if needed.value == "" {
			return "--" + needed.name + " is missing"
		}
	}
	switch {
	case !slices.Contains(formats, q.options.Format) || !slices.Contains(methods, q.options.Compression):
		return "--format is jsonl, json, csv or bulk; --compress is gzip or zstd"
	case !slices.Contains(delimiters, q.options.Delimiter):
		return "--delimiter is one of , ; | and tab"
	case q.slices < 1 || q.slices > export.MaxSlices:
		return "--slices is a number from 1 to " + strconv.Itoa(export.MaxSlices)
	}
	for _, list := range []struct {
		option, names string
		to            *[]string
	}{{"columns", columns, &q.options.Columns}, {"metadata", metadata, &q.options.Meta}} {
		var err error
		if *list.to, err = namesIn(list.names); err != nil {
			return "--" + list.option + " are names with commas between them; put a name that contains a comma or a quote in quotes"
		}
	}
	return ""
}

// namesIn returns the names in a line of comma-separated values.
func namesIn(line string) ([]string, error) {
	if line == "" {
		return nil, nil
	}
	r := csv.NewReader(strings.NewReader(line))
	r.TrimLeadingSpace = true
	return r.Read()
}

// sortBy adds a column to the order: "at", "at:desc".
func (q *wanted) sortBy(text string) error {
	column, descending := strings.CutSuffix(text, ":desc")
	q.sort = append(q.sort, api.SortBy{Column: column, Desc: descending})
	return nil
}

// errMisread is returned for arguments that cannot be understood.
var errMisread = errors.New("the arguments are not understood")

// misread says what is wrong with the arguments.
func misread(w io.Writer, what string) error {
	_, _ = fmt.Fprintf(w, "quarry-cli: %s\n%s", what, seeHelp)
	return errMisread
}

// help writes what the command does, and its options.
func help(flags *flag.FlagSet, w io.Writer) {
	_, _ = io.WriteString(w, usage)
	flags.VisitAll(func(f *flag.Flag) {
		value, what := flag.UnquoteUsage(f)
		_, _ = fmt.Fprintf(w, "  %-24s %s", strings.TrimSpace("--"+f.Name+" "+strings.ToUpper(value)), what)
		if f.DefValue != "" && f.DefValue != "false" {
			_, _ = fmt.Fprintf(w, " (default: %s)", f.DefValue)
		}
		_, _ = io.WriteString(w, "\n")
	})
}

// The formats that a file can have.
var (
	formats    = []string{"jsonl", "json", "csv", "bulk"}
	methods    = []string{"", "gzip", "zstd"}
	delimiters = []string{",", ";", "|", "\t"}
)

// write writes the file and returns what to say of it.
func write(ctx context.Context, app *api.API, q *wanted, to terminal) (string, error) {
	session, err := open(ctx, app, q)
	if err != nil {
		return "", err
	}
	debug.SetGCPercent(collectAt)
	start := api.ExportStart{Session: session.ID, Object: q.object, Path: q.file, Replace: q.replace, Slices: q.slices, Sort: q.sort, Limit: q.limit, Options: q.options}
	if q.options.Format == "csv" || len(q.options.Columns)+len(q.options.Meta) > 0 || q.query != "" || len(q.sort) > 0 || q.limit != "" {
		if err := tabular(ctx, app, session.ID, q, &start); err != nil {
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
func tabular(ctx context.Context, app *api.API, session string, q *wanted, start *api.ExportStart) error {
	view, err := asked(ctx, app, "open", func(call string) (api.ViewInfo, error) {
		return app.Grid.Open(api.OpenRequest{Call: call, Session: session, Object: q.object})
	})
	if err != nil {
		return err
	}
	start.View, start.Generation, start.Whole = view.ID, view.Generation, q.query == ""
	var filter api.Filter
	if q.query != "" {
		filter.Rows = []api.FilterRow{{Operator: string(driver.RawQuery), Values: []string{q.query}}}
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
	if len(start.Options.Columns) > 0 || q.options.Format != "csv" {
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
