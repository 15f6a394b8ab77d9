package typesense

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

// sent is what to remember about a plan's request.
type sent struct{ collection, id, hash string }

// Fields implements [wire.Message].
func (s *sent) Fields(c *wire.Codec) {
	c.Text(1, &s.collection)
	c.Text(2, &s.id)
	c.Text(3, &s.hash)
}

// Settle implements [driver.Planner]. The engine responds to a write with the whole document.
func (engine) Settle(c *driver.Conn, a *driver.SettleArgs) (*driver.Settled, error) {
	s := &sent{}
	if err := wire.Decode(string(a.Own), s); err != nil {
		return nil, err
	}
	r := &a.Reply
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
	case r.Status == 404, r.Status == 408, r.Status == 499: // a proxy, or a server that passed the write on, stopped waiting
	case r.Status >= 400 && r.Status < 500, r.Status == 503 && said:
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: e}, nil
	}
	return s.unknown(c, e)
}

func (s *sent) gone(cause *driver.Error) *driver.Settled {
	e := &driver.Error{Kind: driver.Conflict, Message: sentenceDeleted, Detail: cause.Message, Code: cause.Code, Status: cause.Status, Sent: true}
	return &driver.Settled{Outcome: driver.OutcomeConflict, Err: e}
}

// unknown returns the outcome with the current document.
func (s *sent) unknown(c *driver.Conn, cause *driver.Error) (*driver.Settled, error) {
	send := again(s.collection, s.id)
	r, err := c.Do(send)
	if err == driver.ErrCancelled {
		return nil, err
	}
	if err != nil {
		return edit.Unknown(cause, edit.Unread, 0), nil
	}
	k, gone, fault := document(&send.Request, r)
	switch {
	case fault != nil:
		return edit.Unknown(cause, edit.Unread, 0), nil
	case gone:
		return edit.Unknown(cause, edit.Gone, 0), nil
	case k.Hash == s.hash:
		return edit.Unknown(cause, edit.Same, k.Document), nil
	}
	return edit.Unknown(cause, edit.Changed, k.Document), nil
}
