package elasticsearch

import "quarry/drivers/driver"

const (
	typeJSON   = "application/json"
	typeNDJSON = "application/x-ndjson"
)

// get returns a request without a body. The path and the query are already percent-encoded.
func get(path, query, purpose string) driver.Request {
	return driver.Request{Method: "GET", Path: path, Query: query, Purpose: purpose}
}

// post returns a request with a body of that content type.
func post(path, query, contentType string, body []byte, purpose string) driver.Request {
	return driver.Request{
		Method: "POST", Path: path, Query: query, Body: body, Purpose: purpose,
		Headers: []driver.Header{{Name: "Content-Type", Value: contentType}},
	}
}
