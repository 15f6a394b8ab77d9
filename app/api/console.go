package api

import (
	"context"
	"net/http"
	"strconv"

	"quarry/backend/connection/session"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/history"
	"quarry/backend/work/console"
	"quarry/drivers/driver"
)

// Console sends the requests that a user types.
type Console struct {
	calls    *Calls
	sessions *session.Sessions
	consoles *console.Consoles
	saved    *connections.Store
	history  *history.Store
}

// TypedRequest is a request as typed in a console, which is identified by its tab.
type TypedRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Tab     string `json:"tab"`
	Text    string `json:"text"`
}

// ConsoleSelection is the part of a text to run: every request, the selected ones, or the one at the cursor, where From
// and To are equal. Positions are in UTF-16 code units.
type ConsoleSelection struct {
	All     bool `json:"all"`
	From    int  `json:"from"`
	To      int  `json:"to"`
	Profile bool `json:"profile"` // profile the searches; nothing else can be sent
}

// ConsolePlanRequest is a text and the part to run.
type ConsolePlanRequest struct {
	Call      string           `json:"call"`
	Session   string           `json:"session"`
	Tab       string           `json:"tab"`
	Text      string           `json:"text"`
	Selection ConsoleSelection `json:"selection"`
}

// ConsolePlans is what would be sent, in text order.
type ConsolePlans struct {
	Safe  string        `json:"safe"` // the connection's safe mode: "off", "confirm" or "read-only"
	Plans []ConsolePlan `json:"plans"`
}

// ConsolePlan is a request that would be sent, or why it cannot be sent.
type ConsolePlan struct {
	Line        int      `json:"line"` // the number of its first line in the text
	From        int      `json:"from"` // position in the text, in UTF-16 code units
	To          int      `json:"to"`
	Failure     *Failure `json:"failure"` // why it cannot be sent; then the fields below are empty
	Method      string   `json:"method"`
	Path        string   `json:"path"`
	Query       string   `json:"query"`
	ContentType string   `json:"contentType"` // of the body
	Size        string   `json:"size"`        // of the body, in bytes
	Body        string   `json:"body"`        // for a write: the beginning of its body, as sent
	Digest      string   `json:"digest"`      // Send needs it to send exactly this, once
	Write       bool     `json:"write"`
	Private     bool     `json:"private"` // body and response can carry credentials, so they are never saved
}

// Plan parses a text and shows what it would send, without sending it.
func (c *Console) Plan(q ConsolePlanRequest) (ConsolePlans, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (ConsolePlans, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return ConsolePlans{}, err
		}
		all, err := c.consoles.Plan(ctx, s, q.Tab, q.Text, selectionOf(q.Selection))
		if err != nil {
			return ConsolePlans{}, err
		}
		result := ConsolePlans{Safe: s.SafeMode(), Plans: make([]ConsolePlan, 0, len(all))}
		for _, p := range all {
			result.Plans = append(result.Plans, consolePlan(p))
		}
		return result, nil
	})
}

func consolePlan(p console.Planned) ConsolePlan {
	plan := ConsolePlan{Line: p.Row, From: p.From, To: p.To, Size: "0"}
	if p.Err != nil {
		plan.Failure = plainFailure(p.Err)
		return plan
	}
	plan.Method, plan.Path, plan.Query, plan.ContentType = p.Method, p.Path, p.Query, p.ContentType
	plan.Size, plan.Digest, plan.Write, plan.Private = known(p.Size), p.Digest, p.Write, p.Private
	if p.Write {
		plan.Body = string(beginning([]byte(p.Body())))
	}
	return plan
}

// StoredText is a console's text as it can be written to disk.
type StoredText struct {
	Text   string `json:"text"`   // with a comment where lines were left out; "" for the whole text unchanged
	Whole  bool   `json:"whole"`  // nothing was left out
	Left   int    `json:"left"`   // lines that were left out because they could contain a credential
	Long   bool   `json:"long"`   // the end was left out because the text is too long
	Judged bool   `json:"judged"` // false if the driver could not be asked, so that the words of each line decided
}

// Stored returns the part of a text that can be saved with its connection's tabs. It sends nothing.
func (c *Console) Stored(q TypedRequest) (StoredText, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (StoredText, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return StoredText{}, err
		}
		stored := c.consoles.Stored(ctx, s, q.Text)
		result := StoredText{Text: stored.Text, Left: stored.Left, Long: stored.Long, Judged: stored.Judged}
		if result.Whole = stored.Text == q.Text; result.Whole {
			result.Text = ""
		}
		return result, nil
	})
}

// SendRequest says what to send. With a digest, which must be the tab's own, it is one of the requests that the tab
// last showed; without one, the first request of a text: a read in any safe mode, a write only if the mode is off.
type SendRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Tab     string `json:"tab"`
	Digest  string `json:"digest"`
	Text    string `json:"text"`
}

// ConsoleResponse describes a response with any status. Its bytes come from /data/response.
type ConsoleResponse struct {
	ID          string         `json:"id"` // identifies it for reading its parts
	Status      int            `json:"status"`
	ContentType string         `json:"contentType"`
	Binary      string         `json:"binary"`  // name of its format, such as "CBOR"; "" for text
	Damaged     string         `json:"damaged"` // bytes of a text that are not valid UTF-8
	File        string         `json:"file"`    // a suggested file name
	Headers     []HeaderLine   `json:"headers"`
	Warnings    []string       `json:"warnings"`
	Size        string         `json:"size"`    // bytes
	Elapsed     int            `json:"elapsed"` // milliseconds from sending to the end of the response
	Private     bool           `json:"private"`
	Rows        string         `json:"rows"`      // where its rows are, such as "hits.hits"; "" if the route has none
	Doc         string         `json:"doc"`       // the path of the document in each row
	Took        string         `json:"took"`      // the engine's own time in milliseconds, "" if unknown
	Total       string         `json:"total"`     // the total number of rows according to the engine, "" if unknown
	AtLeast     bool           `json:"atLeast"`   // there may be more rows than total
	Count       string         `json:"count"`     // how many of them are in the response, "" if unknown
	Groups      string         `json:"groups"`    // how many groups these are in, "" if they are not
	AllGroups   string         `json:"allGroups"` // the total number of groups according to the engine, "" if unknown
	Search      SearchResponse `json:"search"`    // what it has besides rows
	Measured    []Measured     `json:"measured"`  // where it has the profiles of searches
	Layout      ProfileLayout  `json:"layout"`    // of the profile
	Failed      FailedParts    `json:"failed"`    // parts of the request that failed although it succeeded
	Hint        string         `json:"hint"`      // what to do about an error, or about the first failed part
	Doubt       string         `json:"doubt"`     // why it is unknown whether a write took effect, and what to do; "" if it is known
	Fault       int            `json:"fault"`     // position of an error in the text, in UTF-16 code units; -1 if the engine gives none
}

// FailedParts are the parts of a request that failed, such as operations of a bulk request.
type FailedParts struct {
	Some  bool   `json:"some"`  // at least one did
	Count string `json:"count"` // how many, "" if unknown
	All   string `json:"all"`   // number of all parts, "" if unknown
	Noun  string `json:"noun"`  // the word for them: "operations"
	Why   string `json:"why"`   // why the first one failed, "" if unknown
}

// Measured is the part of a response with a search's profile, in bytes.
type Measured struct {
	Search int    `json:"search"` // the number of the search, from 1, if the request has several; otherwise 0
	From   string `json:"from"`
	Size   string `json:"size"`
}

// HeaderLine is one header of a response.
type HeaderLine struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Send sends a request and stores its response until Drop.
func (c *Console) Send(q SendRequest) (ConsoleResponse, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (ConsoleResponse, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return ConsoleResponse{}, err
		}
		send, what := c.consoles.SendText, q.Text
		if q.Digest != "" {
			send, what = c.consoles.Send, q.Digest
		}
		a, err := send(ctx, s, q.Tab, what)
		if err != nil {
			return ConsoleResponse{}, err
		}
		return ConsoleResponse{
			ID: known(a.Number), Status: a.Status, ContentType: a.ContentType, Binary: a.Binary, Damaged: known(a.Damaged), File: a.File,
			Headers: headerLines(a.Headers), Warnings: texts(a.Warnings),
			Size: known(a.Size), Elapsed: int(a.Elapsed.Milliseconds()), Private: a.Private, Rows: a.Form.Rows, Doc: a.Form.Doc, Search: searchResponse(a),
			Took: a.Took, Total: a.Total, AtLeast: a.AtLeast, Count: a.Count, Groups: a.Groups, AllGroups: a.AllGroups, Measured: measured(a.Measured), Layout: profileLayout(a), Failed: FailedParts(a.Failed), Hint: a.Hint, Doubt: a.Doubt, Fault: a.Fault,
		}, nil
	})
}

// SearchResponse says what a search response has besides its rows: see driver.ConsoleSearch.
type SearchResponse struct {
	Around     string           `json:"around"`
	Took       string           `json:"took"`  // the path of the value in ConsoleResponse.Took
	Total      string           `json:"total"` // the path of the value in ConsoleResponse.Total
	Count      string           `json:"count"`
	Relation   string           `json:"relation"`
	AtLeast    string           `json:"atLeast"`
	Key        string           `json:"key"`
	Place      string           `json:"place"`
	Reserved   string           `json:"reserved"`
	DocFirst   bool             `json:"docFirst"`
	Facts      []SearchFact     `json:"facts"`
	Buckets    []SearchBuckets  `json:"buckets"`
	Highlights SearchHighlights `json:"highlights"`
}

// SearchFact is what a response says about the whole search: see driver.ConsoleFact.
type SearchFact struct {
	Title string `json:"title"`
	Path  string `json:"path"`
	Text  string `json:"text"`
}

// SearchBuckets says how a response counts documents in buckets: see driver.ConsoleBuckets.
type SearchBuckets struct {
	Title  string   `json:"title"`
	Path   string   `json:"path"`
	Name   string   `json:"name"`
	Typed  string   `json:"typed"`
	List   string   `json:"list"`
	Key    string   `json:"key"`
	Shown  string   `json:"shown"`
	Count  string   `json:"count"`
	Nested bool     `json:"nested"`
	Value  string   `json:"value"`
	Own    []string `json:"own"`
	Stats  string   `json:"stats"`
	Quiet  []string `json:"quiet"`
}

// SearchHighlights says where a row has its highlighted texts: see driver.ConsoleHighlights.
type SearchHighlights struct {
	ByField   string `json:"byField"`
	List      string `json:"list"`
	Name      string `json:"name"`
	Fragment  string `json:"fragment"`
	Fragments string `json:"fragments"`
}

func searchResponse(a *console.Response) SearchResponse {
	form, said := a.Form, a.Search
	s := SearchResponse{
		Around: form.Around, Took: form.Took, Total: form.Total, Count: said.Count, Relation: said.Relation, AtLeast: said.AtLeast,
		Key: said.Key, Place: said.Place, Reserved: said.Reserved, DocFirst: said.DocFirst,
		Facts: make([]SearchFact, 0, len(said.Facts)), Buckets: make([]SearchBuckets, 0, len(said.Buckets)), Highlights: SearchHighlights(said.Highlights),
	}
	for _, f := range said.Facts {
		s.Facts = append(s.Facts, SearchFact(f))
	}
	for _, b := range said.Buckets {
		b.Own, b.Quiet = texts(b.Own), texts(b.Quiet)
		s.Buckets = append(s.Buckets, SearchBuckets(b))
	}
	return s
}

// ProfileLayout says how a profile becomes rows: see driver.ConsoleProfile.
type ProfileLayout struct {
	Parts []ProfilePart `json:"parts"`
	None  string        `json:"none"`
}

// ProfilePart is a kind of object in a profile: see driver.ProfilePart.
type ProfilePart struct {
	Inside   int      `json:"inside"`
	Kind     string   `json:"kind"`
	Path     string   `json:"path"`
	Before   string   `json:"before"`
	Of       string   `json:"of"`
	Form     string   `json:"form"`
	Title    []string `json:"title"`
	Text     []string `json:"text"`
	Joined   bool     `json:"joined"`
	Time     string   `json:"time"`
	Beside   bool     `json:"beside"`
	Sorted   bool     `json:"sorted"`
	Children string   `json:"children"`
	Spent    string   `json:"spent"`
	Calls    string   `json:"calls"`
	Ending   string   `json:"ending"`
	Details  string   `json:"details"`
	Share    string   `json:"share"`
	Note     string   `json:"note"`
}

// profileLayout returns no parts for a response without a profile.
func profileLayout(a *console.Response) ProfileLayout {
	l := ProfileLayout{Parts: []ProfilePart{}, None: a.Layout.None}
	if len(a.Measured) == 0 {
		return l
	}
	for _, p := range a.Layout.Parts {
		p.Title, p.Text = texts(p.Title), texts(p.Text)
		l.Parts = append(l.Parts, ProfilePart(p))
	}
	return l
}

func measured(all []console.Measured) []Measured {
	parts := make([]Measured, 0, len(all))
	for _, m := range all {
		parts = append(parts, Measured{Search: m.Search, From: known(m.From), Size: known(m.Size)})
	}
	return parts
}

func headerLines(all []console.Header) []HeaderLine {
	lines := make([]HeaderLine, 0, len(all))
	for _, h := range all {
		lines = append(lines, HeaderLine(h))
	}
	return lines
}

// SaveResponseRequest requests a file with a whole response. An existing file is replaced only if that is set.
type SaveResponseRequest struct {
	Call     string `json:"call"`
	Session  string `json:"session"`
	Tab      string `json:"tab"`
	Response string `json:"response"`
	Path     string `json:"path"`
	Replace  bool   `json:"replace"`
}

// Save writes a whole response to a file.
func (c *Console) Save(q SaveResponseRequest) (Nothing, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (Nothing, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return Nothing{}, err
		}
		response, err := strconv.ParseInt(q.Response, 10, 64)
		if err != nil {
			return Nothing{}, &driver.Error{Kind: driver.Invalid, Message: "There is no such response."}
		}
		return Nothing{}, c.consoles.Save(ctx, s, response, q.Path, q.Replace)
	})
}

// FindInResponseRequest is a text to search for in a whole response.
type FindInResponseRequest struct {
	Call      string `json:"call"`
	Session   string `json:"session"`
	Tab       string `json:"tab"`
	Response  string `json:"response"`
	Text      string `json:"text"`
	MatchCase bool   `json:"matchCase"`
}

// FoundInResponse is how often a text occurs in a response.
type FoundInResponse struct {
	Count string `json:"count"`
}

// Find counts a text's occurrences in a whole response.
func (c *Console) Find(q FindInResponseRequest) (FoundInResponse, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (FoundInResponse, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return FoundInResponse{}, err
		}
		response, err := strconv.ParseInt(q.Response, 10, 64)
		if err != nil {
			return FoundInResponse{}, &driver.Error{Kind: driver.Invalid, Message: "There is no such response."}
		}
		count, err := c.consoles.Find(ctx, s, response, console.Sought{Text: q.Text, MatchCase: q.MatchCase})
		return FoundInResponse{known(count)}, err
	})
}

// Curl returns the command lines that send the selected requests, without the credential.
func (c *Console) Curl(q ConsolePlanRequest) (RequestText, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (RequestText, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return RequestText{}, err
		}
		text, err := c.consoles.Curl(ctx, s, q.Text, selectionOf(q.Selection))
		return RequestText{Text: text}, err
	})
}

// PastedText replaces pasted curl commands.
type PastedText struct {
	Text    string   `json:"text"`
	Notice  string   `json:"notice"`  // which host, user and headers were left out, "" if nothing was
	Failure *Failure `json:"failure"` // why it is not requests but the commands, without their credentials
}

// FromCurl returns the requests of curl commands, as requests to the connection's server.
func (c *Console) FromCurl(q TypedRequest) (PastedText, error) {
	return call(c.calls, q.Call, func(context.Context) (PastedText, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return PastedText{}, err
		}
		text, notice, err := console.FromCurl(s, q.Text)
		pasted := PastedText{Text: text, Notice: notice}
		if err != nil {
			pasted.Failure = plainFailure(err)
		}
		return pasted, nil
	})
}

// TextChange replaces part of a text, in UTF-16 code units.
type TextChange struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Insert string `json:"insert"`
}

// TextChanges change a text, in text order.
type TextChanges struct {
	Changes []TextChange `json:"changes"`
}

// Format returns the changes that indent the bodies of the selected requests.
func (c *Console) Format(q ConsolePlanRequest) (TextChanges, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (TextChanges, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return TextChanges{}, err
		}
		changes, err := c.consoles.Format(ctx, s, q.Text, selectionOf(q.Selection))
		result := TextChanges{Changes: make([]TextChange, 0, len(changes))}
		for _, change := range changes {
			result.Changes = append(result.Changes, TextChange(change))
		}
		return result, err
	})
}

func selectionOf(q ConsoleSelection) console.Selection {
	return console.Selection{All: q.All, From: q.From, To: q.To, Profile: q.Profile}
}

// DropRequest names responses that are no longer shown. If it names none, the tab is closed and everything it has is
// released.
type DropRequest struct {
	Call      string   `json:"call"`
	Session   string   `json:"session"`
	Tab       string   `json:"tab"`
	Responses []string `json:"responses"`
}

// Drop releases responses. It ignores those that are not stored.
func (c *Console) Drop(q DropRequest) (Nothing, error) {
	return call(c.calls, q.Call, func(context.Context) (Nothing, error) {
		numbers := make([]int64, 0, len(q.Responses))
		for _, response := range q.Responses {
			n, err := strconv.ParseInt(response, 10, 64)
			if err != nil {
				return Nothing{}, &driver.Error{Kind: driver.Invalid, Message: "There is no such response."}
			}
			numbers = append(numbers, n)
		}
		c.consoles.Drop(q.Session, q.Tab, numbers...)
		return Nothing{}, nil
	})
}

// ResponsePart describes the bytes of a response that it accompanies.
type ResponsePart struct {
	From string `json:"from"`
	Size string `json:"size"` // of the whole response, in bytes
}

// maxPart is the maximum size of one part of a response, in bytes.
const maxPart = 4 << 20

// serve responds to GET /data/response?session=&response=&from=&size= with up to size bytes of a response, 4 MB at most,
// starting at from, and with their [ResponsePart] in a header.
func (c *Console) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		writeFailure(w, http.StatusMethodNotAllowed, &driver.Error{Kind: driver.Invalid, Message: "Data is read-only."})
		return
	}
	query := r.URL.Query()
	response, err1 := strconv.ParseInt(query.Get("response"), 10, 64)
	from, err2 := strconv.ParseInt(query.Get("from"), 10, 64)
	size, err3 := strconv.Atoi(query.Get("size"))
	if err1 != nil || err2 != nil || err3 != nil || from < 0 || size < 0 {
		writeFailure(w, http.StatusBadRequest, errNoPart)
		return
	}
	part, whole, err := c.part(query.Get("session"), response, from, min(size, maxPart))
	if err != nil {
		writeFailure(w, http.StatusUnprocessableEntity, err)
		return
	}
	writeData(w, ResponsePart{From: known(min(from, whole)), Size: known(whole)}, part)
}

// ResponseRows describes the block of rows that it is sent with.
type ResponseRows struct {
	Rows int  `json:"rows"` // number of rows found so far
	Per  int  `json:"per"`  // rows per block, 0 if unknown
	Done bool `json:"done"` // there are no more

	Beside int `json:"beside"` // number of columns outside the document, which come first
}

// serveRows responds to GET /data/rows?session=&response=&block= with a page block of a response's rows, and with the
// [ResponseRows] in a header. Blocks are counted from 0. A negative number returns only the columns and reads on.
func (c *Console) serveRows(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.URL.Query().Get("block"))
	if err != nil {
		writeFailure(w, http.StatusBadRequest, errNoPart)
		return
	}
	c.ofResponse(w, r, func(s *session.Session, response int64) ([]byte, any, error) {
		block, known, err := c.consoles.Rows(s, response, number)
		return block, ResponseRows(known), err
	})
}

// serveAround responds to GET /data/around?session=&response= with a response without its rows; with nothing until all
// rows have been read, or if it is longer than a page can show.
func (c *Console) serveAround(w http.ResponseWriter, r *http.Request) {
	c.ofResponse(w, r, func(s *session.Session, response int64) ([]byte, any, error) {
		text, err := c.consoles.Around(s, response)
		return text, Nothing{}, err
	})
}

var errNoPart = &driver.Error{Kind: driver.Invalid, Message: "There is no such part of a response."}

// ofResponse serves something read from a response.
func (c *Console) ofResponse(w http.ResponseWriter, r *http.Request, read func(*session.Session, int64) ([]byte, any, error)) {
	query := r.URL.Query()
	response, err := strconv.ParseInt(query.Get("response"), 10, 64)
	if r.Method != http.MethodGet || err != nil {
		writeFailure(w, http.StatusBadRequest, errNoPart)
		return
	}
	s, err := c.sessions.Get(query.Get("session"))
	if err != nil {
		writeFailure(w, http.StatusUnprocessableEntity, err)
		return
	}
	text, about, err := read(s, response)
	if err != nil {
		writeFailure(w, http.StatusUnprocessableEntity, err)
		return
	}
	writeData(w, about, text)
}

func (c *Console) part(id string, response, from int64, size int) ([]byte, int64, error) {
	s, err := c.sessions.Get(id)
	if err != nil {
		return nil, 0, err
	}
	return c.consoles.Range(s, response, from, size)
}
