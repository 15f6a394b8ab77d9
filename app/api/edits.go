package api

import (
	"context"
	"net/http"
	"strconv"
	"unicode/utf8"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/backend/work/edits"
	"quarry/drivers/driver"
)

const (
	maxBody   = 64 << 10    // the maximum size of a request body that is returned with its plan, in bytes
	maxBodies = 4 * maxBody // limit for all bodies returned with a plan; beyond it, the list of requests shows none
)

// Edits saves edited rows, undoes saves, and deletes objects.
type Edits struct {
	calls    *Calls
	sessions *session.Sessions
	views    *grid.Views
	plans    *edits.Plans
}

// HiddenValue is a hidden value of a row: see [HiddenColumn].
type HiddenValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// EditedCell is what the user typed into a cell.
type EditedCell struct {
	Column string `json:"column"`
	Text   string `json:"text"`
	Null   bool   `json:"null"`   // set the field to null
	Remove bool   `json:"remove"` // remove the field
}

// EditedRow is one edited row, with the hidden values it was shown with. A new row's key has its place, one of
// ViewInfo.Targets, and whatever else was typed.
type EditedRow struct {
	Key      []HiddenValue `json:"key"`
	Base     []HiddenValue `json:"base"`
	Cells    []EditedCell  `json:"cells"`
	Act      string        `json:"act"`     // "" for edited cells; create or delete
	CopyKey  []HiddenValue `json:"copyKey"` // of the row that a new one duplicates
	CopyBase []HiddenValue `json:"copyBase"`
}

// PlanRequest asks for a plan to save some rows of a view.
type PlanRequest struct {
	Call string      `json:"call"`
	View string      `json:"view"`
	Rows []EditedRow `json:"rows"`

	Compare bool `json:"compare"` // just to find out what the server has: the plan cannot be sent and replaces none
}

// PlannedRequest is one request as it will be sent.
type PlannedRequest struct {
	Row       int           `json:"row"` // index in the rows of the PlanRequest
	Method    string        `json:"method"`
	Path      string        `json:"path"` // percent-encoded, relative to the base
	Query     string        `json:"query"`
	Headers   []HiddenValue `json:"headers"`
	Body      string        `json:"body"` // if long or after many others, only its beginning or "": see /data/edits
	Truncated bool          `json:"truncated"`
	Size      string        `json:"size"` // size of the whole body
	Number    string        `json:"number"`
	Form      string        `json:"form"`   // what it does, in a few words
	Reason    string        `json:"reason"` // why it has this form
}

// RefusedRow is a row that cannot be saved as edited.
type RefusedRow struct {
	Row    int      `json:"row"`
	Column string   `json:"column"` // "" for the whole row
	Error  *Failure `json:"error"`
	Theirs string   `json:"theirs"` // number of the document on the server, for /data/edits; "" for none

	Revision []HiddenValue `json:"revision"` // hidden values of that document, on which to base the row
}

// PlanInfo is the plan of a save, an undo, or deleting an object. Digest covers all of it, so that confirming it sends
// exactly what was shown.
type PlanInfo struct {
	ID       string           `json:"id"`
	Digest   string           `json:"digest"`
	Base     string           `json:"base"` // precedes every path: scheme, host, port and prefix
	Safe     string           `json:"safe"` // the connection's safe mode
	Requests []PlannedRequest `json:"requests"`
	Refusals []RefusedRow     `json:"refusals"`
	Notices  []PageNotice     `json:"notices"`

	Lasting    int    `json:"lasting"`    // how many requests cannot be undone after the save
	LastingWhy string `json:"lastingWhy"` // why the first one cannot

	Deletions         int  `json:"deletions"`         // how many documents it deletes
	NeedsConfirmation bool `json:"needsConfirmation"` // Send requires that the user confirmed that number
}

// Plan plans how to save edited rows of a view. It only reads, and drops the view's previous plan unless it only compares.
func (e *Edits) Plan(q PlanRequest) (PlanInfo, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (PlanInfo, error) {
		s, v, err := e.views.View(q.View)
		if err != nil {
			return PlanInfo{}, err
		}
		plan := e.plans.Make
		if q.Compare {
			plan = e.plans.Compare
		}
		p, err := plan(ctx, s, v, editedRows(q.Rows))
		if err != nil {
			return PlanInfo{}, err
		}
		return e.info(p)
	})
}

// PlanName names a plan.
type PlanName struct {
	Call string `json:"call"`
	Plan string `json:"plan"`
}

// Undo plans how to undo a plan that was sent, even if it was dropped: the last save of a view that saved anything. The
// rows of its requests and refusals are those of the plan that it undoes. It only reads, and drops the view's previous
// plan.
func (e *Edits) Undo(q PlanName) (PlanInfo, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (PlanInfo, error) {
		p, err := e.plans.Undo(ctx, q.Plan)
		if err != nil {
			return PlanInfo{}, err
		}
		return e.info(p)
	})
}

// PlannedName names a request of a plan by its number.
type PlannedName struct {
	Call   string `json:"call"`
	Plan   string `json:"plan"`
	Number string `json:"number"`
}

// Curl returns a command line that sends a request of a plan, without the credential.
func (e *Edits) Curl(q PlannedName) (RequestText, error) {
	return call(e.calls, q.Call, func(context.Context) (RequestText, error) {
		number, err := strconv.ParseInt(q.Number, 10, 64)
		if err != nil {
			return RequestText{}, &driver.Error{Kind: driver.Invalid, Message: "There is no such request."}
		}
		text, err := e.plans.Curl(q.Plan, number)
		return RequestText{Text: text}, err
	})
}

// PlanObjectRequest names an object of an open connection.
type PlanObjectRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Object  string `json:"object"`
}

// PlanDrop plans how to delete an object. It only reads, and drops the connection's previous plan for that. An object
// that cannot be deleted is refused as row 0.
func (e *Edits) PlanDrop(q PlanObjectRequest) (PlanInfo, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (PlanInfo, error) {
		s, err := e.sessions.Get(q.Session)
		if err != nil {
			return PlanInfo{}, err
		}
		p, err := e.plans.MakeDrop(ctx, s, q.Object)
		if err != nil {
			return PlanInfo{}, err
		}
		return e.info(p)
	})
}

// PlanEmpty plans how to delete all documents of an object and keep the object, as PlanDrop does for the object itself.
func (e *Edits) PlanEmpty(q PlanObjectRequest) (PlanInfo, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (PlanInfo, error) {
		s, err := e.sessions.Get(q.Session)
		if err != nil {
			return PlanInfo{}, err
		}
		p, err := e.plans.MakeEmpty(ctx, s, q.Object)
		if err != nil {
			return PlanInfo{}, err
		}
		return e.info(p)
	})
}

func editedRows(rows []EditedRow) []edits.Row {
	list := make([]edits.Row, 0, len(rows))
	for _, r := range rows {
		row := edits.Row{
			Key: hiddenTexts(r.Key), Base: hiddenTexts(r.Base), Act: r.Act, CopyKey: hiddenTexts(r.CopyKey), CopyBase: hiddenTexts(r.CopyBase),
		}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, edits.Cell(c))
		}
		list = append(list, row)
	}
	return list
}

func hiddenTexts(values []HiddenValue) []driver.Text {
	var list []driver.Text
	for _, v := range values {
		list = append(list, driver.Text{Key: v.Name, Value: v.Value})
	}
	return list
}

func hiddenValues(values []driver.Text) []HiddenValue {
	list := make([]HiddenValue, 0, len(values))
	for _, v := range values {
		list = append(list, HiddenValue{v.Key, v.Value})
	}
	return list
}

func (e *Edits) info(p *edits.Plan) (PlanInfo, error) {
	s := p.Session()
	info := PlanInfo{ID: p.ID, Digest: p.Digest, Base: s.Base(), Safe: s.SafeMode(), Requests: []PlannedRequest{}, Refusals: []RefusedRow{}, Notices: []PageNotice{}, Deletions: p.Deletions(), NeedsConfirmation: p.NeedsConfirmation()}
	info.Lasting, info.LastingWhy = p.Lasting()
	room := maxBodies
	for i := range p.Requests {
		r := &p.Requests[i]
		var body string
		truncated := r.Size > 0
		if room > 0 {
			whole, err := e.plans.Document(p.ID, r.Body)
			if err != nil {
				return PlanInfo{}, err
			}
			body, truncated = shownBody(whole, &room)
		}
		shown := PlannedRequest{
			Row: r.Row, Method: r.Request.Method, Path: r.Request.Path, Query: r.Request.Query, Headers: []HiddenValue{},
			Body: body, Truncated: truncated, Size: strconv.FormatInt(r.Size, 10), Number: strconv.FormatInt(r.Body, 10),
			Form: r.Form, Reason: r.Reason,
		}
		for _, h := range r.Request.Headers {
			shown.Headers = append(shown.Headers, HiddenValue(h))
		}
		info.Requests = append(info.Requests, shown)
	}
	for _, r := range p.Refusals {
		info.Refusals = append(info.Refusals, RefusedRow{
			Row: r.Row, Column: r.Column, Error: plainFailure(r.Err), Theirs: numbered(r.Theirs), Revision: hiddenValues(e.plans.BaseOf(p.ID, r.Theirs)),
		})
	}
	for _, n := range p.Notices {
		info.Notices = append(info.Notices, PageNotice{Text: n.Text, Detail: n.Detail})
	}
	return info, nil
}

// shownBody returns the part of a body to return with its plan, and whether it is less than the whole; room is how many
// bytes are left.
func shownBody(body []byte, room *int) (string, bool) {
	shown := beginning(body)
	if len(shown) > *room {
		*room = 0
		return "", len(body) > 0
	}
	*room -= len(shown)
	return string(shown), len(body) > len(shown)
}

// beginning cuts a long body at a character boundary.
func beginning(body []byte) []byte {
	if len(body) <= maxBody {
		return body
	}
	end := maxBody
	for end > maxBody-utf8.UTFMax && !utf8.RuneStart(body[end]) {
		end--
	}
	return body[:end]
}

// numbered formats the number of a stored text, "" for 0, which means none.
func numbered(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// SaveRequest confirms a plan as shown.
type SaveRequest struct {
	Call   string `json:"call"`
	Plan   string `json:"plan"`
	Digest string `json:"digest"`

	Deletions int `json:"deletions"` // how many deletions the user confirmed, 0 if nobody was asked
}

// SavedRow is the outcome of one request of a plan.
type SavedRow struct {
	Row      int           `json:"row"`
	Outcome  string        `json:"outcome"`  // done, conflict, refused, unknown or unsent
	Revision []HiddenValue `json:"revision"` // done: the row's new hidden values; otherwise those of Document
	Error    *Failure      `json:"error"`    // why, for any outcome except done
	Document string        `json:"document"` // number of the document on the server, for /data/edits; "" for none
	Key      []HiddenValue `json:"key"`      // done: the hidden values that identify a new row
}

// SaveResult holds the outcomes in the order of the requests.
type SaveResult struct {
	Rows []SavedRow `json:"rows"`
	Undo bool       `json:"undo"` // the save can be undone
}

// Send sends the requests of a plan, each once. If it returns an error, nothing was sent. After Stop, or if the call is
// cancelled, it sends no further request.
func (e *Edits) Send(q SaveRequest) (SaveResult, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (SaveResult, error) {
		e.plans.Confirm(q.Plan, q.Deletions)
		outcomes, err := e.plans.Send(ctx, q.Plan, q.Digest)
		if err != nil {
			return SaveResult{}, err
		}
		result := SaveResult{Rows: []SavedRow{}}
		for _, o := range outcomes {
			revision := o.Revision
			if o.Outcome != driver.OutcomeDone {
				revision = e.plans.BaseOf(q.Plan, o.Document)
			}
			row := SavedRow{Row: o.Row, Outcome: string(o.Outcome), Revision: hiddenValues(revision), Document: numbered(o.Document), Key: hiddenValues(o.Key)}
			if o.Err != nil {
				row.Error = plainFailure(o.Err)
			}
			result.Rows = append(result.Rows, row)
		}
		result.Undo = e.plans.CanUndo(q.Plan)
		return result, nil
	})
}

// SaveProgress is how far sending a plan has come, in requests.
type SaveProgress struct {
	Total  int `json:"total"`
	Ended  int `json:"ended"`  // requests with an outcome
	Failed int `json:"failed"` // how many of these were not done
}

// Progress returns how far sending a plan has come. The error is of kind refused if there is no such plan.
func (e *Edits) Progress(q PlanName) (SaveProgress, error) {
	return call(e.calls, q.Call, func(context.Context) (SaveProgress, error) {
		at, err := e.plans.Progress(q.Plan)
		return SaveProgress(at), err
	})
}

// Stop stops sending a plan: running requests are settled, no further one is sent, and Send returns. It does nothing to
// a plan that is not being sent.
func (e *Edits) Stop(q PlanName) (Nothing, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (Nothing, error) {
		e.plans.Stop(ctx, q.Plan)
		return Nothing{}, nil
	})
}

// Drop drops a plan, the texts stored for it, and its outcomes; what Undo needs stays. A plan that is being sent is
// just stopped, and keeps its outcomes until it is dropped again.
func (e *Edits) Drop(q PlanName) (Nothing, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (Nothing, error) {
		e.plans.Drop(ctx, q.Plan)
		return Nothing{}, nil
	})
}

// KeptInfo describes a plan's stored text that it is sent with.
type KeptInfo struct {
	Size string `json:"size"`
}

// serve responds to GET /data/edits?plan=&number= with the stored text of that number: a request's whole body, or the
// document of a refused row or an outcome.
func (e *Edits) serve(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	number, err := strconv.ParseInt(query.Get("number"), 10, 64)
	if r.Method != http.MethodGet || err != nil {
		writeFailure(w, http.StatusBadRequest, &driver.Error{Kind: driver.Invalid, Message: "There is no such document."})
		return
	}
	text, err := e.plans.Document(query.Get("plan"), number)
	if err != nil {
		writeFailure(w, http.StatusUnprocessableEntity, err)
		return
	}
	writeData(w, KeptInfo{Size: strconv.Itoa(len(text))}, text)
}
