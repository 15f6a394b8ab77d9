package typesense

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

// sent is what to remember about a plan's request.
type sent struct {
	collection, id          string // id is "" until the server has made it
	hash                    string // of the document before; of a collection, when it was made
	creates, deletes, drops bool
	empties                 bool
	count                   int64 // of empties: how many documents there were
}

// Fields implements [wire.Message].
func (s *sent) Fields(c *wire.Codec) {
	c.Text(1, &s.collection)
	c.Text(2, &s.id)
	c.Text(3, &s.hash)
	c.Bool(4, &s.creates)
	c.Bool(5, &s.deletes)
	c.Bool(6, &s.drops)
	c.Bool(7, &s.empties)
	c.Int(8, &s.count)
}

// Settle implements [driver.Planner]. The engine responds to a write with the whole document, and to a deletion with
// the one that it deleted.
func (engine) Settle(c *driver.Conn, a *driver.SettleArgs) (*driver.Settled, error) {
	s := &sent{}
	if err := wire.Decode(string(a.Own), s); err != nil {
		return nil, err
	}
	r := &a.Reply
	switch {
	case r.Err != nil && !r.Err.Sent:
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: r.Err}, nil
	case a.Unsent:
		check := again(s.collection, s.id)
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: answered(&check.Request, r)}, nil
	case s.drops:
		return s.dropped(c, r)
	case s.empties:
		return s.emptied(c, r)
	case r.Err != nil:
		return s.unknown(c, r.Err)
	case r.OK() && len(r.Kept) == 1 && s.has(jx.Unquote(r.Kept[0].Values[0])):
		s.id = jx.Unquote(r.Kept[0].Values[0])
		return s.done(&r.Kept[0]), nil
	}
	e := answered(&driver.Request{}, r)
	e.Op = ""
	_, said := messageText(string(r.Body))
	switch {
	case r.Status == 404 && said && !s.creates:
		return conflicting(sentenceDeleted, e, 0), nil
	case r.Status == 409 && said && s.creates && s.id != "":
		return s.exists(c, e)
	case r.Status == 404 && said, rejected(r.Status, said):
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: e}, nil
	}
	return s.unknown(c, e)
}

// has reports whether a response with this id is about the document that was sent.
func (s *sent) has(id string) bool {
	if s.id == "" {
		return s.creates && id != ""
	}
	return id == s.id
}

// rejected reports whether a response means that nothing was written. A 404, a 408 or a 499 can be that of a proxy that
// stopped waiting; a 503 with a message is that of a server that does not accept writes yet.
func rejected(status int, said bool) bool {
	switch status {
	case 404, 408, 499:
		return false
	}
	return status >= 400 && status < 500 || status == 503 && said
}

// done returns the outcome of a write that the server confirmed with the document.
func (s *sent) done(k *driver.Kept) *driver.Settled {
	settled := &driver.Settled{Outcome: driver.OutcomeDone, Revision: []driver.Text{{Key: "#hash", Value: k.Hash}}, Document: k.Document}
	if s.creates {
		settled.Key = []driver.Text{{Key: "#id", Value: s.id}}
	}
	if s.deletes {
		settled.Revision, settled.Document = append(settled.Revision, driver.Text{Key: keyDeleted, Value: "true"}), 0
	}
	return settled
}

func conflicting(message string, cause *driver.Error, theirs int64) *driver.Settled {
	e := &driver.Error{Kind: driver.Conflict, Message: message, Detail: cause.Message, Code: cause.Code, Status: cause.Status, Sent: true}
	return &driver.Settled{Outcome: driver.OutcomeConflict, Err: e, Document: theirs}
}

// exists returns the outcome for a new document whose id another one has.
func (s *sent) exists(c *driver.Conn, cause *driver.Error) (*driver.Settled, error) {
	k, _, err := s.now(c)
	if err != nil {
		return nil, err
	}
	if k == nil {
		return conflicting(sentenceExists, cause, 0), nil
	}
	return conflicting(sentenceExists, cause, k.Document), nil
}

// now reads the document; k is nil if that failed, or if it does not exist. The error is for a cancelled operation.
func (s *sent) now(c *driver.Conn) (k *driver.Kept, gone bool, err error) {
	send := again(s.collection, s.id)
	r, err := c.Do(send)
	if err == driver.ErrCancelled {
		return nil, false, err
	}
	if err != nil {
		return nil, false, nil
	}
	k, gone, fault := document(&send.Request, r)
	if fault != nil {
		return nil, false, nil
	}
	return k, gone, nil
}

// unknown returns the outcome with the current document, which cannot be read if its id is not known.
func (s *sent) unknown(c *driver.Conn, cause *driver.Error) (*driver.Settled, error) {
	if s.id == "" {
		return edit.Unknown(cause, edit.Unnamed, 0), nil
	}
	k, gone, err := s.now(c)
	switch {
	case err != nil:
		return nil, err
	case gone && s.creates:
		return edit.Unknown(cause, edit.Unmade, 0), nil
	case gone:
		return edit.Unknown(cause, edit.Gone, 0), nil
	case k == nil:
		return edit.Unknown(cause, edit.Unread, 0), nil
	case s.creates:
		return edit.Unknown(cause, edit.Made, k.Document), nil
	case k.Hash == s.hash:
		return edit.Unknown(cause, edit.Same, k.Document), nil
	}
	return edit.Unknown(cause, edit.Changed, k.Document), nil
}
