package save

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/es"
)

// sent is what is remembered about a request of a plan.
type sent struct {
	docKey
	act  string // its action: "update", "create", "delete" or drops
	hash string // of the document that it changes
	uuid string // of its index
	seq  string // the sequence number under which it was sent, "" for a new document
	bulk bool
}

// Fields implements [wire.Message].
func (s *sent) Fields(c *wire.Codec) {
	c.Text(1, &s.index)
	c.Text(2, &s.id)
	c.Text(3, &s.routing)
	c.Text(4, &s.hash)
	c.Bool(5, &s.bulk)
	c.Text(6, &s.uuid)
	c.Text(7, &s.act)
	c.Text(8, &s.seq)
}

// Settle implements Settle of [driver.Planner]. If the document was not written, or it is uncertain whether it was, it
// is read again.
func Settle(c *driver.Conn, a *driver.SettleArgs) (*driver.Settled, error) {
	s := &sent{}
	if err := wire.Decode(string(a.Own), s); err != nil {
		return nil, err
	}
	r := &a.Reply
	switch {
	case r.Err != nil && !r.Err.Sent:
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: r.Err}, nil
	case s.act == actDrop:
		return s.dropped(c, r)
	case r.Err != nil:
		return s.unknown(c, r.Err)
	}
	status, body := r.Status, string(r.Body)
	if s.bulk && r.OK() {
		status, body = onlyItem(body)
	}
	raw, seqOK := jx.Get(body, "_seq_no")
	term, termOK := jx.Get(body, "_primary_term")
	switch {
	case status >= 200 && status < 300 && seqOK && termOK:
		return s.done(body, raw, term), nil
	case (status == 409 || status == 404) && errorTypes(body) != "":
		return s.conflict(c, es.ParseError(body, status))
	case rejected(status, body):
		e := unwritable(s.worded(r, body, status), s.index)
		if s.act == "create" {
			e = es.ExplainRouting(e)
		}
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: e}, nil
	}
	return s.unknown(c, s.worded(r, body, status))
}

// done returns the outcome of a write that the server confirmed.
func (s *sent) done(body, seq, term string) *driver.Settled {
	settled := &driver.Settled{Outcome: driver.OutcomeDone, Revision: []driver.Text{
		{Key: "#seq", Value: seq}, {Key: "#term", Value: term}, {Key: keyUUID, Value: s.uuid},
	}}
	switch s.act {
	case "create":
		settled.Key = []driver.Text{{Key: "#index", Value: jx.Text(body, "_index")}, {Key: "#id", Value: jx.Text(body, "_id")}}
		if s.routing != "" {
			settled.Key = append(settled.Key, driver.Text{Key: "#routing", Value: s.routing})
		}
	case "delete":
		settled.Revision = append(settled.Revision, driver.Text{Key: keyDeleted, Value: "true"})
	}
	return settled
}

// success returns the number of the plain success of a request, which every shard carried out; 0 for none.
func (k *keeping) success(plan *driver.Plan, s *sent) int {
	if s.bulk || s.act == "create" && s.routing != "" {
		return 0
	}
	if n := k.plain[s.act]; n > 0 {
		return n
	}
	plain := driver.Success{
		Must:     []driver.Text{{Key: "_shards.failed", Value: "0"}},
		Revision: []driver.Hidden{es.HiddenSeq, es.HiddenTerm},
		Fixed:    []driver.Text{{Key: keyUUID, Value: s.uuid}},
	}
	switch s.act {
	case "create":
		plain.Key = []driver.Hidden{es.HiddenIndex, es.HiddenID}
	case "delete":
		plain.Fixed = append(plain.Fixed, driver.Text{Key: keyDeleted, Value: "true"})
	}
	plan.Successes = append(plan.Successes, plain)
	if k.plain == nil {
		k.plain = map[string]int{}
	}
	k.plain[s.act] = len(plan.Successes)
	return len(plan.Successes)
}

// rejected reports whether a response means that the server did not begin to write. No status from 500 does: the engine
// sends a write again to the next primary, and reports 503 with unavailable_shards_exception if there is none, although the
// first one may have written (Reading and writing documents, "Failure handling").
func rejected(status int, body string) bool {
	switch status {
	case 404, 409: // of a proxy
		return false
	case 408, 499: // a proxy stopped waiting
		return false
	case 429: // also for a write that a replica refused, and for anything that took too long
		_, written := jx.Get(body, "result")
		return !written && !strings.Contains(errorTypes(body), "timeout")
	}
	return status >= 400 && status < 500
}

// errorTypes returns the types of the engine's error and of its causes, "" if the engine reported none.
func errorTypes(body string) string {
	raw, isJSON := jx.Get(body, "error")
	if !isJSON || raw[0] != '{' {
		return ""
	}
	return jx.Text(raw, "type") + " " + jx.Text(es.FirstItem(raw, "root_cause"), "type") + " " + jx.Text(raw, "caused_by", "type")
}

// onlyItem returns the status and the body of the only action of a bulk response, whose own status is 200 even if the
// action failed.
func onlyItem(body string) (status int, item string) {
	jx.Each(es.FirstItem(body, "items"), func(_, value string) bool {
		item = value
		return false
	})
	raw, _ := jx.Get(item, "status")
	return int(es.ParseInt(raw)), item
}

func (s *sent) worded(r *driver.Reply, body string, status int) *driver.Error {
	e := es.ErrorOf(&driver.Request{}, &driver.Reply{Status: status, Headers: r.Headers, Body: []byte(body)})
	e.Op = ""
	return e
}

// conflict reads the current document. A write with an outdated revision changes nothing. A document that cannot be read is
// not reported as a conflict: one without a document means that it was deleted.
func (s *sent) conflict(c *driver.Conn, cause *driver.Error) (*driver.Settled, error) {
	k, err := s.again(c)
	if err != nil {
		return nil, err
	}
	e := &driver.Error{Kind: driver.Conflict, Message: sentenceChanged, Code: cause.Code, Detail: cause.Message, Status: cause.Status, Sent: true}
	settled := &driver.Settled{Outcome: driver.OutcomeConflict, Err: e}
	exists := k != nil && k.Values[againFound] == "true"
	switch {
	case exists:
		settled.Document = k.Document
		e.Hint = revisions(s.seq, k.Values[againSeq], false)
	case k != nil:
		e.Message = sentenceDeleted
	}
	if s.act == "create" {
		e.Message = sentenceExists
	}
	switch {
	case cause.Code == es.NoIndex:
		e.Message = sentenceNoIndex
	case k == nil:
		settled.Outcome = driver.OutcomeRefused
		e.Hint = hintUnread
		if s.act != "create" {
			e.Message = sentenceEither
		}
	}
	return settled, nil
}

// unknown reports the current document.
func (s *sent) unknown(c *driver.Conn, cause *driver.Error) (*driver.Settled, error) {
	if s.id == "" {
		return edit.Unknown(cause, edit.Unnamed, 0), nil
	}
	k, err := s.again(c)
	if err != nil {
		return nil, err
	}
	switch {
	case k == nil:
		return edit.Unknown(cause, edit.Unread, 0), nil
	case s.act == "create" && k.Values[againFound] == "true":
		return edit.Unknown(cause, edit.Made, k.Document), nil
	case s.act == "create":
		return edit.Unknown(cause, edit.Unmade, 0), nil
	case k.Values[againFound] != "true":
		return edit.Unknown(cause, edit.Gone, 0), nil
	case k.Hash == s.hash:
		return edit.Unknown(cause, edit.Same, k.Document), nil
	}
	return edit.Unknown(cause, edit.Changed, k.Document), nil
}

// again reads the document; it returns nil if that failed. The error means that the operation was cancelled.
func (s *sent) again(c *driver.Conn) (*driver.Kept, error) {
	send := again([]docKey{s.docKey}, es.VersionOf(c))
	r, err := c.Do(send)
	if err == driver.ErrCancelled {
		return nil, err
	}
	if err != nil || !r.OK() || len(r.Kept) != 1 || r.Kept[0].Values[againError] != "" {
		return nil, nil
	}
	return &r.Kept[0], nil
}
