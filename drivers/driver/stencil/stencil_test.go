package stencil_test

// SPEC: A-EDT-01, A-EDT-06, A-EDT-11

import (
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
	"quarry/drivers/driver/stencil"
)

func texts(pairs ...string) []driver.Text {
	var list []driver.Text
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, driver.Text{Key: pairs[i], Value: pairs[i+1]})
	}
	return list
}

// edited returns a row of an index "i" with a document of the hash "h".
func edited(id, typed string) *driver.RowEdit {
	return &driver.RowEdit{
		Key: texts("#index", "i", "#id", id, "#routing", "r/"+id), Base: texts("#hash", "h", "#uuid", "u"),
		Cells: []driver.CellEdit{{Column: "a", At: "a", Type: "long", Text: typed}},
	}
}

// kept returns the document of a row as it was read again.
func kept() *driver.Kept {
	return &driver.Kept{Document: 9, Hash: "h", Values: []string{"true", "12"}, Seen: []driver.Seen{{Path: []string{"a"}, Whole: true, Value: "1"}}}
}

// cell is the value of the only cell.
const cell = "\x80"

// first returns the row that a driver planned, and its plan with a stencil.
func first() (*driver.RowEdit, *driver.Planned) {
	return edited("1", "5"), &driver.Planned{
		Form: "Form", Reason: "Reason", Before: 3, Success: 1, Request: driver.Request{Method: "POST", Path: "/i/1", Body: []byte("{}")},
		Stencil: &driver.Stencil{
			Same: []string{"#uuid"}, Equal: []string{"#hash"}, Names: "abc_", Must: texts("found", "true"),
			Read: driver.Send{
				Verb: driver.Keep, Request: driver.Request{Path: "/read", Body: []byte("[")}, Keep: &driver.KeepPlan{At: "docs", Values: []string{"found", "seq"}},
			},
			Entry: `{"id":` + driver.AsString + driver.HoleID + `}`, End: "]",
			Revision: []driver.Hidden{{Name: "#seq", At: "seq"}},
			Cells:    []driver.StencilCell{{Path: []string{"a"}, Whole: true, Value: "5", Typed: driver.TypedInteger, Bits: 32}},
			Path:     "/i/" + driver.AsSegment + driver.HoleID, Query: "seq=" + driver.AsIs + driver.HoleSeq + "&r=" + driver.AsSegment + driver.HoleRouting,
			Body:  `{"a":` + driver.AsIs + cell + `}`,
			State: driver.AsField + "\x02" + driver.HoleID + driver.AsField + "\x03" + driver.HoleTerm + driver.AsField + "\x04" + driver.HoleHash,
		},
	}
}

func TestARowIsPlannedByTheStencilOfAnotherOne(t *testing.T) {
	rule := stencil.Of(first())
	row := edited(`2 "ü`, " 7 ")
	require.True(t, rule.Takes(row))
	read := rule.Read([]*driver.RowEdit{row, edited("3", "8")})
	require.Equal(t, `[{"id":"2 \"ü"},{"id":"3"}]`, string(read.Request.Body))
	require.Equal(t, `[{"id":"3"}]`, string(rule.Read([]*driver.RowEdit{edited("3", "8")}).Request.Body))
	require.Equal(t, &driver.Planned{
		Form: "Form", Reason: "Reason", Before: 9, Success: 1, State: []byte("\x02\x05" + `2 "ü` + "\x04\x01h"),
		Request: driver.Request{Method: "POST", Path: "/i/2%20%22%C3%BC", Query: "seq=12&r=r%2F2%20%22%C3%BC", Body: []byte(`{"a":7}`)},
	}, rule.Plan(row, kept()))
}

func TestADocumentIsSplicedByTheStencilOfAnotherRow(t *testing.T) {
	row, planned := first()
	planned.Request.Body, planned.Stencil.Body = nil, ""
	planned.Request.Parts = []driver.BodyPart{{Document: &driver.SplicePlan{Document: 3, Edits: []driver.SpliceEdit{{Path: []string{"a"}, Value: "5"}}}}}
	got := stencil.Of(row, planned).Plan(edited("2", "7"), kept())
	require.Equal(t, []driver.BodyPart{{Document: &driver.SplicePlan{Document: 9, Edits: []driver.SpliceEdit{{Path: []string{"a"}, Value: "7"}}}}}, got.Request.Parts)
	require.EqualValues(t, "5", planned.Request.Parts[0].Document.Edits[0].Value, "the first row's own plan stays")
}

func TestARowWithAnythingDifferentIsPassedToTheDriver(t *testing.T) {
	rows := []struct {
		name   string
		change func(e *driver.RowEdit, k *driver.Kept)
	}{
		{"another act", func(e *driver.RowEdit, _ *driver.Kept) { e.Act = driver.ActDelete }},
		{"another index", func(e *driver.RowEdit, _ *driver.Kept) { e.Key[0].Value = "j" }},
		{"no id", func(e *driver.RowEdit, _ *driver.Kept) { e.Key[1].Value = "" }},
		{"an id that leads elsewhere", func(e *driver.RowEdit, _ *driver.Kept) { e.Key[1].Value = "a/%2e%2e/b" }},
		{"an id that can be a route", func(e *driver.RowEdit, _ *driver.Kept) { e.Key[1].Value = "_bac" }},
		{"no routing", func(e *driver.RowEdit, _ *driver.Kept) { e.Key = e.Key[:2] }},
		{"no hash", func(e *driver.RowEdit, _ *driver.Kept) { e.Base = e.Base[1:] }},
		{"a hash without a text", func(e *driver.RowEdit, k *driver.Kept) { e.Base[0].Value, k.Hash = "", "" }},
		{"another index of that name", func(e *driver.RowEdit, _ *driver.Kept) { e.Base[1].Value = "v" }},
		{"another column", func(e *driver.RowEdit, _ *driver.Kept) { e.Cells[0].Column = "b" }},
		{"another type", func(e *driver.RowEdit, _ *driver.Kept) { e.Cells[0].Type = "text" }},
		{"two cells", func(e *driver.RowEdit, _ *driver.Kept) { e.Cells = append(e.Cells, e.Cells[0]) }},
		{"set to null", func(e *driver.RowEdit, _ *driver.Kept) { e.Cells[0].Null = true }},
		{"a removed field", func(e *driver.RowEdit, _ *driver.Kept) { e.Cells[0].Remove = true }},
		{"a text in place of a number", func(e *driver.RowEdit, _ *driver.Kept) { e.Cells[0].Text = "x" }},
		{"a number that does not fit", func(e *driver.RowEdit, _ *driver.Kept) { e.Cells[0].Text = "2147483648" }},
		{"a number that would be respelled", func(e *driver.RowEdit, _ *driver.Kept) { e.Cells[0].Text = "-0" }},
		{"no text", func(e *driver.RowEdit, _ *driver.Kept) { e.Cells[0].Text = "" }},
		{"a changed document", func(_ *driver.RowEdit, k *driver.Kept) { k.Hash = "g" }},
		{"no document", func(_ *driver.RowEdit, k *driver.Kept) { k.Document = 0 }},
		{"a document that was not found", func(_ *driver.RowEdit, k *driver.Kept) { k.Values[0] = "false" }},
		{"no revision", func(_ *driver.RowEdit, k *driver.Kept) { k.Values[1] = "" }},
		{"a revision that is none", func(_ *driver.RowEdit, k *driver.Kept) { k.Values[1] = "-2" }},
		{"fewer values", func(_ *driver.RowEdit, k *driver.Kept) { k.Values = k.Values[:1] }},
		{"a number that a float respells", func(_ *driver.RowEdit, k *driver.Kept) { k.Rounded = true }},
		{"a document with comments", func(_ *driver.RowEdit, k *driver.Kept) { k.Commented = true }},
		{"a field that is missing", func(_ *driver.RowEdit, k *driver.Kept) { k.Seen[0] = driver.Seen{} }},
		{"another spelling", func(_ *driver.RowEdit, k *driver.Kept) { k.Seen[0].Path = []string{"a", "b"} }},
		{"two spellings", func(_ *driver.RowEdit, k *driver.Kept) { k.Seen[0].Twice = true }},
		{"a field in an array", func(_ *driver.RowEdit, k *driver.Kept) { k.Seen[0].Array = true }},
		{"an array", func(_ *driver.RowEdit, k *driver.Kept) { k.Seen[0].Value = "[1]" }},
		{"an object", func(_ *driver.RowEdit, k *driver.Kept) { k.Seen[0].Value = "{}" }},
		{"a value that is too long to know", func(_ *driver.RowEdit, k *driver.Kept) { k.Seen[0].Value = "" }},
		{"nothing that was looked at", func(_ *driver.RowEdit, k *driver.Kept) { k.Seen = nil }},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			rule, e, k := stencil.Of(first()), edited("2", "7"), kept()
			row.change(e, k)
			require.False(t, rule.Takes(e) && rule.Plan(e, k) != nil)
		})
	}
}

func TestWhatWasTypedBecomesJSONByTheRuleOfItsCell(t *testing.T) {
	rows := []struct {
		name        string
		cell        driver.StencilCell
		typed, want string
	}{
		{"what was typed into the first row", driver.StencilCell{Value: `["x"]`}, "5", `["x"]`},
		{"anything else", driver.StencilCell{Value: "5"}, "6", ""},
		{"any text", driver.StencilCell{Typed: driver.TypedText}, " [\"", `" [\""`},
		{"no text", driver.StencilCell{Typed: driver.TypedText}, "", `""`},
		{"a text without white space around it", driver.StencilCell{Typed: driver.TypedTrimmed}, " 2024 ", `"2024"`},
		{"a text that can be an array", driver.StencilCell{Typed: driver.TypedTrimmed}, " [1]", ""},
		{"white space", driver.StencilCell{Typed: driver.TypedTrimmed}, "  ", ""},
		{"an integer", driver.StencilCell{Typed: driver.TypedInteger, Bits: 64}, "9223372036854775807", "9223372036854775807"},
		{"a fraction", driver.StencilCell{Typed: driver.TypedNumber, Bits: 16}, "-12.5", "-12.5"},
		{"a large fraction", driver.StencilCell{Typed: driver.TypedNumber, Bits: 16}, "32768.5", ""},
		{"a fraction with a zero at its end", driver.StencilCell{Typed: driver.TypedNumber, Bits: 63}, "1.50", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e, planned := first()
			row.cell.Path, row.cell.Whole = []string{"a"}, true
			planned.Stencil.Cells[0], planned.Stencil.Body = row.cell, driver.AsIs+cell
			got := stencil.Of(e, planned).Plan(edited("2", row.typed), kept())
			if row.want == "" {
				require.Nil(t, got)
				return
			}
			require.Equal(t, row.want, string(got.Request.Body))
		})
	}
}

func TestAStencilThatCannotBeCarriedOutPlansNothing(t *testing.T) {
	rows := []struct {
		name   string
		change func(p *driver.Planned)
	}{
		{"a hole that is cut", func(p *driver.Planned) { p.Stencil.Path = "/\x00=" }},
		{"a value that does not exist", func(p *driver.Planned) { p.Stencil.Query = driver.AsIs + "x" }},
		{"a cell that does not exist", func(p *driver.Planned) { p.Stencil.Body = driver.AsIs + "\x81" }},
		{"a value written in no known way", func(p *driver.Planned) { p.Stencil.State = "\x00x" + driver.HoleID }},
		{"a path that is not read", func(p *driver.Planned) { p.Stencil.Must = texts("error", "") }},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			e, planned := first()
			row.change(planned)
			require.Nil(t, stencil.Of(e, planned).Plan(edited("2", "7"), kept()))
		})
	}
	for _, change := range []func(p *driver.Planned){
		func(p *driver.Planned) { p.Stencil = nil },
		func(p *driver.Planned) { p.Stencil.Cells = nil },
		func(p *driver.Planned) { p.Stencil.Read.Verb = driver.Raw },
		func(p *driver.Planned) { p.Check = &driver.Check{} },
		func(p *driver.Planned) { p.Keep = &driver.KeepPlan{} },
	} {
		e, planned := first()
		change(planned)
		require.Nil(t, stencil.Of(e, planned))
	}
}
