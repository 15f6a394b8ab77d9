package elasticsearch

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"

	"github.com/tidwall/gjson"

	"quarry/backend/sample"
)

const (
	nodeID  = "c2FtcGxlLW5vZGUtcXVhcg" // as long as a real node's
	created = "1793404800000"          // 1 November 2026
)

// index is one index in memory. It can be changed only in the epoch that it was made in: after that, a point in time or
// another engine may be using it.
type index struct {
	epoch      uint64
	name, uuid string
	replicas   int
	mapping    []byte // as the engine returns it
	schema     *schema
	docs       []*document // sorted by ordinal
	byID       map[string]*document
	deleted    map[string]int // versions of deleted documents, by id
	stats      *lazyStats
	entries    int // documents and nested objects
	ordinals   int // entries there have ever been
	size       int // size of all sources
	nextSeq    int
	term       int // its primary term, which orders sequence numbers across a reset
}

func loadIndex(x sample.Index, v release) (*index, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, x.MappingFor(v.number)); err != nil {
		return nil, fmt.Errorf("read the mapping: %w", err)
	}
	out := newIndex(x.Name, uuidOf(x.Name, ""), compact.Bytes())
	for _, d := range x.Docs {
		doc, fail := loadDocument(out.schema, v, d)
		if fail != nil {
			return nil, fmt.Errorf("document %q: %s", d.ID, fail.reason)
		}
		doc.version = 1
		out.put(doc)
	}
	return out, nil
}

func newIndex(name, uuid string, mapping []byte) *index {
	x := &index{name: name, uuid: uuid, term: 1, byID: map[string]*document{}, deleted: map[string]int{}, stats: new(lazyStats)}
	x.remap(mapping)
	return x
}

// remap replaces the mapping.
func (x *index) remap(mapping []byte) {
	x.schema = parseSchema(mapping)
	x.mapping = sortedProperties(gjson.ParseBytes(mapping)).json()
}

// uuidOf returns the uuid of an index; which distinguishes indices with the same name.
func uuidOf(name, which string) string {
	hash := sha256.Sum256([]byte(name + which))
	return base64.RawURLEncoding.EncodeToString(hash[:16])
}

// renewed returns the index after n resets. It shares everything with the original.
func (x *index) renewed(n int) *index {
	out := *x
	out.uuid, out.term = uuidOf(x.name, " reset "+strconv.Itoa(n)), n+1
	return &out
}

// copied returns a copy that can be changed in an epoch. Documents, the schema and statistics are only replaced, never
// changed.
func (x *index) copied(epoch uint64) *index {
	out := *x
	out.epoch = epoch
	out.docs, out.byID, out.deleted = slices.Clone(x.docs), maps.Clone(x.byID), maps.Clone(x.deleted)
	return &out
}

// put stores a document in place of the one with its id, and gives it the next sequence number.
func (x *index) put(d *document) {
	x.take(d.id)
	delete(x.deleted, d.id)
	d.seq = x.numbered()
	entries := d.root.lucene()
	x.entries, x.ordinals, x.size = x.entries+entries, x.ordinals+entries, x.size+len(d.source)
	d.ordinal = x.ordinals - 1
	x.docs = append(x.docs, d)
	x.byID[d.id] = d
}

// take removes the document with that id, if there is one.
func (x *index) take(id string) {
	d := x.byID[id]
	if d == nil {
		return
	}
	at, _ := slices.BinarySearchFunc(x.docs, d.ordinal, func(d *document, ordinal int) int { return d.ordinal - ordinal })
	x.docs = slices.Delete(x.docs, at, at+1)
	delete(x.byID, id)
	x.entries, x.size = x.entries-d.root.lucene(), x.size-len(d.source)
}

// numbered returns the next sequence number. Anything computed from the documents is computed again.
func (x *index) numbered() int {
	x.stats = new(lazyStats)
	x.nextSeq++
	return x.nextSeq - 1
}

func sortIndices(all []*index) {
	sort.Slice(all, func(i, j int) bool { return all[i].name < all[j].name })
}
