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

// get returns a read without a body, which may be repeated. The path and the query are already percent-encoded.
func get(path, query, purpose string) driver.Request {
	return driver.Request{Method: "GET", Path: path, Query: query, Purpose: purpose, Repeatable: true}
}

// ask returns a read with a body, which may be repeated: asJSON or asNDJSON are its headers.
func ask(path, query string, headers []driver.Header, body []byte, purpose string) driver.Request {
	req := post(path, query, headers, body, purpose)
	req.Repeatable = true
	return req
}

// post returns a request with a body that is never repeated: a write, or one that opens, moves or closes something.
func post(path, query string, headers []driver.Header, body []byte, purpose string) driver.Request {
	return driver.Request{Method: "POST", Path: path, Query: query, Headers: headers, Body: body, Purpose: purpose}
}
