// Package generated is an index with as many documents as wanted that stores none of them: every document, order and
// count is computed from formulas when a search asks for it.
package generated

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	// Name is the name of the index.
	Name = "quarry-load-generated"

	spread = 7_654_321 // distance of neighbouring documents' ranks; it has no factor in common with 10 million
	groups = 97
	kinds  = 10
)

// Mapping is the JSON value of "mappings".
const Mapping = `{"properties":{"at":{"type":"date"},"group":{"type":"integer"},"kind":{"type":"keyword"},` +
	`"name":{"type":"text"},"number":{"type":"long"},"rank":{"type":"long"}}}`

var began = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Documents is the number of documents, which are numbered from 0.
type Documents int64

// ID returns the id of document n.
func (d Documents) ID(n int64) string { return fmt.Sprintf("document-%08d", n) }

// Rank returns document n's position in the order of its field rank, in which neighbours are far apart.
func (d Documents) Rank(n int64) int64 { return n * spread % int64(d) }

// Ranked returns the document with that rank.
func (d Documents) Ranked(rank int64) int64 { return rank * inverse(spread, int64(d)) % int64(d) }

// Group returns the group of document n.
func (d Documents) Group(n int64) int64 { return n % groups }

// Kind returns the number in the kind of document n.
func (d Documents) Kind(n int64) int64 { return n / 7 % kinds }

// At returns the time of document n: there is one per second.
func (d Documents) At(n int64) time.Time { return began.Add(time.Duration(n) * time.Second) }

// Source returns document n as stored.
func (d Documents) Source(n int64) string { return string(d.appendSource(nil, n)) }

func (d Documents) appendSource(to []byte, n int64) []byte {
	to = append(to, `{"number":`...)
	to = strconv.AppendInt(to, n, 10)
	to = append(to, `,"rank":`...)
	to = strconv.AppendInt(to, d.Rank(n), 10)
	to = append(to, `,"group":`...)
	to = strconv.AppendInt(to, d.Group(n), 10)
	to = append(to, `,"kind":"`...)
	to = append(to, kindName(d.Kind(n))...)
	to = append(to, `","at":"`...)
	to = d.At(n).AppendFormat(to, "2006-01-02T15:04:05.000Z")
	to = append(to, `","name":"Document no. `...)
	to = strconv.AppendInt(to, n, 10)
	return append(to, `"}`...)
}

func kindName(kind int64) string { return "kind " + strconv.FormatInt(kind, 10) }

// kindOf returns the number in a kind, -1 if there is no such kind.
func kindOf(name string) int64 {
	text, found := strings.CutPrefix(name, "kind ")
	n, err := strconv.ParseInt(text, 10, 64)
	if !found || err != nil || kindName(n) != name {
		return -1
	}
	return n
}

// inverse returns the inverse of a modulo m.
func inverse(a, m int64) int64 {
	r, next, x, y := m, a%m, int64(0), int64(1)
	for next != 0 {
		q := r / next
		r, next = next, r-q*next
		x, y = y, x-q*y
	}
	return ((x % m) + m) % m
}

// field is a field that can be searched and sorted by; its values are compared as integers.
type field struct {
	value func(d Documents, n int64) int64
	text  func(value int64) string // formats a sort value
	order string                   // the field whose order it shares, "" for none
}

var fields = map[string]field{
	"number":     {value: func(_ Documents, n int64) int64 { return n }, order: "number"},
	"_shard_doc": {value: func(_ Documents, n int64) int64 { return n }, order: "number"},
	"at":         {value: func(d Documents, n int64) int64 { return d.At(n).UnixMilli() }, order: "number"},
	"rank":       {value: Documents.Rank, order: "rank"},
	"group":      {value: Documents.Group, order: "group"},
	"kind":       {value: Documents.Kind, text: func(v int64) string { return strconv.Quote(kindName(v)) }},
}
