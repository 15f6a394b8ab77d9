package main

import (
	"fmt"
	"strconv"
	"strings"

	"quarry/backend/sample"
	"quarry/build/bench/hand"
)

const (
	pageRows    = 1000
	storedRows  = 3000 // rows in the index with 35 columns
	wideColumns = 500  // including the three that every row has
	wideRows    = 1000
	wideFilled  = 50 // fields of a wide document that have a value
)

// field is one leaf of the documents: its path, its type, and its value in document n.
type field struct {
	path  string
	kind  string
	value func(n int) string // JSON
}

// flat returns the leaves outside the array of objects. Together with the array, its two leaves and the row's own
// three, they make 35 columns.
func flat() []field {
	var fields []field
	for f := range 10 {
		fields = append(fields, field{fmt.Sprintf("keyword_%02d", f), "keyword", func(n int) string { return fmt.Sprintf(`"value %d of %d"`, f, n) }})
	}
	for f := range 8 {
		fields = append(fields, field{fmt.Sprintf("long_%02d", f), "long", func(n int) string { return strconv.Itoa(9007199254740993 + n*f) }})
	}
	for _, part := range []string{"net", "gross", "tax", "rate"} {
		fields = append(fields, field{"price." + part, "double", func(n int) string { return fmt.Sprintf("%d.%02d", n, n%100) }})
	}
	for f := range 3 {
		fields = append(fields, field{fmt.Sprintf("flag_%d", f), "boolean", func(n int) string { return strconv.FormatBool(n%(f+2) == 0) }})
	}
	for f := range 2 {
		fields = append(fields, field{fmt.Sprintf("date_%d", f), "date", func(n int) string { return fmt.Sprintf(`"2026-11-%02dT12:%02d:00Z"`, 1+n%28, f) }})
	}
	return append(fields,
		field{"tags", "keyword", func(n int) string { return fmt.Sprintf(`["a","b%d"]`, n%7) }},
		field{"body", "text", func(n int) string {
			return fmt.Sprintf(`"%ssaid \"no. %d\""`, strings.Repeat("words and more words ", 7), n)
		}},
	)
}

// author returns the array of objects of document n.
func author(n int) string {
	return fmt.Sprintf(`[{"name":"Ann %d","born":%d},{"name":"Bob"}]`, n, 1900+n%100)
}

// source returns document n, of about 1 KB.
func source(fields []field, n int) string {
	var out, price strings.Builder
	for _, f := range fields {
		if part, found := strings.CutPrefix(f.path, "price."); found {
			fmt.Fprintf(&price, `,"%s":%s`, part, f.value(n))
			continue
		}
		fmt.Fprintf(&out, `,"%s":%s`, f.path, f.value(n))
	}
	return fmt.Sprintf(`{%s,"price":{%s},"authors":%s}`, out.String()[1:], price.String()[1:], author(n))
}

// mapping returns the mapping of the documents.
func mapping(fields []field) string {
	var out strings.Builder
	for _, f := range fields {
		if !strings.Contains(f.path, ".") {
			fmt.Fprintf(&out, `"%s":{"type":"%s"},`, f.path, f.kind)
		}
	}
	return `{"dynamic":false,"properties":{` + out.String() +
		`"authors":{"type":"nested","properties":{"born":{"type":"integer"},"name":{"type":"keyword"}}},` +
		`"price":{"properties":{"gross":{"type":"double"},"net":{"type":"double"},"rate":{"type":"double"},"tax":{"type":"double"}}}}}`
}

// columns returns the documents' columns for the baseline: the row's own, then the mapping's in order.
func columns(fields []field) []hand.Column {
	list := []hand.Column{{Name: "_id", Path: []string{"_id"}}, {Name: "_index", Path: []string{"_index"}}, {Name: "_score", Path: []string{"_score"}}}
	for _, f := range fields {
		if !strings.Contains(f.path, ".") {
			list = append(list, hand.Column{Name: f.path, Path: []string{f.path}})
		}
	}
	list = append(list,
		hand.Column{Name: "authors", Path: []string{"authors"}},
		hand.Column{Name: "authors.born", Path: []string{"authors", "born"}, Listed: true},
		hand.Column{Name: "authors.name", Path: []string{"authors", "name"}, Listed: true},
	)
	for _, part := range []string{"gross", "net", "rate", "tax"} {
		list = append(list, hand.Column{Name: "price." + part, Path: []string{"price", part}})
	}
	return list
}

// response returns the engine's response to a search for the first rows documents.
func response(fields []field, rows int) []byte {
	var out strings.Builder
	out.WriteString(`{"took":3,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"max_score":1.0,"hits":[`)
	for n := range rows {
		if n > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, `{"_index":"bench","_id":"document-%06d","_score":1.0,"_seq_no":%d,"_primary_term":1,"_source":%s}`, n, n, source(fields, n))
	}
	out.WriteString(`]}}`)
	return []byte(out.String())
}

// stored returns the index with 35 columns.
func stored(name string) sample.Index { return flatIndex(name, storedRows) }

// flatIndex returns an index of documents with 35 columns.
func flatIndex(name string, documents int) sample.Index {
	fields := flat()
	index := sample.Index{Name: name, Mapping: []byte(mapping(fields))}
	for n := range documents {
		index.Docs = append(index.Docs, sample.Doc{ID: fmt.Sprintf("document-%06d", n), Source: []byte(source(fields, n))})
	}
	return index
}

// small returns an index of documents of about 200 bytes, like lines of a log.
func small(name string, documents int) sample.Index {
	index := sample.Index{Name: name, Mapping: []byte(`{"dynamic":false,"properties":{"at":{"type":"date"},"level":{"type":"keyword"},"serial":{"type":"long"}}}`)}
	levels := []string{"debug", "info", "warning", "error"}
	for n := range documents {
		index.Docs = append(index.Docs, sample.Doc{ID: fmt.Sprintf("line-%07d", n), Source: fmt.Appendf(nil,
			`{"serial":%d,"at":"2026-11-%02dT%02d:%02d:00.000Z","level":%q,"took":%d.50,"open":%t,"tags":["a","b%d"],"text":"request %d of client %d was \"answered\" by host %d"}`,
			9007199254740993+n, 1+n%28, n%24, n%60, levels[n%len(levels)], n%900, n%3 == 0, n%7, n, n%5000, n%16)})
	}
	return index
}

// wide returns an index with 500 columns, of which each document fills only some.
func wide(name string) sample.Index {
	const leaves = wideColumns - 3
	var properties []string
	for f := range leaves {
		properties = append(properties, fmt.Sprintf(`"field_%03d":{"type":"keyword"}`, f))
	}
	index := sample.Index{Name: name, Mapping: []byte(`{"dynamic":false,"properties":{` + strings.Join(properties, ",") + `}}`)}
	for n := range wideRows {
		var values []string
		for v := range wideFilled {
			values = append(values, fmt.Sprintf(`"field_%03d":"value %d of %d"`, (n+v*leaves/wideFilled)%leaves, v, n))
		}
		index.Docs = append(index.Docs, sample.Doc{ID: fmt.Sprintf("wide-%06d", n), Source: []byte("{" + strings.Join(values, ",") + "}")})
	}
	return index
}
