package api

import (
	"context"
	"slices"
	"strconv"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/work/console"
	"quarry/backend/work/export"
	"quarry/drivers/driver"
)

// Exports are the running and finished exports of documents to files.
type Exports struct {
	calls    *Calls
	sessions *session.Sessions
	views    *grid.Views
	consoles *console.Consoles
	exports  *export.Exports
	show     FileShower // nil if there is no file manager
}

// ExportOptions says how documents are written to a file. Its zero value is JSON Lines of whole documents.
type ExportOptions struct {
	Format      string   `json:"format"`      // jsonl, json, csv or bulk; "" for jsonl
	Compression string   `json:"compression"` // "", gzip or zstd
	Columns     []string `json:"columns"`     // of the view, in order; none for whole documents
	Meta        []string `json:"meta"`        // columns outside the document, combined with each whole document in one object
	Delimiter   string   `json:"delimiter"`   // for CSV: one of , ; | and tab; "" for the comma
	Headless    bool     `json:"headless"`    // CSV has no line of column names
	QuoteAll    bool     `json:"quoteAll"`    // CSV quotes every value
	Mark        bool     `json:"mark"`        // CSV begins with a byte order mark
	Formulas    bool     `json:"formulas"`    // CSV leaves texts unchanged that a spreadsheet would run as formulas
}

// ExportRow identifies one selected row of a view.
type ExportRow struct {
	Place string `json:"place"` // "" if rows have no place
	Key   string `json:"key"`
}

// ExportStart says what to export, where and how: the filtered documents of a view, a whole object of a session, or the
// rows of a response in its console.
type ExportStart struct {
	Call       string        `json:"call"`
	View       string        `json:"view"`       // "" for an object; the view has the columns in the options
	Generation int           `json:"generation"` // generation of the view, whose filter applies
	Whole      bool          `json:"whole"`      // all documents of the view's object, without its filter
	Rows       []ExportRow   `json:"rows"`       // export only these rows of the view; none for all
	Session    string        `json:"session"`    // of the object or the response
	Object     string        `json:"object"`     // the word for the rows of a response
	Response   string        `json:"response"`   // the response; "" for an object
	Path       string        `json:"path"`       // absolute
	Replace    bool          `json:"replace"`    // the user agreed to replace an existing file
	Slices     int           `json:"slices"`     // parts to read in parallel; 0 means one
	Options    ExportOptions `json:"options"`

	Sort  []SortBy `json:"sort"`  // only for a view that supports it (ViewInfo.Ordered); none for the engine's own order
	Limit string   `json:"limit"` // number of documents, from the start; "" for all
}

// ExportName identifies an export.
type ExportName struct {
	Call string `json:"call"`
	ID   string `json:"id"`
}

// ExportStarted is an export that has begun.
type ExportStarted struct {
	ID string `json:"id"`
}

// ExportInfo is the progress of an export, or how it ended.
type ExportInfo struct {
	ID      string        `json:"id"`
	Session string        `json:"session"`
	Object  string        `json:"object"`
	Path    string        `json:"path"`
	State   string        `json:"state"`   // running, waiting (the server refuses reads), full (the disk is), done, failed or cancelled
	Written string        `json:"written"` // documents
	Total   string        `json:"total"`   // "" if unknown
	Bytes   string        `json:"bytes"`   // size of the file so far
	Plain   string        `json:"plain"`   // size before compression
	Digest  string        `json:"digest"`  // SHA-256 of the file in hexadecimal, "" until it is done
	Rate    string        `json:"rate"`    // documents per second
	Elapsed int           `json:"elapsed"` // seconds
	Left    int           `json:"left"`    // estimated remaining seconds, 0 if unknown
	Slices  []ExportSlice `json:"slices"`  // parts being read in parallel, none if there is only one
	Notices []PageNotice  `json:"notices"` // limitations of the file, such as that it is not from one moment
	Failure *Failure      `json:"failure"` // why it failed, otherwise nil
}

// ExportSlice is the progress of one slice of an export.
type ExportSlice struct {
	Written string `json:"written"` // documents
	Total   string `json:"total"`   // "" if unknown
}

// ExportList is every export since the application started.
type ExportList struct {
	Exports []ExportInfo `json:"exports"`
}

// ExportPlaceRequest names the object to export.
type ExportPlaceRequest struct {
	Call   string `json:"call"`
	Object string `json:"object"`
}

// Place suggests a file for an object's documents as JSON Lines; its path is "" if the user has no known folder.
func (e *Exports) Place(q ExportPlaceRequest) (PickedFile, error) {
	return call(e.calls, q.Call, func(context.Context) (PickedFile, error) {
		return PickedFile{Path: suggested(export.FileName(q.Object) + new(export.Options).Extension())}, nil
	})
}

// Start starts an export. It returns once the file has been created.
func (e *Exports) Start(q ExportStart) (ExportStarted, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (ExportStarted, error) {
		s, from, options, err := e.source(ctx, q)
		if err != nil {
			return ExportStarted{}, err
		}
		id, err := e.exports.Start(ctx, s, from, export.Target{Path: q.Path, Replace: q.Replace, Options: options})
		return ExportStarted{ID: id}, err
	})
}

// source returns what to export and how to write it.
func (e *Exports) source(ctx context.Context, q ExportStart) (*session.Session, export.Source, export.Options, error) {
	f := q.Options
	options := export.Options{
		Format: export.Format(f.Format), Compression: export.Compression(f.Compression),
		Headless: f.Headless, QuoteAll: f.QuoteAll, Mark: f.Mark, Formulas: f.Formulas,
	}
	switch {
	case len(f.Delimiter) > 1:
		return nil, export.Source{}, options, &driver.Error{Kind: driver.Invalid, Message: "The delimiter must be one character."}
	case f.Delimiter != "":
		options.Delimiter = f.Delimiter[0]
	}
	if q.Response != "" {
		return e.response(ctx, q, options)
	}
	if q.View == "" {
		s, err := e.sessions.Get(q.Session)
		if err == nil && len(f.Columns)+len(f.Meta) > 0 {
			err = &driver.Error{Kind: driver.Invalid, Message: "Open " + q.Object + " to choose its columns."}
		}
		if err == nil {
			options.Actions, options.Backing = bulkOf(s)
		}
		return s, export.Source{Object: q.Object, Slices: q.Slices}, options, err
	}
	s, v, err := e.views.View(q.View)
	if err != nil {
		return nil, export.Source{}, options, err
	}
	from := export.Source{Object: v.Object, Slices: q.Slices}
	if err := ordered(&from, v, &q); err != nil {
		return nil, from, options, err
	}
	switch {
	case len(q.Rows) > 0:
		keys := make([]grid.RowKey, 0, len(q.Rows))
		for _, r := range q.Rows {
			keys = append(keys, grid.RowKey(r))
		}
		if from.View, err = v.Selected(ctx, keys); err != nil {
			return nil, from, options, err
		}
		from.Selected = export.Select(v, keys)
	case !q.Whole:
		if from.View, err = v.Bytes(q.Generation); err != nil {
			return nil, from, options, err
		}
	}
	if options.Columns, options.Doc, err = v.Exported(f.Columns); err == nil {
		options.Meta, err = v.Meta(f.Meta)
	}
	options.Beside, options.Sought, options.Keys = v.Uncovered(f.Columns), v.Sought(f.Columns), v.KeyPaths()
	options.Actions, options.Backing = bulkOf(s)
	return s, from, options, err
}

// bulkOf says how a server takes documents in bulk, and which of its objects store other objects' documents.
func bulkOf(s *session.Session) (driver.BulkFormat, driver.Backing) {
	if server := s.Server(); server != nil {
		return server.Bulk, server.Backing
	}
	return driver.BulkFormat{}, driver.Backing{}
}

// ordered sets the order and limit of an export of a view.
func ordered(from *export.Source, v *grid.View, q *ExportStart) error {
	if len(q.Sort) == 0 && q.Limit == "" {
		return nil
	}
	if !v.Set.Ordered || len(q.Rows) > 0 {
		return &driver.Error{Kind: driver.Unsupported, Message: "This export can be neither sorted nor limited."}
	}
	if q.Limit != "" {
		limit, err := strconv.ParseInt(q.Limit, 10, 64)
		if err != nil || limit < 1 {
			return &driver.Error{Kind: driver.Invalid, Message: "The limit must be a whole number, at least 1."}
		}
		from.Limit = limit
	}
	by := sortedBy(q.Sort)
	keys, kept := v.SortKeys(by)
	if len(kept) < len(by) {
		return &driver.Error{Kind: driver.Invalid, Message: "Some of these columns cannot be sorted."}
	}
	from.Sort = keys
	return nil
}

// response returns the rows of a response as a source to export.
func (e *Exports) response(ctx context.Context, q ExportStart, options export.Options) (*session.Session, export.Source, export.Options, error) {
	from := export.Source{Object: q.Object}
	response, err := strconv.ParseInt(q.Response, 10, 64)
	if err != nil {
		return nil, from, options, errNoPart
	}
	s, err := e.sessions.Get(q.Session)
	if err != nil {
		return nil, from, options, err
	}
	table, err := e.consoles.ResponseRows(s, response)
	if err != nil {
		return nil, from, options, err
	}
	if _, err = table.Count(ctx); err == nil {
		options.Columns, err = chosen(table.Columns(), q.Options.Columns)
	}
	if err == nil && len(q.Options.Meta) > 0 {
		options.Doc = table.Doc()
		options.Meta, err = chosen(table.Columns(), q.Options.Meta)
	}
	if err != nil {
		table.Close()
		return nil, from, options, err
	}
	from.Rows, options.Cells = table, table.Cells
	options.Actions, options.Backing = bulkOf(s)
	for _, v := range options.Actions.Values {
		if v.Role == driver.RolePlace || v.Role == driver.RoleKey {
			options.Keys = append(options.Keys, v.At)
		}
	}
	return s, from, options, nil
}

// chosen returns the named columns, in the order of the names.
func chosen(columns []rows.Column, names []string) ([]rows.Column, error) {
	var list []rows.Column
	for _, name := range names {
		at := slices.IndexFunc(columns, func(c rows.Column) bool { return c.Name == name })
		if at < 0 {
			return nil, &driver.Error{Kind: driver.Invalid, Message: "There is no column " + name + "."}
		}
		list = append(list, columns[at])
	}
	return list, nil
}

// ExportTextRequest names rows of a view to copy as text: the selected ones, or all that match its filter.
type ExportTextRequest struct {
	Call    string        `json:"call"`
	View    string        `json:"view"`
	Rows    []ExportRow   `json:"rows"`
	Options ExportOptions `json:"options"`
	Curl    bool          `json:"curl"` // a command line that sends the bulk body, without the credential
}

// ExportText is the text of documents.
type ExportText struct {
	Text string `json:"text"`
}

// Text returns documents as in a file, all or none, up to 10 MB.
func (e *Exports) Text(q ExportTextRequest) (ExportText, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (ExportText, error) {
		s, from, options, err := e.source(ctx, ExportStart{View: q.View, Rows: q.Rows, Options: q.Options})
		if err != nil {
			return ExportText{}, err
		}
		text, err := export.Text(ctx, s, from, options)
		if err == nil && q.Curl {
			text = export.Curl(s, text)
		}
		return ExportText{text}, err
	})
}

// Progress reports the progress of an export, or how it ended.
func (e *Exports) Progress(q ExportName) (ExportInfo, error) {
	return call(e.calls, q.Call, func(context.Context) (ExportInfo, error) {
		p, err := e.exports.Progress(q.ID)
		if err != nil {
			return ExportInfo{}, err
		}
		return exportInfo(&p), nil
	})
}

// List returns every export, in the order in which they started.
func (e *Exports) List(q InfoRequest) (ExportList, error) {
	return call(e.calls, q.Call, func(context.Context) (ExportList, error) {
		list := ExportList{Exports: []ExportInfo{}}
		for _, p := range e.exports.List() {
			list.Exports = append(list.Exports, exportInfo(&p))
		}
		return list, nil
	})
}

// Cancel cancels an export. Its file is removed before it returns.
func (e *Exports) Cancel(q ExportName) (Nothing, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (Nothing, error) { return Nothing{}, e.exports.Cancel(ctx, q.ID) })
}

// Forget removes a finished export from the list.
func (e *Exports) Forget(q ExportName) (Nothing, error) {
	return call(e.calls, q.Call, func(context.Context) (Nothing, error) {
		e.exports.Forget(q.ID)
		return Nothing{}, nil
	})
}

// counted formats a number of documents, "" if unknown.
func counted(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func exportInfo(p *export.Progress) ExportInfo {
	info := ExportInfo{
		ID: p.ID, Session: p.Session, Object: p.Object, Path: p.Path, State: string(p.State),
		Written: known(p.Written), Bytes: known(p.Bytes), Plain: known(p.Plain), Digest: p.Digest, Rate: known(p.Rate),
		Elapsed: int(p.Elapsed.Seconds()), Left: int(p.Left.Seconds()), Slices: []ExportSlice{}, Notices: []PageNotice{},
	}
	info.Total = counted(p.Total)
	for _, s := range p.Slices {
		info.Slices = append(info.Slices, ExportSlice{Written: known(s.Done), Total: counted(s.Total)})
	}
	for _, n := range p.Notices {
		info.Notices = append(info.Notices, PageNotice{Text: n.Text, Detail: n.Detail})
	}
	if p.Err != nil {
		info.Failure = plainFailure(p.Err)
	}
	return info
}
