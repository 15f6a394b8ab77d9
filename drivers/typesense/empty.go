package typesense

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/edit"
	"quarry/drivers/driver/jx"
	"quarry/drivers/driver/wire"
)

// truncating is the first major version with truncate=true.
const truncating = 28

// allIDs is the filter that matches every document.
const allIDs = "id:*"

const (
	formEmpty      = "Empty collection"
	reasonEmpty    = "The collection keeps its schema, with the fields that were detected."
	reasonFiltered = " This server cannot truncate a collection, so its documents are deleted by a filter that matches every id."
	reasonUnsure   = " The version of the server is unknown, so its documents are deleted by a filter that matches every id, as every version can."
	emptyUnproved  = "The version of the server is unknown, and Quarry could not check that a filter matches every document."
	emptyUnread    = "No usable response arrived, and Quarry could not check which documents the collection still has."
	emptyAgain     = "The server may still delete them. Reload the collection before you empty it again."
	emptyConfirmed = "No usable response arrived, but the collection has no documents."
	emptyElsewhere = "No usable response arrived. The collection has been deleted since."
)

// empty plans to delete all documents of a collection and keep its schema (Documents, "Delete by query", "truncate"). The
// name must be the collection's own, as for drop.
func empty(c *driver.Conn, object string) (*driver.Plan, error) {
	made, count, err := own(c, object, "Empty")
	if err != nil {
		return nil, err
	}
	query, reason, err := emptying(c, object)
	if err != nil {
		return nil, err
	}
	s := &sent{collection: object, hash: made, empties: true, count: count}
	return &driver.Plan{
		Requests: []driver.Planned{{
			Form: formEmpty, Reason: reasonEmpty + reason, State: wire.Append(nil, s),
			Request: driver.Request{Method: "DELETE", Path: collectionPath(object) + "/documents", Query: query, Purpose: "save"},
		}},
		Preconditions: []driver.Precondition{sameCollection(object, made)},
	}, nil
}

// emptying returns the query with which the server deletes all documents of a collection, and why it is that one. If the
// version is unknown, a search must show that the filter matches every document.
func emptying(c *driver.Conn, object string) (query, reason string, err error) {
	filter := string(jx.Segment([]byte("filter_by="), allIDs))
	r, err := c.Do(driver.Send{Request: get("/debug", "", "save"), Verb: driver.Raw})
	if err != nil {
		return "", "", err
	}
	version := ""
	if r.OK() {
		version = jx.Text(string(r.Body), "version")
	}
	major, _, _ := strings.Cut(version, ".")
	n, err := strconv.Atoi(major)
	switch {
	case err == nil && n >= truncating:
		return "truncate=true", "", nil
	case err == nil:
		return filter, reasonFiltered, nil
	}
	member, err := searched(c.Do, object, allIDs, 0, "save")
	if err != nil {
		return "", "", err
	}
	matching, _ := jx.Get(member, "found")
	all, _ := jx.Get(member, "out_of")
	if number(matching) < 0 || matching != all {
		return "", "", &driver.Error{Kind: driver.Unsupported, Message: emptyUnproved, Hint: "Use an API key with the action debug:list."}
	}
	return filter, reasonUnsure, nil
}

// emptied judges the response to the deletion of all documents, which is their number.
func (s *sent) emptied(c *driver.Conn, r *driver.Reply) (*driver.Settled, error) {
	cause := r.Err
	if cause == nil {
		if deleted, ok := jx.Get(string(r.Body), "num_deleted"); ok && r.OK() && number(deleted) >= 0 {
			return &driver.Settled{Outcome: driver.OutcomeDone}, nil
		}
		if settled := s.rejection(r); settled != nil {
			return settled, nil
		}
		cause = answered(&driver.Request{}, r)
	}
	settled := edit.Unknown(cause, edit.Unread, 0)
	settled.Err.Message, settled.Err.Hint = emptyUnread, emptyAgain
	now := madeAt(s.collection)
	now.Pick = []string{"created_at", "num_documents"}
	reply, err := c.Do(now)
	switch {
	case err == driver.ErrCancelled:
		return nil, err
	case err != nil:
	case reply.Status == 404, reply.OK() && reply.Picked[0] != s.hash:
		settled.Err.Message, settled.Err.Hint = emptyElsewhere, ""
	case !reply.OK():
	case reply.Picked[1] == "0":
		settled.Err.Message, settled.Err.Hint = emptyConfirmed, ""
	case number(reply.Picked[1]) > 0:
		settled.Err.Message = "No usable response arrived. Documents in the collection: " + reply.Picked[1] + ", before: " + strconv.FormatInt(s.count, 10) + "."
	}
	return settled, nil
}
