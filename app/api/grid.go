package api

import (
	"context"
	"net/http"
	"strconv"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/backend/profile/layouts"
	"quarry/backend/profile/presets"
	"quarry/backend/work/edits"
	"quarry/backend/work/export"
	"quarry/drivers/driver"
)

// Grid serves the sidebar's list and the open views of a connection.
type Grid struct {
	calls    *Calls
	sessions *session.Sessions
	views    *grid.Views
	plans    *edits.Plans
	layouts  *layouts.Store
	filters  *presets.Store
}

// SessionRequest names an open connection.
type SessionRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
}

// OpenRequest names an object to open.
type OpenRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Object  string `json:"object"`
}

// GridColumn is one column of a view.
type GridColumn struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Kind     string `json:"kind"`    // text, number, boolean, date, json or id
	Integer  bool   `json:"integer"` // an integer column
	Primary  bool   `json:"primary"`
	ReadOnly bool   `json:"readOnly"`
	Sortable bool   `json:"sortable"`
	Reason   string `json:"reason"`   // why it cannot be sorted
	Conflict string `json:"conflict"` // how its types differ between indices: "long in logs-1, keyword in logs-2"

	Nested []string `json:"nested"` // paths of the enclosing arrays of objects, outermost first
	Filter int      `json:"filter"` // index of its class in ViewInfo.Filters, -1 if unknown

	Outside bool `json:"outside"` // documents have it, but the schema does not

	Computed bool `json:"computed"` // the server computes it when it reads rows, so it cannot be exported

	Beside bool `json:"beside"` // its values are outside the document, such as its id

	// Epoch is the unit of a bare number since 1970 in a date column: "milliseconds", "seconds" or "" if unknown.
	Epoch string `json:"epoch"`

	Rare bool     `json:"rare"` // few documents have it: hidden unless a row has a value
	Sets SetValue `json:"sets"`

	Hidden string `json:"hidden"` // name of the hidden value that it shows, "" for none
}

// SetValue is a hidden value that a user sets by typing into a column of a new row: its name ("" for none), title and
// purpose.
type SetValue struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Hint  string `json:"hint"`
}

// HiddenColumn is a value of each row that no column shows.
type HiddenColumn struct {
	Name string `json:"name"`
	Role string `json:"role"` // place, key, routing, revision or hash
	Rank int    `json:"rank"` // above 0 for part of an ordered revision; rank 1 is compared first
}

// ViewInfo is an open view.
type ViewInfo struct {
	ID         string       `json:"id"`
	Object     string       `json:"object"`
	Generation int          `json:"generation"`
	PageSize   int          `json:"pageSize"`
	Columns    []GridColumn `json:"columns"`
	ReadOnly   string       `json:"readOnly"`
	Notices    []string     `json:"notices"`
	Reach      string       `json:"reach"` // the last row that paging can reach, "" for no limit
	ReachNote  string       `json:"reachNote"`
	MaxSort    int          `json:"maxSort"`
	SortFull   string       `json:"sortFull"`

	ReadOnlyRows []ReadOnlyRows `json:"readOnlyRows"` // rows that cannot be edited although others can

	Filters []FilterClass `json:"filters"`

	Hidden     []HiddenColumn `json:"hidden"`     // the values of each row that no column shows
	Selectable bool           `json:"selectable"` // single rows can be found by key, so a selection can be exported

	Bulk   bool `json:"bulk"`   // its documents can be exported as a bulk request
	Slices int  `json:"slices"` // how many parts an export can read in parallel; 0 means one

	Ordered bool `json:"ordered"` // an export can have a sort order and a limit

	// The object's saved layout and filters, from Open; null if they could not be read: then Layouts.Get and
	// Presets.List report why.
	Layout  *Layout        `json:"layout"`
	Presets *ObjectFilters `json:"presets"`

	Acts    []string `json:"acts"`    // which of "create", "delete", "remove", "restore", "drop" and "empty" can be planned here
	Targets []string `json:"targets"` // where a row can be created, as the value of its place; a single place has one
}

// ReadOnlyRows selects rows whose hidden value begins with a prefix and contains only these characters.
type ReadOnlyRows struct {
	Key    string `json:"key"` // the name of the hidden value
	Prefix string `json:"prefix"`
	Chars  string `json:"chars"` // "" for any
	Reason string `json:"reason"`
}

// Open opens an object: it reads its columns and starts reading its first page, at the page size last chosen for it. It
// also returns the object's saved layout and filters, because the first page is not shown without them. If a filter is
// saved for the object, nothing is read ahead, because the page reads with that filter.
func (g *Grid) Open(q OpenRequest) (ViewInfo, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (ViewInfo, error) {
		s, err := g.sessions.Get(q.Session)
		if err != nil {
			return ViewInfo{}, err
		}
		kept, unread := g.layouts.Get(s.Connection.ID, q.Object)
		v, err := g.views.OpenSized(ctx, s, q.Object, kept.PageSize)
		if err != nil {
			return ViewInfo{}, err
		}
		info := viewInfo(v)
		if unread == nil {
			layout := layoutOf(kept)
			info.Layout = &layout
		}
		saved, err := g.filters.Get(s.Connection.ID, q.Object)
		if err == nil {
			filters := objectFilters(saved)
			info.Presets = &filters
		}
		if saved.Last == nil {
			v.Ahead()
		}
		return info, nil
	})
}

func hiddenColumns(all []driver.Hidden) []HiddenColumn {
	list := make([]HiddenColumn, 0, len(all))
	for _, h := range all {
		list = append(list, HiddenColumn{h.Name, string(h.Role), h.Rank})
	}
	return list
}

func viewInfo(v *grid.View) ViewInfo {
	info := ViewInfo{
		ID: v.ID, Object: v.Object, Generation: v.Generation(), PageSize: v.Size, ReadOnly: v.Set.ReadOnly,
		Notices: texts(v.Set.Notices), ReachNote: v.Set.ReachNote, MaxSort: v.Set.MaxSort, SortFull: v.Set.SortFull,
	}
	if v.Set.Reach > 0 {
		info.Reach = strconv.FormatInt(v.Set.Reach, 10)
	}
	info.Hidden, info.Selectable = hiddenColumns(v.Set.Plan.Hidden), v.Selectable()
	for _, r := range v.Set.ReadOnlyRows {
		info.ReadOnlyRows = append(info.ReadOnlyRows, ReadOnlyRows(r))
	}
	for _, c := range v.Columns {
		info.Columns = append(info.Columns, GridColumn{
			c.Name, c.Type, kindNames[c.Kind], c.Integer, c.Primary, c.ReadOnly, c.Sort != "", c.Reason, c.Conflict,
			texts(c.Nested), c.Filter - 1, c.Outside, c.Computed(), c.Beside(), c.Epoch,
			c.Rare, SetValue(c.Sets), c.Hidden,
		})
	}
	info.Filters, info.Bulk, info.Slices = filterClasses(v.Set.Filters, v.Operators()), v.Bulk(), min(v.Set.Slices, export.MaxSlices)
	info.Ordered = v.Set.Ordered
	info.Acts, info.Targets = texts(v.Set.Acts), texts(v.Set.Targets)
	return info
}

var kindNames = map[driver.ColumnKind]string{
	driver.KindText: "text", driver.KindNumber: "number", driver.KindBoolean: "boolean", driver.KindDate: "date",
	driver.KindJSON: "json", driver.KindID: "id",
}

// PageRequest names a page of a view's generation, counted from 0.
type PageRequest struct {
	Call       string `json:"call"`
	View       string `json:"view"`
	Generation int    `json:"generation"`
	Page       int    `json:"page"`
	Skip       int    `json:"skip"` // rows of the page that were already read, if it comes in parts
}

// PageNotice is a sentence shown beside the rows.
type PageNotice struct {
	Text   string `json:"text"`
	Detail string `json:"detail"`

	Columns bool `json:"columns"` // it names fields that will have columns once the rows are refreshed
}

// PageInfo describes a page that was read; its rows come from /data/page.
type PageInfo struct {
	Rows    int          `json:"rows"`
	Millis  int          `json:"millis"`  // the engine's own time, -1 if unknown
	Elapsed int          `json:"elapsed"` // how long the page took, in milliseconds
	End     bool         `json:"end"`
	Notices []PageNotice `json:"notices"`

	Snapshot string `json:"snapshot"` // when its snapshot was taken, in milliseconds since 1970; "" for none
	Note     string `json:"note"`     // how the view can be read from here on
	Stale    bool   `json:"stale"`    // the first page differs from the snapshot and should be read again
	Partial  bool   `json:"partial"`  // rows are missing, as the notices say; the page is read again when next viewed
}

// Page reads a page unless it is already cached.
func (g *Grid) Page(q PageRequest) (PageInfo, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (PageInfo, error) {
		p, err := g.page(ctx, q)
		if err != nil {
			return PageInfo{}, err
		}
		return pageInfo(p), nil
	})
}

func pageInfo(p *grid.Page) PageInfo {
	info := PageInfo{
		Rows: p.Rows, Millis: int(p.Millis), Elapsed: int(p.Elapsed), End: p.End, Notices: []PageNotice{}, Note: p.Note, Stale: p.Stale, Partial: p.Partial,
	}
	if p.Snapshot > 0 {
		info.Snapshot = strconv.FormatInt(p.Snapshot, 10)
	}
	for _, n := range p.Notices {
		info.Notices = append(info.Notices, PageNotice{n.Text, n.Detail, n.Text == p.Outside})
	}
	return info
}

func (g *Grid) page(ctx context.Context, q PageRequest) (*grid.Page, error) {
	_, v, err := g.views.View(q.View)
	if err != nil {
		return nil, err
	}
	return v.Part(ctx, q.Generation, q.Page, q.Skip)
}

// PageProgress is the progress of a long search for a page, in rows; Total is "" if none is running.
type PageProgress struct {
	Done  string `json:"done"`
	Total string `json:"total"`
}

// Progress reports the progress of a jump to a distant page.
func (g *Grid) Progress(q GenerationRequest) (PageProgress, error) {
	return call(g.calls, q.Call, func(context.Context) (PageProgress, error) {
		_, v, err := g.views.View(q.View)
		if err != nil {
			return PageProgress{}, err
		}
		done, total := v.Progress(q.Generation)
		if total == 0 {
			return PageProgress{}, nil
		}
		return PageProgress{known(done), known(total)}, nil
	})
}

// ViewRequest names a view.
type ViewRequest struct {
	Call string `json:"call"`
	View string `json:"view"`
}

// ViewCount is the number of documents of a generation of a view.
type ViewCount struct {
	Count string `json:"count"`
}

// Count counts the documents of a generation of a view.
func (g *Grid) Count(q GenerationRequest) (ViewCount, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (ViewCount, error) {
		_, v, err := g.views.View(q.View)
		if err != nil {
			return ViewCount{}, err
		}
		n, err := v.Count(ctx, q.Generation)
		return ViewCount{Count: known(n)}, err
	})
}

// SortBy is one column of a sort order.
type SortBy struct {
	Column string `json:"column"`
	Desc   bool   `json:"desc"`
}

func sortedBy(list []SortBy) []grid.SortBy {
	by := make([]grid.SortBy, 0, len(list))
	for _, s := range list {
		by = append(by, grid.SortBy(s))
	}
	return by
}

// Close closes a view and its plans; its last save can still be undone while another view of the same object is open.
func (g *Grid) Close(q ViewRequest) (Nothing, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (Nothing, error) {
		g.plans.Leave(q.View, g.views.Other(q.View))
		g.views.Close(ctx, q.View)
		return Nothing{}, nil
	})
}

// serve responds to GET /data/page?view=&generation=&page=&skip=&call= with the block of a page and its [PageInfo] in a
// header, and to GET /data/value as [Grid.serveValue] says. Calls.Cancel can cancel it by the id in call, since the
// page cannot cancel the window's own requests.
func (g *Grid) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet && r.URL.Path == "/data/value" {
		g.serveValue(w, r)
		return
	}
	if r.Method != http.MethodGet || r.URL.Path != "/data/page" {
		writeFailure(w, http.StatusNotFound, &driver.Error{Kind: driver.NotFound, Message: "There is nothing here."})
		return
	}
	query := r.URL.Query()
	generation, err1 := strconv.Atoi(query.Get("generation"))
	number, err2 := strconv.Atoi(query.Get("page"))
	skip, _ := strconv.Atoi(query.Get("skip"))
	if err1 != nil || err2 != nil || number < 0 || skip < 0 {
		writeFailure(w, http.StatusBadRequest, &driver.Error{Kind: driver.Invalid, Message: "There is no such page."})
		return
	}
	respond(w, r, g.calls, func(ctx context.Context) (PageInfo, []byte, error) {
		p, err := g.page(ctx, PageRequest{View: query.Get("view"), Generation: generation, Page: number, Skip: skip})
		if err != nil {
			return PageInfo{}, nil, err
		}
		return pageInfo(p), p.Block, nil
	})
}

// known formats a count, "" for a negative one, which is unknown.
func known(n int64) string {
	if n < 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// texts returns list, or an empty list for nil, so that the page never receives null.
func texts(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
