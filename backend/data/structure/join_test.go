// SPEC: A-BRO-02, A-BRO-16, B-BRO-07
package structure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

func columns(titles ...string) []driver.StructureColumn {
	var all []driver.StructureColumn
	for _, title := range titles {
		all = append(all, driver.StructureColumn{Title: title})
	}
	return all
}

func templates(parts ...[]string) []driver.StructureTemplate {
	var all []driver.StructureTemplate
	for _, p := range parts {
		all = append(all, driver.StructureTemplate{Parts: p})
	}
	return all
}

// schema has an array of objects "o" with the field "o.x", whose multi-fields are raw and keyword, and a field "n".
func schema() []rows.Record {
	return []rows.Record{
		{Path: "o", Segments: []string{"o"}, Parent: -1, Attrs: []string{"nested", "", ""}},
		{Path: "o.x", Segments: []string{"o", "x"}, Parent: 0, Attrs: []string{"text", "english", `{"boost":1.0,"copy_to":["a"],"meta":{}}`}},
		{Path: "o.x.raw", Segments: []string{"o", "x", "raw"}, Parent: 1, Sub: true, Attrs: []string{"keyword", "", ""}},
		{Path: "o.x.keyword", Segments: []string{"o", "x", "keyword"}, Parent: 1, Sub: true, Attrs: []string{"keyword", "", ""}},
		{Path: "n", Segments: []string{"n"}, Parent: -1, Attrs: []string{"long", "", ""}},
	}
}

func TestTemplatesAreFilledWithWhatARecordHas(t *testing.T) {
	set := &driver.Structure{
		Columns:   columns("Name", "Type", "Notes"),
		Lead:      []driver.StructureRow{{Cells: []string{"_id", "meta", ""}}},
		Templates: templates([]string{"{path}"}, []string{"runtime {0}"}, []string{"by {1}", "in {around}", "{subs}", "{rest}", "{9}", "{odd}"}),
		Marks: []byte{
			driver.MarkAround, 1, 2, 0,
			driver.MarkRow, 1, 0, 3,
			driver.MarkNone, driver.MarkNone,
			driver.MarkLast, 1, 2, 3,
		},
	}
	table, err := Join(set, schema())
	require.NoError(t, err)
	require.Equal(t, [][]string{
		{"_id", "meta", ""},
		{"o", "runtime nested", ""},
		{"o.x", "", `by english, in o, o.x.raw (keyword), o.x.keyword, boost 1.0, copy_to ["a"], meta {}, {odd}`},
		{"n", "runtime long", "{odd}"},
	}, table)
}

func TestARowThatStandsLastComesBehindAllOthers(t *testing.T) {
	set := &driver.Structure{
		Columns: columns("Name"), Templates: templates([]string{"{path}"}),
		Marks: []byte{driver.MarkLast, 1, driver.MarkNone, driver.MarkNone, driver.MarkNone, driver.MarkRow, 1},
	}
	table, err := Join(set, schema())
	require.NoError(t, err)
	require.Equal(t, [][]string{{"n"}, {"o"}}, table)
}

func TestFieldsOfSeveralSchemasWithOneNameAreOneRow(t *testing.T) {
	part := rows.Record{Path: "mappings", Segments: []string{"mappings"}, Parent: -1}
	field := func(name, kind, more string) rows.Record {
		return rows.Record{Path: name, Segments: []string{name}, Parent: -1, Attrs: []string{kind, more}}
	}
	records := []rows.Record{
		part, field("v", "long", "x"), field("v.a", "ip", ""), part, field("v", "keyword", "y"), field("same", "long", "x"), part, field("v", "keyword", ""), field("v-b", "ip", ""),
		part, field("v", "keyword", ""), part, field("v", "keyword", ""), field("same", "long", "x"),
	}
	set := &driver.Structure{
		Columns: columns("Name", "Type", "Notes"), Templates: templates([]string{"{path}"}, []string{"{0}"}, []string{"{1}"}),
		Parts: []string{"b", "a", "c", "d", "e"},
	}
	for i := range records {
		if records[i].Attrs == nil {
			set.Marks = append(set.Marks, driver.MarkPart)
			continue
		}
		set.Marks = append(set.Marks, driver.MarkRow, 1, 2, 3)
	}
	table, err := Join(set, records)
	require.NoError(t, err)
	require.Equal(t, [][]string{
		{"same", "long", "x"},
		{"v", "keyword, long", "differs: keyword in a, c, d, ...; long in b; y, x"},
		{"v.a", "ip", ""},
		{"v-b", "ip", ""},
	}, table)
}

func TestAnAnswerThatDoesNotFitItsSchemaIsRefused(t *testing.T) {
	fits := func() *driver.Structure {
		return &driver.Structure{
			Columns: columns("Name"), Templates: templates([]string{"{path}"}),
			Marks: []byte{driver.MarkRow, 1, driver.MarkRow, 1, 0, 0, driver.MarkRow, 1},
		}
	}
	tests := []struct {
		name   string
		change func(*driver.Structure)
	}{
		{"too few marks", func(s *driver.Structure) { s.Marks = s.Marks[:6] }},
		{"a row that ends early", func(s *driver.Structure) { s.Marks = s.Marks[:7] }},
		{"too many marks", func(s *driver.Structure) { s.Marks = append(s.Marks, 0) }},
		{"a template that is not there", func(s *driver.Structure) { s.Marks[1] = 2 }},
		{"a part that has no name", func(s *driver.Structure) {
			s.Parts = []string{"a"}
			s.Marks[4], s.Marks[5] = driver.MarkPart, driver.MarkPart
		}},
		{"a leading row of another width", func(s *driver.Structure) { s.Lead = []driver.StructureRow{{Cells: []string{"a", "b"}}} }},
		{"a mark of no version", func(s *driver.Structure) { s.Marks[0] = 9 }},
	}
	_, err := Join(fits(), schema())
	require.NoError(t, err)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := fits()
			test.change(s)
			_, err := Join(s, schema())
			require.ErrorIs(t, err, errUnfit)
		})
	}
}
