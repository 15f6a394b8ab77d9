package typesense

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

const (
	unknownSame    = "No usable response to the write arrived. The document has not changed so far."
	unknownChanged = "No usable response to the write arrived. The document has changed: compare it with your edit."
	unknownGone    = "No usable response to the write arrived, and the document does not exist any more."
	unknownUnread  = "No usable response to the write arrived, and the document could not be read again."
)

// sent is what is remembered about a request of a plan.
type sent struct{ collection, id, hash string }

// Fields implements [wire.Message].
func (s *sent) Fields(c *wire.Codec) {
	c.Text(1, &s.collection)
	c.Text(2, &s.id)
	c.Text(3, &s.hash)
}

// sentState is the state of a plan.
type sentState struct{ rows []sent }

// Fields implements [wire.Message].
func (s *sentState) Fields(c *wire.Codec) { wire.List(c, 1, &s.rows) }

// Settle implements [driver.Planner]. The engine answers a write with the whole document.
func (engine) Settle(c *driver.Conn, a *driver.SettleArgs) (*driver.Settled, error) {
	var state sentState
	if err := wire.Decode(string(a.State), &state); err != nil {
		return nil, err
	}
	if a.Planned < 0 || a.Planned >= len(state.rows) {
		return nil, &driver.Error{Kind: driver.Invalid, Message: "There is no such request in the plan."}
	}
	s, r := &state.rows[a.Planned], &a.Reply
	switch {
	case r.Err != nil && !r.Err.Sent:
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: r.Err}, nil
	case r.Err != nil:
		return s.unknown(c, r.Err)
	case r.OK() && len(r.Kept) == 1 && jx.Unquote(r.Kept[0].Values[0]) == s.id:
		k := &r.Kept[0]
		return &driver.Settled{Outcome: driver.OutcomeDone, Revision: []driver.Text{{Key: "#hash", Value: k.Hash}}, Document: k.Document}, nil
	}
	e := answered(&driver.Request{}, r)
	e.Op = ""
	_, said := messageText(string(r.Body))
	switch {
	case r.Status == 404 && said:
		return s.gone(e), nil
	case r.Status >= 400 && r.Status < 500, r.Status == 503 && said:
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: e}, nil
	}
	return s.unknown(c, e)
}

func (s *sent) gone(cause *driver.Error) *driver.Settled {
	e := &driver.Error{Kind: driver.Conflict, Message: sentenceDeleted, Detail: cause.Message, Code: cause.Code, Status: cause.Status, Sent: true}
	return &driver.Settled{Outcome: driver.OutcomeConflict, Err: e}
}

// unknown reports the current document. The write is never repeated: it may still be on its way.
func (s *sent) unknown(c *driver.Conn, cause *driver.Error) (*driver.Settled, error) {
	send := again(s.collection, s.id)
	r, err := c.Do(send)
	if err == driver.ErrCancelled {
		return nil, err
	}
	e := *cause
	e.Sent = true
	e.Detail = strings.TrimSpace(e.Message + "\n" + e.Detail)
	settled := &driver.Settled{Outcome: driver.OutcomeUnknown, Err: &e}
	e.Message = unknownUnread
	if err != nil {
		return settled, nil
	}
	k, gone, fault := document(&send.Request, r)
	switch {
	case fault != nil:
	case gone:
		e.Message = unknownGone
	case k.Hash == s.hash:
		e.Message, settled.Document = unknownSame, k.Document
	default:
		e.Message, settled.Document = unknownChanged, k.Document
	}
	return settled, nil
}
