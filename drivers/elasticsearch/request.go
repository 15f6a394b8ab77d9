package elasticsearch

import "quarry/drivers/driver"

const (
	typeJSON   = "application/json"
	typeNDJSON = "application/x-ndjson"
)

// The headers of requests with a body. All requests share them, so nobody may change them.
var (
	asJSON   = []driver.Header{{Name: "Content-Type", Value: typeJSON}}
	asNDJSON = []driver.Header{{Name: "Content-Type", Value: typeNDJSON}}
)

// get returns a request without a body. The path and the query are already percent-encoded.
func get(path, query, purpose string) driver.Request {
	return driver.Request{Method: "GET", Path: path, Query: query, Purpose: purpose}
}

// post returns a request with a body: asJSON or asNDJSON are its headers.
func post(path, query string, headers []driver.Header, body []byte, purpose string) driver.Request {
	return driver.Request{Method: "POST", Path: path, Query: query, Headers: headers, Body: body, Purpose: purpose}
}
