package typesense

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// withoutFields leaves the schemas out of a list of collections if the server supports it: 26.0 sends them anyway.
const withoutFields = "exclude_fields=fields"

// uncurated switches off the rules of curation, which pin and hide documents whatever the filter and the order are. From
// 30.0 on the parameter has the second name; each version ignores the other's (Curation, "enable_curations").
const uncurated = "enable_overrides=false&enable_curations=false"

// writeUncurated writes uncurated as parameters of a search.
func writeUncurated(w *jx.Writer) {
	w.Key("enable_overrides").Text("false").Key("enable_curations").Text("false")
}

// get returns a repeatable read.
func get(path, query, purpose string) driver.Request {
	return driver.Request{Method: "GET", Path: path, Query: query, Purpose: purpose, RepeatIfBroken: true}
}

// multiSearch returns a repeatable request with several searches. It only needs the right to search.
func multiSearch(body []byte, purpose string) driver.Request {
	return driver.Request{
		Method: "POST", Path: "/multi_search", Body: body, Purpose: purpose, RepeatIfBroken: true,
		Headers: []driver.Header{{Name: "Content-Type", Value: "application/json"}},
	}
}

// collectionPath returns the path of a collection, its name percent-encoded.
func collectionPath(name string) string { return string(jx.Segment([]byte("/collections/"), name)) }

// named refuses a collection without a name: its path would be that of the list.
func named(object string) error {
	if object == "" {
		return &driver.Error{Kind: driver.Invalid, Message: "A collection without a name cannot be read."}
	}
	if jx.Traverses(object) {
		return &driver.Error{
			Kind: driver.Refused, Message: "“" + object + "” cannot be sent in a path: a proxy could mistake it for another route.",
			Hint: "Rename the collection, or use an alias for it.",
		}
	}
	return nil
}
