package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/rows"
	"quarry/build/bench/hand"
)

// kernelOf returns the row kernel of the same columns.
func kernelOf(t *testing.T, list []hand.Column, cut int) *rows.Kernel {
	t.Helper()
	plan := rows.Plan{Rows: "hits.hits", Doc: "_source", Cut: cut, Hidden: []rows.Hidden{
		{Name: "#index", At: "_index"}, {Name: "#id", At: "_id"}, {Name: "#routing", At: "_routing"},
		{Name: "#seq", At: "_seq_no"}, {Name: "#term", At: "_primary_term"}, {Name: "#hash"},
	}}
	for _, c := range list {
		column := rows.Column{Name: c.Name, Path: c.Path}
		if c.Path[0][0] == '_' {
			column.From = rows.Row
		}
		if c.Listed {
			column.Nested = []int{1}
		}
		plan.Columns = append(plan.Columns, column)
	}
	kernel, err := rows.Compile(plan)
	require.NoError(t, err)
	return kernel
}

func TestTheBaselineMakesTheSameCells(t *testing.T) {
	fields := flat()
	rowsOf := []struct {
		name     string
		response string
		cut      int
	}{
		{"a page", string(response(fields, 50)), shownCut},
		{"cells that are cut", string(response(fields, 5)), 10},
		{"no hit", `{"took":1,"hits":{"hits":[]}}`, shownCut},
		{"missing, null and escaped values", `{"hits":{"hits":[{"_id":"1","_source":{"keyword_00":"a\u00e9\n\\","long_00":null}},` +
			`{"_id":"ä","_source":{"authors":[{"name":"\"x\""},{"born":null}],"keyword_00":"","unknown":{"a":["}"]}},"_routing":"r"}]}}`, shownCut},
	}
	for _, row := range rowsOf {
		t.Run(row.name, func(t *testing.T) {
			list := columns(fields)
			encoder := hand.New(list, row.cut)
			for range 2 {
				block, err := encoder.Block([]byte(row.response))
				require.NoError(t, err)
				got, err := rows.Decode(block)
				require.NoError(t, err)
				result, err := kernelOf(t, list, row.cut).Block([]byte(row.response))
				require.NoError(t, err)
				want, err := rows.Decode(result.Block)
				require.NoError(t, err)
				require.Equal(t, cellsOf(want), cellsOf(got))
				require.Equal(t, want.Cuts, got.Cuts)
				require.Equal(t, want.Visible, got.Visible)
			}
		})
	}
}

// cellsOf returns every cell, with the hashes left empty, since they are computed by a different function.
func cellsOf(p *rows.Page) []string {
	out := []string{strings.Join(p.Names, " ")}
	for row := range p.Rows {
		for column, name := range p.Names {
			kind, text := p.Cell(row, column)
			if name == "#hash" {
				text = ""
			}
			out = append(out, name+" "+string('0'+rune(kind))+" "+text)
		}
	}
	return out
}

func TestABrokenAnswerIsAnErrorOfTheBaseline(t *testing.T) {
	whole := string(response(flat(), 2))
	encoder := hand.New(columns(flat()), shownCut)
	for name, text := range map[string]string{
		"an end inside a hit": whole[:len(whole)-40],
		"no hits":             `{"error":"x"}`,
		"no text":             "\xff",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := encoder.Block([]byte(text))
			require.Error(t, err)
		})
	}
	_, err := encoder.Block([]byte(whole))
	require.NoError(t, err)
}

func TestADocumentHasAKilobyteAndThirtyFiveColumns(t *testing.T) {
	fields := flat()
	require.Len(t, columns(fields), 35)
	require.InDelta(t, 1024, len(source(fields, 500)), 100)
	require.Len(t, wide("x").Docs, wideRows)
}
