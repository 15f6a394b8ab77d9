package save

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

const (
	sentenceDeleted = "The document has been deleted since it was loaded."
	sentenceChanged = "The document has changed since it was loaded."
	sentenceEither  = "The document has changed or been deleted since it was loaded."
	hintUnread      = "Could not re-read the document. Save the change again to see the server's version."
	sentenceNoIndex = "The index of the document no longer exists."
	sentenceReborn  = "The index has been deleted and recreated since the document was loaded."
	sentenceNoSeq   = "Sequence numbers are disabled in this index, so a change made by someone else would be overwritten unnoticed."
	sentenceUnread  = "Could not re-read the document before writing it."
	sentenceAddress = "Writing a document needs its index and id."
	sentenceExists  = "A document with this id already exists."
)

// Plan implements Plan of [driver.Planner]. Every row is read again by one _mget, once it is known how its index stores
// documents: a row that is the same byte for byte is written under its current sequence number, any other is a
// conflict. An index that was deleted and created again restarts its sequence numbers, so that those of the plan could
// be those of other documents: its uuid is read before the documents and again before the first request is sent.
func Plan(c *driver.Conn, a *driver.PlanArgs) (*driver.Plan, error) {
	v, err := search.ViewOf(c, a.View)
	if err != nil {
		return nil, err
	}
	if a.Drop {
		return drop(c, a.Object)
	}
	p := &planner{server: es.VersionOf(c), vectors: v.Vectors}
	p.rows = p.newRows(a.Rows)
	if err := p.read(c); err != nil {
		return nil, err
	}
	if err := p.look(c); err != nil {
		return nil, err
	}
	plan := &driver.Plan{Requests: make([]driver.Planned, 0, len(p.rows))}
	for _, r := range p.rows {
		if r.plain() {
			r.place()
		}
		if r.plain() {
			p.plan(r, plan)
		}
		plan.Refusals = append(plan.Refusals, r.refusals...)
	}
	for _, k := range p.kept {
		plan.Notices = append(plan.Notices, k.notices()...)
		if k.written && len(k.uuids) > 0 {
			plan.Preconditions = append(plan.Preconditions, k.same())
		}
	}
	return plan, nil
}

// planner holds what a plan is made from.
type planner struct {
	server  es.Version
	vectors bool // some index may have vectors outside of its documents
	rows    []*row
	kept    []*keeping // of the indices of the rows
	named   string     // the index whose name was checked last

	// Buffers that all rows share: an allocation costs the interpreter more than the bytes in it.
	bodies  *jx.Writer
	codec   wire.Codec
	sent    sent
	states  []byte
	address []byte
}

// docKey identifies a document.
type docKey struct{ index, id, routing string }

func docKeyOf(key []driver.Text) docKey {
	return docKey{es.TextAt(key, "#index"), es.TextAt(key, "#id"), es.TextAt(key, "#routing")}
}

// row is one edited row that becomes a request.
type row struct {
	number int
	act    string
	cells  []driver.CellEdit
	docKey
	from            docKey // of the document that is read again: its own, or that of the row that it duplicates
	seq, term, hash string // the revision that was shown, then the present one
	uuid            string // of the index, "" unless this session wrote the document
	copies          bool   // it is a new row that duplicates another
	absent          bool   // the document must not exist: it is new, or the undone save deleted it
	before          int64  // the document to restore
	document        driver.Kept
	keeping, origin *keeping      // of the index to write to, and of the one read from
	seen            []driver.Seen // how the document spells the path of each cell
	parents         [][]driver.Seen
	values          []string // JSON, of each cell
	edits           []driver.SpliceEdit
	refusals        []driver.Refusal
}

// newRows returns the rows of some edits. They share their memory.
func (p *planner) newRows(edited []driver.RowEdit) []*row {
	cells := 0
	for i := range edited {
		cells += len(edited[i].Cells)
	}
	all, rows := make([]row, len(edited)), make([]*row, len(edited))
	values, edits := make([]string, cells), make([]driver.SpliceEdit, cells)
	for i := range edited {
		n := len(edited[i].Cells)
		rows[i] = &all[i]
		rows[i].values, values = values[:n:n], values[n:]
		rows[i].edits, edits = edits[:0:n], edits[n:]
		p.begin(rows[i], i, &edited[i])
	}
	return rows
}

// begin fills a row with what was edited, and refuses what cannot be written whatever the server has.
func (p *planner) begin(r *row, number int, e *driver.RowEdit) {
	r.number, r.act, r.cells, r.docKey, r.before = number, e.Act, e.Cells, docKeyOf(e.Key), e.Before
	base := e.Base
	r.from = r.docKey
	r.absent = e.Act == driver.ActCreate || es.TextAt(base, keyDeleted) != ""
	if r.copies = r.creates() && len(e.CopyKey) > 0; r.copies {
		r.from, base, r.absent = docKeyOf(e.CopyKey), e.CopyBase, false
	}
	r.seq, r.term, r.hash, r.uuid = es.TextAt(base, "#seq"), es.TextAt(base, "#term"), es.TextAt(base, "#hash"), es.TextAt(base, keyUUID)
	switch {
	case r.from.id == "" && (!r.creates() || r.copies), r.from.index == "", !p.isName(r.index):
		r.refuse(driver.Invalid, sentenceAddress)
	case p.server.ReadsAsRoute(r.id):
		r.refuse(driver.Unsupported, es.SentenceRoute)
	}
	for i := range r.cells {
		if cell := &r.cells[i]; len(cell.Nested) > 0 {
			r.refuseCell(cell, inArray(cell))
		}
	}
}

// isName reports whether a text can be the name of a single index. Most rows have the same one as the previous row.
func (p *planner) isName(index string) bool {
	if index != p.named {
		if es.NameProblem(index) != "" || es.IsPattern(index) {
			return false
		}
		p.named = index
	}
	return true
}

// creates reports whether the row is a new one.
func (r *row) creates() bool { return r.act == driver.ActCreate }

// plain reports whether nothing has kept the row from being written so far.
func (r *row) plain() bool { return len(r.refusals) == 0 }

func (r *row) refuse(kind driver.Kind, message string) {
	r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Err: &driver.Error{Kind: kind, Message: message}})
}

func (r *row) refuseCell(cell *driver.CellEdit, message string) {
	r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Column: cell.Column, Err: &driver.Error{Kind: driver.Invalid, Message: message}})
}

// conflict says that the document differs from the one that was shown or that the undone save wrote; theirs is the
// current one, 0 if there is none.
func (r *row) conflict(message string, theirs int64) {
	if before, loaded := strings.CutSuffix(message, "loaded."); loaded && r.act == driver.ActRestore {
		message = before + "saved."
	}
	r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Err: &driver.Error{Kind: driver.Conflict, Message: message}, Theirs: theirs})
}

// revisions names the sequence number at which a document was shown or saved, and its current one; "" if they are the
// same or unknown.
func revisions(then, since string, saved bool) string {
	if then == "" || since == "" || then == since {
		return ""
	}
	if saved {
		return "It was saved as revision " + then + "; the server now has revision " + since + "."
	}
	return "You loaded revision " + then + "; the server now has revision " + since + "."
}

// read reads how the indices of the rows store documents, and then the rows.
func (p *planner) read(c *driver.Conn) error {
	var wanted []*row
	for _, r := range p.rows {
		if r.plain() {
			r.keeping, r.origin = p.keepingOf(r.index), p.keepingOf(r.from.index)
			wanted = append(wanted, r)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	var sends []driver.Send
	for _, k := range p.kept {
		sends = append(sends, k.sends()...)
	}
	sends = append(sends, privileges())
	replies, err := c.DoAll(sends...)
	if err != nil {
		return err
	}
	last := len(sends) - 1
	hidden, refused := restrictionsOf(&sends[last], &replies[last])
	if refused == nil && hidden.unknown {
		reply, err := c.Do(licence())
		if err != nil {
			return err
		}
		hidden.unknown = !reply.OK() || jx.Unquote(reply.Picked[0]) != "basic"
	}
	for i, k := range p.kept {
		k.take(sends[2*i:], replies[2*i:])
		if refused != nil {
			k.refused = refused
		} else {
			k.hidden = hidden.of(k.index)
		}
	}
	wanted = slices.DeleteFunc(wanted, func(r *row) bool {
		missing := r.creates() && r.keeping.routed && r.routing == ""
		if missing {
			r.refuse(driver.Invalid, es.SentenceRouted)
		}
		return missing
	})
	if err := reread(c, wanted, alike(wanted), p.server); err != nil {
		return err
	}
	for _, r := range wanted {
		if r.plain() {
			r.compare()
		}
	}
	return nil
}

// keepingOf notes an index among those that are read.
func (p *planner) keepingOf(index string) *keeping {
	at := slices.IndexFunc(p.kept, func(k *keeping) bool { return k.index == index })
	if at < 0 {
		at = len(p.kept)
		p.kept = append(p.kept, &keeping{index: index, server: p.server, vectors: p.vectors})
	}
	return p.kept[at]
}

// alike returns the paths of the cells if they are the same in each row that has cells, nil if they differ. The documents
// of such rows are looked at as they are read, which spares a step with a look and a reply for each row.
func alike(rows []*row) []string {
	var paths []string
	for _, r := range rows {
		if len(r.cells) == 0 {
			continue
		}
		if paths == nil {
			for i := range r.cells {
				paths = append(paths, r.cells[i].At)
			}
		}
		same := len(paths) == len(r.cells)
		for i := 0; same && i < len(paths); i++ {
			same = r.cells[i].At == paths[i]
		}
		if !same {
			return nil
		}
	}
	return paths
}

// reread reads the documents of the rows that have one, and looks at them for paths.
func reread(c *driver.Conn, rows []*row, paths []string, s es.Version) error {
	var of []*row
	var at []docKey
	for _, r := range rows {
		if r.from.id != "" {
			of, at = append(of, r), append(at, r.from)
		}
	}
	if len(of) == 0 {
		return nil
	}
	send := again(at, s)
	send.Keep.Look = paths
	reply, err := c.Do(send)
	if e, ok := err.(*driver.Error); ok && es.IsUnended(e) {
		if half := len(of) / 2; half > 0 { // alone, it can be read
			if err := reread(c, of[:half], paths, s); err != nil {
				return err
			}
			return reread(c, of[half:], paths, s)
		}
		err = es.NameDocument(e)
	}
	if err != nil {
		return err
	}
	return documents(of, &send.Request, reply)
}

// The attributes to request of each document that is read again.
const (
	againFound = iota
	againSeq
	againTerm
	againError
)

// again returns the request that reads documents again (Multi get API). Sources are returned as they are stored.
func again(all []docKey, s es.Version) driver.Send {
	seal := ""
	if len(all) == 1 {
		seal = onlyEnd
	}
	return driver.Send{
		Request: es.Ask("/_mget", wholeSource(s), es.AsJSON, addresses(all), "save"), Verb: driver.Keep, Seal: seal,
		Keep: &driver.KeepPlan{At: "docs", Doc: "_source", Values: []string{
			againFound: "found", againSeq: "_seq_no", againTerm: "_primary_term", againError: "error",
		}},
	}
}

// addresses returns the body of an _mget of documents.
func addresses(all []docKey) []byte {
	w := jx.NewWriter(64 * len(all))
	w.Open('{').Key("docs").Open('[')
	index := "" // as JSON, written again only if it differs from that of the row before
	for i := range all {
		if i == 0 || all[i].index != all[i-1].index {
			index = `"_index":` + es.Quote(all[i].index)
		}
		w.Open('{').Raw(index).Raw(`"_id":`).Text(all[i].id)
		if all[i].routing != "" {
			w.Raw(`"routing":`).Text(all[i].routing)
		}
		w.Close("}")
	}
	return w.Close("]}").Bytes()
}

// write begins an object with the address.
func (a *docKey) write(w *jx.Writer) {
	w.Open('{').Key("_index").Text(a.index)
	if a.id != "" {
		w.Key("_id").Text(a.id)
	}
	if a.routing != "" {
		w.Key("routing").Text(a.routing)
	}
}

// wholeSource makes a request for single documents return everything in them.
func wholeSource(s es.Version) string {
	if s.LeavesVectors() {
		return es.VectorsToo
	}
	return ""
}

// documents assigns to each row the document that was read for it.
func documents(rows []*row, req *driver.Request, r *driver.Reply) error {
	switch {
	case r.Err != nil:
		return r.Err
	case !r.OK():
		return es.ErrorOf(req, r)
	case len(r.Kept) != len(rows):
		return &driver.Error{Kind: driver.Engine, Message: sentenceUnread, Op: req.Method + " " + req.Path, Status: r.Status, Sent: true}
	}
	for i, k := range r.Kept {
		rows[i].document = k
		if raw := k.Values[againError]; raw != "" {
			e := unread(raw, rows[i].from.index)
			e.Op, e.Sent = req.Method+" "+req.Path, true
			rows[i].refusals = append(rows[i].refusals, driver.Refusal{Row: rows[i].number, Err: e})
		}
	}
	return nil
}

// unread returns the error of one document of an _mget, which has no status of its own.
func unread(raw, index string) *driver.Error {
	e := es.ParseError(`{"error":`+raw+`}`, 0)
	switch e.Code {
	case es.NoIndex:
		e.Kind, e.Detail, e.Message = driver.NotFound, e.Message, sentenceNoIndex
	case "security_exception":
		e.Kind = driver.Auth
	default:
		e = unwritable(e, index)
	}
	return e
}

// compare compares the document that was read with the one that was shown. If its bytes are the same, it may still have
// a newer revision, which replaces the one shown; without a hash, the revision of this session's own write identifies
// its bytes.
func (r *row) compare() {
	for _, k := range []*keeping{r.keeping, r.origin} {
		if k.refused != nil {
			r.refusals = append(r.refusals, driver.Refusal{Row: r.number, Err: k.refused})
			return
		}
	}
	k := &r.document
	if r.from.id == "" {
		return
	}
	found, seq, term := k.Values[againFound] == "true", k.Values[againSeq], k.Values[againTerm]
	switch {
	case k.Flaw != "" && r.act != driver.ActDelete:
		r.refuse(driver.Unsupported, k.Flaw)
	case r.uuid != "" && r.origin.uuid() != "" && r.uuid != r.origin.uuid():
		r.conflict(sentenceReborn, k.Document)
	case r.absent:
		if found {
			r.conflict(sentenceExists, k.Document)
		}
		return
	case !found:
		r.conflict(sentenceDeleted, 0)
	case k.Document == 0:
		r.refuse(driver.Unsupported, r.from.index+" stores no source")
	case seq == "" || seq == "-2" || term == "":
		r.refuse(driver.Unsupported, sentenceNoSeq)
	case r.hash == "" && (seq != r.seq || term != r.term), r.hash != "" && k.Hash != r.hash:
		message := sentenceChanged
		if seq == r.seq && term == r.term {
			message = sentenceReborn
		}
		r.conflict(message, k.Document)
		if message == sentenceChanged {
			r.refusals[len(r.refusals)-1].Err.Hint = revisions(r.seq, seq, r.act == driver.ActRestore)
		}
	}
	r.seq, r.term = seq, term
}

// onlyEnd is what an _mget of one document ends with.
const onlyEnd = "}]}"
