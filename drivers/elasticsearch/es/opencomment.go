package es

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// IsUnended reports whether a response could not be read because of an unclosed comment.
func IsUnended(e *driver.Error) bool { return e != nil && e.Code == driver.CodeOpenComment }

// NameDocument names the document that keeps a response from being read.
func NameDocument(e *driver.Error) *driver.Error {
	if !IsUnended(e) {
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
