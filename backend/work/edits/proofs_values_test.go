// SPEC: A-EDT-01, A-EDT-02, A-EDT-03, A-EDT-04, A-EDT-06, A-EDT-10, A-EDT-15

package edits

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"quarry/backend/connection/session"
	"quarry/backend/connection/session/sessiontest"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/testing/enginetest"
	"quarry/drivers/driver"
)

const proofMapping = `{"settings":{"number_of_shards":2,"number_of_replicas":0},"mappings":{"properties":{
	"name":{"type":"keyword"},"about":{"type":"text"},"price":{"type":"double"},"stock":{"type":"long"},"sold":{"type":"boolean"},"made":{"type":"date"},"tags":{"type":"keyword"},
	"maker":{"properties":{"city":{"type":"keyword"},"since":{"type":"long"}}},"parts":{"type":"nested","properties":{"no":{"type":"integer"},"label":{"type":"keyword"}}},"free":{"type":"object","enabled":false}}}}`

// proof is a seeded test on a real engine, with the documents as last written.
type proof struct {
	*real
	dice
	sources map[string]string // by id
}

func openProof(t *testing.T, address, index string) *proof {
	t.Helper()
	s := &real{t: t, url: address, index: index, plans: New()}
	enginetest.Index(t, address, index, proofMapping)
	s.session = sessiontest.Open(t, session.New(sessiontest.Drivers(t)), sessiontest.To("elasticsearch", sessiontest.Address(address), nil), nil)
	return &proof{real: s, dice: dice{drawn(t)}, sources: map[string]string{}}
}

// fill writes documents by one bulk request.
func (p *proof) fill(n int, draw func(i int) string) {
	p.t.Helper()
	var lines strings.Builder
	for i := range n {
		id := fmt.Sprintf("d%03d", i)
		p.sources[id] = strings.ReplaceAll(draw(i), "\n", " ") // a line of a bulk request is one document
		fmt.Fprintf(&lines, "{\"index\":{\"_id\":%q}}\n%s\n", id, p.sources[id])
	}
	require.Contains(p.t, p.ask("POST", "/"+p.index+"/_bulk?refresh=true", lines.String()), `"errors":false`)
}

// stored reads every source as the engine stores it, with its own search.
func (p *proof) stored() map[string]string {
	p.t.Helper()
	p.ask("POST", "/"+p.index+"/_refresh", "")
	var response struct {
		Hits struct {
			Hits []struct {
				ID     string          `json:"_id"`
				Source json.RawMessage `json:"_source"`
			}
		}
	}
	require.NoError(p.t, json.Unmarshal([]byte(p.ask("POST", "/"+p.index+"/_search", `{"size":5000}`)), &response))
	all := map[string]string{}
	for _, h := range response.Hits.Hits {
		all[h.ID] = string(h.Source)
	}
	return all
}

// shown opens a new view and returns each of its rows, without edits.
func (p *proof) shown() map[string]Row {
	p.t.Helper()
	var err error
	p.view, err = grid.NewViews().Open(p.t.Context(), p.session, p.index)
	require.NoError(p.t, err)
	return rowsShown(p.t, p.view)
}

func rowsShown(t *testing.T, v *grid.View) map[string]Row {
	t.Helper()
	got, err := v.Page(t.Context(), v.Generation(), 0)
	require.NoError(t, err)
	page, err := rows.Decode(got.Block)
	require.NoError(t, err)
	all := map[string]Row{}
	for r := range page.Rows {
		row := Row{}
		for _, name := range []string{"#index", "#id", "#routing"} {
			if column := page.Column(name); column >= 0 {
				if kind, text := page.Cell(r, column); kind != rows.Missing {
					row.Key = append(row.Key, driver.Text{Key: name, Value: text})
				}
			}
		}
		for _, name := range []string{"#seq", "#term", "#hash"} {
			if column := page.Column(name); column >= 0 {
				_, text := page.Cell(r, column)
				row.Base = append(row.Base, driver.Text{Key: name, Value: text})
			}
		}
		_, id := page.Cell(r, page.Column("#id"))
		all[id] = row
	}
	return all
}

// typing is a random edit: what is typed, and what the document becomes.
type typing struct {
	cell  Cell
	value string // JSON, "" if the field is removed
}

// edit draws an edit of a column.
func (p *proof) edit(column string) typing {
	typed := func(text, value string) typing { return typing{Cell{Column: column, Text: text}, value} }
	switch p.IntN(8) {
	case 0:
		return typing{Cell{Column: column, Null: true}, "null"}
	case 1:
		return typing{Cell{Column: column, Remove: true}, ""}
	}
	switch column {
	case "price":
		n := p.number()
		return typed(n, n)
	case "stock", "maker.since":
		n := p.whole()
		return typed(n, n)
	case "sold":
		b := p.pick("true", "false")
		return typed(b, b)
	case "made":
		date := "2026-11-0" + p.pick("1", "2") + "T10:00:00Z"
		return typed(date, quoted(date))
	case "tags":
		list := "[" + quoted(p.text()) + ", " + quoted(p.text()) + "]"
		return typed(list, list)
	case "parts":
		list := `[{"no": ` + fmt.Sprint(p.IntN(99)) + `,"label":` + quoted(p.text()) + `}, {"no":7}]`
		return typed(list, list)
	case "free":
		o := p.object(3)
		return typed(o, o)
	}
	text := p.text()
	return typed(text, quoted(text))
}

var editable = []string{"name", "about", "price", "stock", "sold", "made", "tags", "maker.city", "maker.since", "parts", "free"}

// document draws one with every field, or most of them, some spelled with a dot.
func (p *proof) document(int) string {
	members := map[string]string{
		"name": quoted(p.text()), "about": quoted(p.text()), "price": p.number(), "stock": p.whole(), "sold": p.pick("true", "false", "null"), "made": `"2026-10-31"`,
		"tags": "[" + quoted(p.text()) + "," + quoted(p.text()) + "]", "parts": `[{"no":1,"label":"x"},{"no":2}]`, "free": p.object(3),
	}
	if p.IntN(3) == 0 {
		members["maker.city"], members["maker.since"] = quoted(p.text()), p.whole()
	} else {
		members["maker"] = `{"city":` + quoted(p.text()) + ` , "since":` + p.whole() + `}`
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if p.IntN(12) > 0 {
			list = append(list, quoted(name)+p.pick(":", " :  ")+members[name])
		}
	}
	p.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return "{" + strings.Join(list, p.pick(",", " , ")) + "}"
}

// pathOf returns where a document spells a column: with a dot, or inside an object, which is created if neither exists.
func pathOf(l leaves, column string) string {
	parent, leaf, dotted := strings.Cut(column, ".")
	if _, literal := l["/"+quoted(column)]; literal || !dotted {
		return "/" + quoted(column)
	}
	return "/" + quoted(parent) + "/" + quoted(leaf)
}

func TestAfterAThousandRandomEditsEveryOtherValueIsUnchangedCharacterForCharacter(t *testing.T) {
	keepsEveryOtherValue(t, openProof(t, enginetest.ES8(t), "proof-values"))
}

func TestAfterAThousandRandomEditsEveryOtherValueIsUnchangedOnAReal79(t *testing.T) {
	keepsEveryOtherValue(t, openProof(t, enginetest.ES79(t), "proof-values"))
}

func TestAfterAThousandRandomEditsEveryOtherValueIsUnchangedOnAReal9(t *testing.T) {
	keepsEveryOtherValue(t, openProof(t, enginetest.ES9(t), "proof-values"))
}

func keepsEveryOtherValue(t *testing.T, p *proof) {
	const documents, rounds, cells = 125, 2, 4
	p.fill(documents, p.document)
	forms := map[string]int{}
	for range rounds {
		want := map[string]leaves{}
		var staged []Row
		for id, row := range p.shown() {
			want[id] = readLeaves(t, p.sources[id])
			for _, at := range p.Perm(len(editable))[:cells] {
				e := p.edit(editable[at])
				path := pathOf(want[id], e.cell.Column)
				if _, there := want[id][path]; !there && (e.cell.Remove || strings.Contains(e.cell.Column, ".")) {
					continue // nothing to remove, and objects on the way are created in more than one way
				}
				if e.cell.Column == "tags" && e.cell.Text != "" && want[id][path] != "[" {
					e.value = quoted(e.cell.Text) // a string stays one if there is no array
				}
				want[id].replace(t, path, e.value)
				row.Cells = append(row.Cells, e.cell)
			}
			if len(row.Cells) > 0 {
				staged = append(staged, row)
			}
		}
		plan := p.plan(staged...)
		require.Empty(t, plan.Refusals)
		for _, r := range plan.Requests {
			forms[r.Form]++
		}
		for _, o := range p.send(plan) {
			require.Equal(t, driver.OutcomeDone, o.Outcome, o.Err)
		}
		p.sources = p.stored()
		require.Len(t, p.sources, documents)
		for id, source := range p.sources {
			require.Equal(t, want[id], readLeaves(t, source), "%s: %s", id, source)
		}
	}
	require.Greater(t, forms["Partial update"], 0)
	require.Greater(t, forms["Whole document"], 0)
}
