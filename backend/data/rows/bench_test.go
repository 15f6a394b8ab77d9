package rows

import (
	"fmt"
	"strings"
	"testing"
)

// hits returns a search answer with n hits of about the given size, whose documents have the fields of benchColumns in
// a different order.
func hits(n, size int) []byte {
	var b strings.Builder
	b.WriteString(`{"took":3,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"total":{"value":10000,"relation":"gte"},"max_score":1.0,"hits":[`)
	for row := range n {
		if row > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"_index":"products","_id":"%020d","_score":1.0,"_source":{`, row)
		for f := range 28 {
			switch f % 4 {
			case 0:
				fmt.Fprintf(&b, `"field%02d":%d,`, 27-f, 9007199254740993+row)
			case 1:
				fmt.Fprintf(&b, `"field%02d":"value %d of a keyword",`, 27-f, row)
			case 2:
				fmt.Fprintf(&b, `"field%02d":%t,`, 27-f, row%2 == 0)
			default:
				fmt.Fprintf(&b, `"field%02d":{"x":%d.5},`, 27-f, row)
			}
		}
		text := strings.Repeat("words and more words ", size/21)[:max(0, size-850)]
		fmt.Fprintf(&b, `"text":"%s",`, text)
		b.WriteString(`"tags":["a","b"],"authors":[{"name":"Ann","born":1970},{"name":"Bob"}]}`)
		fmt.Fprintf(&b, `,"sort":[%d]}`, row)
	}
	b.WriteString(`]}}`)
	return []byte(b.String())
}

func benchColumns() []Column {
	columns := []Column{
		{Name: "_id", From: Row, Path: []string{"_id"}},
		{Name: "_index", From: Row, Path: []string{"_index"}},
		{Name: "_score", From: Row, Path: []string{"_score"}},
		{Name: "authors", Path: []string{"authors"}},
		{Name: "authors.born", Path: []string{"authors", "born"}, Nested: []int{1}},
		{Name: "authors.name", Path: []string{"authors", "name"}, Nested: []int{1}},
	}
	for f := range 28 {
		path := []string{fmt.Sprintf("field%02d", f)}
		if (27-f)%4 == 3 {
			path = append(path, "x")
		}
		columns = append(columns, Column{Name: strings.Join(path, "."), Path: path})
	}
	return append(columns, Column{Name: "tags", Path: []string{"tags"}}, Column{Name: "text", Path: []string{"text"}})
}

func benchmark(b *testing.B, response []byte, plan Plan) {
	kernel, err := Compile(plan)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(response)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := kernel.Block(response); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPageOf1000HitsOf1KB(b *testing.B) {
	benchmark(b, hits(1000, 1000), elasticPlan(benchColumns()))
}

func BenchmarkPageOf1000HitsOf5KB(b *testing.B) {
	benchmark(b, hits(1000, 5000), elasticPlan(benchColumns()))
}

func BenchmarkPageWithOneColumn(b *testing.B) {
	benchmark(b, hits(1000, 1000), elasticPlan(benchColumns()[:1]))
}

func BenchmarkPageOf500Columns(b *testing.B) {
	columns := make([]Column, 500)
	var doc strings.Builder
	for c := range columns {
		path := []string{fmt.Sprintf("group%02d", c/10), fmt.Sprintf("field%d", c%10)}
		columns[c] = Column{Name: strings.Join(path, "."), Path: path}
		fmt.Fprintf(&doc, `,"%s.%s":%d`, path[0], path[1], c)
	}
	row := `{"_id":"x","_source":{` + doc.String()[1:] + `}}`
	response := `{"hits":{"hits":[` + strings.Repeat(row+",", 199) + row + `]}}`
	benchmark(b, []byte(response), elasticPlan(columns))
}

func elasticPlan(columns []Column) Plan {
	return Plan{
		Rows: "hits.hits", Doc: "_source", Columns: columns, Cut: 10000, Last: "sort",
		Hidden: []Hidden{{Name: "#index", At: "_index", Key: true}, {Name: "#id", At: "_id", Key: true}, {Name: "#routing", At: "_routing", Key: true}, {Name: "#seq", At: "_seq_no"}, {Name: "#term", At: "_primary_term"}, {Name: "#hash"}},
		Pick:   []string{"took", "timed_out", "_shards", "hits.total"},
	}
}

// mapping returns a mapping of n leaves in sections of blocks; every tenth leaf has a multi-field.
func mapping(n int) []byte {
	leaves := func(block int) string {
		var list []string
		for f := range 10 {
			sub := ""
			if f == 0 {
				sub = `"fields":{"keyword":{"type":"keyword","ignore_above":256}},`
			}
			list = append(list, fmt.Sprintf(`"field_number_%d":{"type":"text","analyzer":"standard_%d",%s"copy_to":["all","search_everything"],"store":true,"meta":{"unit":"ms"}}`, 10*block+f, f%3, sub))
		}
		return strings.Join(list, ",")
	}
	var sections []string
	for s := range n / 100 {
		var blocks []string
		for b := range 10 {
			blocks = append(blocks, fmt.Sprintf(`"block%d":{"type":"nested","properties":{%s}}`, b, leaves(10*s+b)))
		}
		sections = append(sections, fmt.Sprintf(`"section%d":{"properties":{%s}}`, s, strings.Join(blocks, ",")))
	}
	return []byte(`{"index-1":{"mappings":{"dynamic":"strict","properties":{` + strings.Join(sections, ",") + `}}}}`)
}

func BenchmarkFieldsOfAMappingOf10000Leaves(b *testing.B) {
	response := mapping(10000)
	specs := []FieldsSpec{{At: "*.mappings.properties", Through: "properties", Sub: "fields", Keys: []string{"type", "path", "index", "doc_values"}}}
	b.SetBytes(int64(len(response)))
	b.ReportAllocs()
	for b.Loop() {
		records, err := Fields(response, specs)
		if err != nil || len(records.List) != 12100 {
			b.Fatal(err, len(records.List))
		}
	}
}

func BenchmarkPick(b *testing.B) {
	response := hits(1000, 1000)
	b.SetBytes(int64(len(response)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Pick(response, []string{"took", "hits.total"}); err != nil {
			b.Fatal(err)
		}
	}
}
