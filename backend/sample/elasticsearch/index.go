package elasticsearch

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"sort"

	"github.com/tidwall/gjson"

	"quarry/backend/sample"
)

const (
	nodeID  = "c2FtcGxlLW5vZGUtcXVhcg" // as long as that of a real node
	created = "1793404800000"          // the first of November 2026
)

// index is one index in memory. It does not change after it is loaded.
type index struct {
	name, uuid string
	mapping    []byte // as the engine returns it
	schema     *schema
	docs       []*document
	byID       map[string]*document
	stats      map[string]*fieldStats
	entries    int // documents and nested objects
	size       int // bytes of all sources
}

func loadIndex(x sample.Index, v release) (*index, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, x.MappingFor(v.number)); err != nil {
		return nil, fmt.Errorf("read the mapping: %w", err)
	}
	hash := sha256.Sum256([]byte(x.Name))
	out := &index{name: x.Name, uuid: base64.RawURLEncoding.EncodeToString(hash[:16]), schema: parseSchema(compact.Bytes()), byID: map[string]*document{}}
	out.mapping = sortedProperties(gjson.ParseBytes(compact.Bytes())).json()
	for seq, d := range x.Docs {
		doc, err := loadDocument(out.schema, d)
		if err != nil {
			return nil, err
		}
		doc.seq = seq
		out.entries += doc.root.lucene()
		doc.ordinal = out.entries - 1
		out.size += len(doc.source)
		out.docs = append(out.docs, doc)
		out.byID[doc.id] = doc
	}
	out.stats = collectStats(out)
	return out, nil
}

func sortIndices(all []*index) {
	sort.Slice(all, func(i, j int) bool { return all[i].name < all[j].name })
}
