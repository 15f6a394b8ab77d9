package export

import (
	"slices"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// Format is how a file contains documents.
type Format string

// The formats of a file.
const (
	JSONLines Format = "jsonl" // a document per line
	JSONArray Format = "json"  // one array of all documents
	CSV       Format = "csv"   // a line per document, as RFC 4180 describes
	Bulk      Format = "bulk"  // the body of a request that writes them: see [driver.BulkFormat]
)

// Compression is how a file is compressed as it is written.
type Compression string

// The compressions of a file.
const (
	Plain Compression = ""
	Gzip  Compression = "gzip"
	Zstd  Compression = "zstd"
)

// Options says how documents are written to a file. The zero value is JSON Lines of whole documents, not compressed.
type Options struct {
	Format      Format // "" for JSONLines
	Compression Compression

	// Columns are the values that are written of each document, in order; none for whole documents, which is the only
	// way to write them byte for byte. CSV needs at least one. Doc is the path of the document inside a row, on which
	// the columns rely.
	Columns []rows.Column
	Doc     string
	// Meta are columns beside the document. With them a row is written as an object of their values and, under Doc, of the
	// whole document. Only JSON Lines and an array can have them, and no Columns.
	Meta []rows.Column
	// Cells converts a JSON array of rows to a page block with these columns, found by their names. If it is nil, the cells
	// are read by path.
	Cells func(rows []byte) ([]byte, error)

	// Beside says what of the documents has no column in the file, by the paths that lead to none; "" for nothing. It is nil
	// unless the columns are meant to be all.
	Beside func(left []string) string
	// Sought are names of columns that some document must have a value in, each with what is said if none has one.
	Sought map[string]string

	// Keys are the paths of what names a row in a sentence: its place, where it has one, and its key.
	Keys []string

	// Actions is how the server takes documents in bulk; Backing is how its objects are named whose documents belong to another
	// one. Both are for Bulk.
	Actions driver.BulkFormat
	Backing driver.Backing

	// For CSV only.
	Delimiter byte // ',', ';', '|' or a tab; 0 for ','
	Headless  bool // there is no line with the names of the columns
	QuoteAll  bool // every value is quoted, not only where it must be
	Mark      bool // it begins with a byte order mark
	// Formulas leaves a text as it is that a spreadsheet would run as a formula. Otherwise an apostrophe is put before it.
	// Names of columns and numbers are never changed.
	Formulas bool
}

var errFormat = &driver.Error{Kind: driver.Invalid, Message: "Unknown file format."}

// check returns an error of kind invalid if no file can be written with these options, and fills in what was left out.
func (f *Options) check() error {
	if f.Format == "" {
		f.Format = JSONLines
	}
	if f.Delimiter == 0 {
		f.Delimiter = ','
	}
	switch {
	case !slices.Contains([]Format{JSONLines, JSONArray, CSV, Bulk}, f.Format),
		!slices.Contains([]Compression{Plain, Gzip, Zstd}, f.Compression),
		!slices.Contains([]byte(",;|\t"), f.Delimiter):
		return errFormat
	case f.Format == Bulk && f.Actions.Title == "":
		return &driver.Error{Kind: driver.Unsupported, Message: "This server does not accept documents in bulk.", Hint: "Choose JSON Lines."}
	case f.Format == CSV && len(f.Columns) == 0:
		return &driver.Error{Kind: driver.Invalid, Message: "A CSV file needs at least one column.", Hint: "Choose the columns to write."}
	}
	return f.checkMeta()
}

// checkMeta returns an error of kind invalid if documents cannot be written with Meta.
func (f *Options) checkMeta() error {
	switch inside := slices.IndexFunc(f.Meta, func(c rows.Column) bool { return c.From != rows.Row }); {
	case len(f.Meta) == 0:
		return nil
	case f.Format != JSONLines && f.Format != JSONArray, len(f.Columns) > 0, f.Doc == "":
		return &driver.Error{
			Kind: driver.Invalid, Message: "Metadata can be written only beside whole documents, as JSON Lines or as a JSON array.",
			Hint: "Name it among the columns instead.",
		}
	case inside >= 0:
		return &driver.Error{Kind: driver.Invalid, Message: f.Meta[inside].Name + " is part of the document, not beside it."}
	}
	return nil
}

// Extension returns the end of the names of files with these options: ".csv.gz".
func (f *Options) Extension() string {
	end := map[Format]string{JSONArray: ".json", CSV: ".csv", Bulk: ".ndjson"}[f.Format]
	if end == "" {
		end = ".jsonl"
	}
	return end + map[Compression]string{Gzip: ".gz", Zstd: ".zst"}[f.Compression]
}
