// Package save turns edited rows into requests and judges their responses. A row is read again before it is planned: it
// is written under its current sequence number if it is the same byte for byte, and a conflict otherwise. A response
// that does not prove what happened is settled by reading again; a write is never repeated by itself.
package save
