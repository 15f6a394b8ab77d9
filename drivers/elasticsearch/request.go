package elasticsearch

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

const (
	typeJSON   = "application/json"
	typeNDJSON = "application/x-ndjson"
)

// get is a request without a body. The path and the query are percent-encoded already.
func get(path, query, purpose string) driver.Request {
	return driver.Request{Method: "GET", Path: path, Query: query, Purpose: purpose}
}

// post is a request with a body of that content type.
func post(path, query, contentType string, body []byte, purpose string) driver.Request {
	return driver.Request{
		Method: "POST", Path: path, Query: query, Body: body, Purpose: purpose,
		Headers: []driver.Header{{Name: "Content-Type", Value: contentType}},
	}
}

// path puts names, percent-encoded, between slashes.
func path(parts ...string) string {
	var out []byte
	for _, part := range parts {
		out = jx.Segment(append(out, '/'), part)
	}
	return string(out)
}

// named refuses an object without a name: the engine reads an empty part of a path as "every index".
func named(object string) error {
	if object == "" {
		return &driver.Error{Kind: driver.Invalid, Message: "An index without a name cannot be read."}
	}
	return nil
}
