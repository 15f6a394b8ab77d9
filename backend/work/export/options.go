package export

import (
	"slices"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// Format is the format of a file.
type Format string

// The formats of a file.
const (
	JSONLines Format = "jsonl" // one document per line
	JSONArray Format = "json"  // one array of all documents
	CSV       Format = "csv"   // one line per document (RFC 4180)
	Bulk      Format = "bulk"  // the body of a request that writes them: see [driver.BulkFormat]
)

// Compression is how a file is compressed while it is written.
type Compression string

// The compressions of a file.
const (
	Plain Compression = ""
	Gzip  Compression = "gzip"
	Zstd  Compression = "zstd"
)

// Options says how documents are written to a file. The zero value means JSON Lines of whole documents, uncompressed.
type Options struct {
	Format      Format // "" for JSONLines
	Compression Compression

	// Columns are the values to write for each document, in order; none for whole documents, which is the only way to
	// write them byte for byte. CSV needs at least one. Doc is the path of the document inside a row, which the columns
	// rely on.
	Columns []rows.Column
	Doc     string
	// Meta are columns outside the document. With them a row is written as an object with their values and, under Doc,
	// the whole document. Only JSON Lines and an array can have them, and without Columns.
	Meta []rows.Column
	// Cells converts a JSON array of rows to a page block with these columns, found by name. If it is nil, the cells
	// are read by path.
	Cells func(rows []byte) ([]byte, error)

	// Beside describes what the documents have that no column in the file shows, given the paths that lead to no
	// column; "" for nothing. It is nil unless the columns are meant to be all.
	Beside func(left []string) string
	// Sought are names of columns for which some document must have a value, each with the message if none has.
	Sought map[string]string

	// Keys are the paths of the values that identify a row in a sentence: its place, if it has one, and its key.
	Keys []string

	// Actions says how the server takes documents in bulk; Backing says how to recognize objects whose documents belong
	// to another one. Both are for Bulk.
	Actions driver.BulkFormat
	Backing driver.Backing

	// For CSV only.
	Delimiter byte // ',', ';', '|' or a tab; 0 for ','
	Headless  bool // without a line of column names
	QuoteAll  bool // quote every value, not only where necessary
	Mark      bool // begin with a byte order mark
	// Formulas leaves a text unchanged that a spreadsheet would run as a formula. Otherwise it gets an apostrophe in
	// front. Names of columns and numbers are never changed.
	Formulas bool
}

var errFormat = &driver.Error{Kind: driver.Invalid, Message: "Unknown file format."}

// check returns an error of kind invalid if no file can be written with these options, and fills in defaults.
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
			Hint: "Add it to the columns instead.",
		}
	case inside >= 0:
		return &driver.Error{Kind: driver.Invalid, Message: f.Meta[inside].Name + " is part of the document, not beside it."}
	}
	return nil
}

// Extension returns the extension of files with these options: ".csv.gz".
func (f *Options) Extension() string {
	end := map[Format]string{JSONArray: ".json", CSV: ".csv", Bulk: ".ndjson"}[f.Format]
	if end == "" {
		end = ".jsonl"
	}
	return end + map[Compression]string{Gzip: ".gz", Zstd: ".zst"}[f.Compression]
}
