// Package es has what every part of the driver needs: the server's version, requests to the engine and its errors,
// names of indices, and values in responses. It imports no other package of the driver. A name is checked here before
// it becomes part of a path, because the engine reads an empty part as every index and one with an underscore as a
// route. A failure is classified by status and type, never by its text.
package es
