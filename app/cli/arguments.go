package main

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"quarry/app/api"
	"quarry/backend/work/export"
)

const usualSlices = 4 // four take two thirds of the time of one, and eight take no less than four

// arguments holds the arguments of a command line.
type arguments struct {
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

// parse parses the arguments of a command. It writes a mistake in them to w. If they ask for help, it writes the help
// to out and returns flag.ErrHelp.
func parse(command string, args []string, out, w io.Writer) (*arguments, error) {
	var a arguments
	var columns, metadata string
	flags := a.flags(command, &columns, &metadata)
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
		return &a, nil
	}
	if wrong := a.check(columns, metadata); wrong != "" {
		return nil, misread(w, wrong)
	}
	path, err := filepath.Abs(a.file)
	a.file = path
	return &a, err
}

// flags returns the options of a command.
func (a *arguments) flags(command string, columns, metadata *string) *flag.FlagSet {
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // misread writes one line instead
	flags.StringVar(&a.connection, "connection", "", "`name` or id of a saved connection")
	flags.StringVar(&a.secretFile, "secret-file", "", "`file` that contains the password or API key of the connection, or a line NAME: VALUE for each of its secrets (default: $"+secretVariable+", or the keychain)")
	flags.StringVar(&a.profile, "profile", "", "`folder` of settings, connections and drivers (default: the user's)")
	flags.StringVar(&a.registry, "registry", "", "driver registry: a `file` or a URL of an index.json")
	if command == listing {
		return flags
	}
	flags.StringVar(&a.object, "object", "", "`name` of the index, alias, data stream, pattern or collection")
	flags.StringVar(&a.object, "index", "", "the same as --object: a `name`")
	flags.StringVar(&a.query, "query", "", "`text` of a query in the engine's own language, as in Quarry's raw filter (default: every document)")
	flags.Func("sort", "`column` to sort by, with :desc after it for descending order; repeat the option for more columns (default: the order in which the engine stores them)", a.sortBy)
	flags.StringVar(&a.limit, "limit", "", "`number` of documents to write, starting with the first (default: all)")
	flags.StringVar(&a.file, "to", "", "the `file` to write")
	flags.BoolVar(&a.replace, "replace", false, "replace the file if it exists")
	flags.StringVar(&a.options.Format, "format", "jsonl", "`format` of the file: jsonl, json, csv or bulk")
	flags.StringVar(&a.options.Compression, "compress", "", "`method`: gzip or zstd (default: none)")
	flags.IntVar(&a.slices, "slices", usualSlices, "`number` of parts to read in parallel, up to 8, if the engine can; 1 keeps the stored order")
	flags.StringVar(columns, "columns", "", "`names` of the columns to write, separated by commas; quote a name that contains a comma (default: whole documents, or every column of a CSV file)")
	flags.StringVar(metadata, "metadata", "", "`names` of columns beside the documents, such as the id, separated by commas: each whole document of jsonl or json is in an object with them (default: none)")
	flags.StringVar(&a.options.Delimiter, "delimiter", ",", "`character` between the values of a CSV file: , ; | or tab")
	flags.BoolVar(&a.options.Headless, "no-header", false, "leave out the header line")
	flags.BoolVar(&a.options.QuoteAll, "quote-all", false, "quote every value of a CSV file")
	flags.BoolVar(&a.options.Mark, "bom", false, "begin a CSV file with a byte order mark, so that Excel reads it as UTF-8")
	flags.BoolVar(&a.options.Formulas, "formulas", false, "do not put ' before text that a spreadsheet would run as a formula")
	return flags
}

// check completes the arguments of export and returns the mistake in them, "" if there is none.
func (a *arguments) check(columns, metadata string) string {
	if a.options.Delimiter == "tab" {
		a.options.Delimiter = "\t"
	}
	for _, needed := range []struct{ name, value string }{{"connection", a.connection}, {"object", a.object}, {"to", a.file}} {
		if needed.value == "" {
			return "--" + needed.name + " is missing"
		}
	}
	switch {
	case !slices.Contains(formats, a.options.Format) || !slices.Contains(methods, a.options.Compression):
		return "--format must be jsonl, json, csv or bulk; --compress must be gzip or zstd"
	case !slices.Contains(delimiters, a.options.Delimiter):
		return "--delimiter must be , ; | or tab"
	case a.slices < 1 || a.slices > export.MaxSlices:
		return "--slices must be a number from 1 to " + strconv.Itoa(export.MaxSlices)
	}
	for _, list := range []struct {
		option, names string
		to            *[]string
	}{{"columns", columns, &a.options.Columns}, {"metadata", metadata, &a.options.Meta}} {
		var err error
		if *list.to, err = namesIn(list.names); err != nil {
			return "--" + list.option + " takes names separated by commas; quote a name that contains a comma or a quote"
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
func (a *arguments) sortBy(text string) error {
	column, descending := strings.CutSuffix(text, ":desc")
	a.sort = append(a.sort, api.SortBy{Column: column, Desc: descending})
	return nil
}

// errMisread is returned for arguments with a mistake.
var errMisread = errors.New("the arguments are not understood")

// misread writes what the mistake is, and how to get help.
func misread(w io.Writer, what string) error {
	_, _ = fmt.Fprintf(w, "quarry-cli: %s\n%s", what, seeHelp)
	return errMisread
}

// help writes what the command does and its options.
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
