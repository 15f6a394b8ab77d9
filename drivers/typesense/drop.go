package typesense

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

const (
	formDrop        = "Delete collection"
	reasonDrop      = "The collection is deleted with all its documents and its schema."
	sentenceReplace = "The collection has been deleted and created again since."
	sentenceDropped = "The collection no longer exists."
	stillThere      = "No usable response arrived. The collection still exists."
	dropUnread      = "No usable response arrived, and Quarry could not check whether the collection still exists."
	dropAgain       = "The server may still delete it. Refresh the list of collections before you delete it again."
	dropConfirmed   = "No usable response arrived, but the collection no longer exists."
)

// drop plans to delete a collection (Collections, "Drop a collection"). The engine would delete the collection of an
// alias, so the name must be the collection's own.
func drop(c *driver.Conn, object string) (*driver.Plan, error) {
	made, _, err := own(c, object, "Delete")
	if err != nil {
		return nil, err
	}
	s := &sent{collection: object, hash: made, drops: true}
	return &driver.Plan{
		Requests: []driver.Planned{{
			Form: formDrop, Reason: reasonDrop, Request: driver.Request{Method: "DELETE", Path: collectionPath(object), Purpose: "save"}, State: wire.Append(nil, s),
		}},
		Preconditions: []driver.Precondition{sameCollection(object, made)},
	}, nil
}

// own returns when a collection was made and how many documents it has, if object is its own name and not an alias. act
// is what is to be done with it.
func own(c *driver.Conn, object, act string) (made string, count int64, err error) {
	read := madeAt(object)
	read.Pick = []string{"created_at", "name", "num_documents"}
	r, err := c.Do(read)
	if err != nil {
		return "", 0, err
	}
	if !r.OK() {
		return "", 0, answered(&read.Request, r)
	}
	if name := jx.Unquote(r.Picked[1]); name != object {
		return "", 0, &driver.Error{Kind: driver.Invalid, Message: object + " is an alias of " + name + ". " + act + " the collection under its own name."}
	}
	return r.Picked[0], number(r.Picked[2]), nil
}

// sameCollection returns the precondition that the collection is still the one that was made then.
func sameCollection(object, made string) driver.Precondition {
	return driver.Precondition{Send: madeAt(object), Value: made, Changed: sentenceReplace, Gone: sentenceDropped}
}

// madeAt returns the request for the time at which a collection was made.
func madeAt(object string) driver.Send {
	return driver.Send{Request: get(collectionPath(object), "", "save"), Verb: driver.Pick, Pick: []string{"created_at"}}
}

// dropped judges the response to the deletion of a collection, which is the collection's schema.
func (s *sent) dropped(c *driver.Conn, r *driver.Reply) (*driver.Settled, error) {
	cause := r.Err
	if cause == nil {
		if r.OK() && jx.Text(string(r.Body), "name") == s.collection {
			return &driver.Settled{Outcome: driver.OutcomeDone}, nil
		}
		if settled := s.rejection(r); settled != nil {
			return settled, nil
		}
		cause = answered(&driver.Request{}, r)
	}
	settled := edit.Unknown(cause, edit.Unread, 0)
	settled.Err.Message, settled.Err.Hint = dropUnread, dropAgain
	reply, err := c.Do(madeAt(s.collection))
	switch {
	case err == driver.ErrCancelled:
		return nil, err
	case err != nil:
	case reply.OK() && reply.Picked[0] == s.hash:
		settled.Err.Message = stillThere
	case reply.OK(), reply.Status == 404:
		settled.Err.Message, settled.Err.Hint = dropConfirmed, ""
	}
	return settled, nil
}

// rejection judges a response that means that nothing was done to the collection; nil for any other response.
func (*sent) rejection(r *driver.Reply) *driver.Settled {
	cause := answered(&driver.Request{}, r)
	_, said := messageText(string(r.Body))
	switch {
	case r.Status == 404 && said:
		cause.Kind = driver.Conflict
		return &driver.Settled{Outcome: driver.OutcomeConflict, Err: cause}
	case rejected(r.Status, said):
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: cause}
	}
	return nil
}
