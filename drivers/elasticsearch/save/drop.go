package save

import (
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
	"quarry/drivers/elasticsearch/es"
)

// actDrop is the action of the request that deletes an index.
const actDrop = "drop"

const (
	formDrop      = "Delete index"
	reasonDrop    = "The index is deleted with all its documents, its mapping and its settings."
	oneAtATime    = " Delete one index at a time."
	stillThere    = "No usable response arrived. The index still exists."
	dropUnread    = "No usable response arrived, and Quarry could not check whether the index still exists."
	dropAgain     = "The server may still delete it. Refresh the list of indices before you delete it again."
	dropConfirmed = "No usable response arrived, but the index no longer exists."
)

// drop plans to delete an index. A name that the engine would read as several indices is refused before anything is
// sent: older servers delete everything that a wildcard matches (Delete index API,
// "action.destructive_requires_name").
func drop(c *driver.Conn, object string) (*driver.Plan, error) {
	switch {
	case object == "_all" || es.IsPattern(object) || strings.HasPrefix(object, "-"):
		return nil, es.Invalid(object + " is a pattern or a list." + oneAtATime)
	case es.IsDateMath(object):
		return nil, es.Invalid(object + " is computed from the date." + oneAtATime)
	}
	if err := es.CheckName(object); err != nil {
		return nil, err
	}
	k := &keeping{index: object}
	send := k.same().Send
	send.Verb, send.Walk = driver.Fields, []driver.FieldSpec{{}}
	r, err := c.Do(send)
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, es.ErrorOf(&send.Request, r)
	}
	alone := true
	r.EachRecord(func(_ int, rec *driver.Record) { alone = alone && rec.Name == object })
	k.uuids = elements(r.Picked[0])
	if !alone || len(k.uuids) != 1 {
		return nil, es.Invalid(object + " is an alias or a data stream, not an index. Delete its indices one at a time.")
	}
	k.uuids[0] = jx.Unquote(k.uuids[0])
	request := driver.Request{Method: "DELETE", Path: es.Path(object), Purpose: "save"}
	state := wire.Append(nil, &sent{docKey: docKey{index: object}, act: actDrop, uuid: k.uuid()})
	return &driver.Plan{
		Requests:      []driver.Planned{{Form: formDrop, Reason: reasonDrop, Request: request, State: state}},
		Preconditions: []driver.Precondition{k.same()},
	}, nil
}

// dropped judges the response to the deletion of an index. An index that still exists may be deleted later.
func (s *sent) dropped(c *driver.Conn, r *driver.Reply) (*driver.Settled, error) {
	if acknowledged, _ := jx.Get(string(r.Body), "acknowledged"); r.OK() && acknowledged == "true" {
		return &driver.Settled{Outcome: driver.OutcomeDone}, nil
	}
	cause := r.Err
	if cause == nil {
		cause = s.worded(r, string(r.Body), r.Status)
	}
	switch {
	case r.Err != nil:
	case cause.Code == es.NoIndex:
		cause.Kind = driver.Conflict
		return &driver.Settled{Outcome: driver.OutcomeConflict, Err: cause}, nil
	case rejected(r.Status, string(r.Body)):
		return &driver.Settled{Outcome: driver.OutcomeRefused, Err: cause}, nil
	}
	settled := edit.Unknown(cause, edit.Unread, 0)
	settled.Err.Message, settled.Err.Hint = dropUnread, dropAgain
	k := &keeping{index: s.index, uuids: []string{s.uuid}}
	reply, err := c.Do(k.same().Send)
	switch {
	case err == driver.ErrCancelled:
		return nil, err
	case err != nil:
	case reply.OK() && reply.Picked[0] == k.same().Value:
		settled.Err.Message = stillThere
	case reply.OK(), reply.Status == 404:
		settled.Err.Message, settled.Err.Hint = dropConfirmed, ""
	}
	return settled, nil
}
