package es

import "quarry/drivers/driver"

const (
	// TypeJSON is the Content-Type of a JSON body.
	TypeJSON = "application/json"
	// TypeNDJSON is the Content-Type of a body of JSON lines.
	TypeNDJSON = "application/x-ndjson"
)

// Headers of requests with a body. All requests share them, so nobody may change them.
var (
	AsJSON   = []driver.Header{{Name: "Content-Type", Value: TypeJSON}}
	AsNDJSON = []driver.Header{{Name: "Content-Type", Value: TypeNDJSON}}
)

// Get returns a repeatable read without a body. The path and the query are already percent-encoded.
func Get(path, query, purpose string) driver.Request {
	return driver.Request{Method: "GET", Path: path, Query: query, Purpose: purpose, RepeatIfBroken: true}
}

// Ask returns a repeatable read with a body: AsJSON or AsNDJSON are its headers.
func Ask(path, query string, headers []driver.Header, body []byte, purpose string) driver.Request {
	req := Post(path, query, headers, body, purpose)
	req.RepeatIfBroken = true
	return req
}

// Post returns a request that is never sent twice: a write, or one that opens, moves or closes something on the server.
func Post(path, query string, headers []driver.Header, body []byte, purpose string) driver.Request {
	return driver.Request{Method: "POST", Path: path, Query: query, Headers: headers, Body: body, Purpose: purpose}
}

// BodyRoom is the initial capacity of a search in bytes: in an interpreter, growing it is the most expensive part.
const BodyRoom = 512

// ClauseRoom is the initial capacity of a clause in bytes.
const ClauseRoom = 128

// WithVectors, as the "_source" of a search, also requests vectors, which 9.2 and newer leave out of the source (Dense
// vector field type, "Accessing dense_vector fields in search responses").
const WithVectors = `{"exclude_vectors":false}`

// VectorsToo requests vectors for single documents.
const VectorsToo = "_source_exclude_vectors=false"
