package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// A hit of a search ends with the names of the queries that it matches, behind its document (Boolean query, "Named
// queries"). Where documents end with comments that have no end, the search is repeated with a name that no document
// contains, so that the rows can be told apart (see [driver.Send.Seal]).
const (
	sealBefore = `,"matched_queries":["`
	sealAfter  = `"]`
	onlyEnd    = "}]}" // what an _mget of one document ends with
)

// seal makes the searches for rows name themselves, and reports whether they did not before.
func (r *reading) seal() bool {
	if r.view.seal != "" {
		return false
	}
	const digits = "0123456789abcdef"
	name := []byte("quarry-")
	for _, b := range r.conn.Seed() {
		name = append(name, digits[b>>4], digits[b&15])
	}
	r.view.seal = string(name)
	return true
}

// sealOf returns what each hit has after its document, "" without a seal.
func (v *view) sealOf() string {
	if v.seal == "" {
		return ""
	}
	return sealBefore + v.seal + sealAfter
}

// unended reports whether an answer could not be read because of a comment that has no end.
func unended(e *driver.Error) bool { return e != nil && e.Code == driver.CodeOpenComment }

// naming names the document that keeps an answer from being read.
func naming(e *driver.Error) *driver.Error {
	if !unended(e) {
		return e
	}
	named := *e
	index, _ := jx.Get(e.Detail, "_index")
	id, _ := jx.Get(e.Detail, "_id")
	if named.Detail = ""; id != "" {
		named.Message = "The document " + jx.Unquote(index) + "/" + jx.Unquote(id) + " ends with a comment that has no line break, so the documents after it cannot be read."
	}
	return &named
}
