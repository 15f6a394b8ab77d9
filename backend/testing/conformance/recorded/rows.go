package recorded

import (
	"quarry/backend/data/rows"
	"quarry/drivers/driver/laws/exact"
)

var cellKinds = []string{"missing", "null", "bool", "number", "string", "json", "escaped"}

// reading says how to compare the rows of one response.
type reading struct {
	hits   []*exact.Value
	doc    string            // where the document is inside a row
	fields map[string]*field // by column, including the hidden ones
	whole  bool              // every value of a document must be shown
}

// compare compares the rows of all blocks with the hits.
func (s *session) compare(a *response, blocks []*rows.Page, r *reading) {
	row := 0
	for _, block := range blocks {
		cuts := map[[2]int]int{}
		for _, c := range block.Cuts {
			cuts[[2]int{int(c.Row), int(c.Column)}] = int(c.Length)
		}
		hashes := map[string]string{}
		for n := range block.Rows {
			if row == len(r.hits) {
				s.problem(a, "more rows than hits: %d", len(r.hits))
				return
			}
			s.compareRow(a, block, n, r.hits[row], r, cuts)
			s.compareHash(a, block, n, r.hits[row].Get(r.doc), hashes)
			row++
		}
	}
	if row != len(r.hits) {
		s.problem(a, "%d rows of %d hits", row, len(r.hits))
	}
	s.report.Rows += row
}

func (s *session) compareRow(a *response, block *rows.Page, row int, hit *exact.Value, r *reading, cuts map[[2]int]int) {
	shown := map[string]bool{}
	for c, name := range block.Names {
		shown[name] = c < block.Visible
		f := r.fields[name]
		if f == nil {
			if name != "#hash" {
				s.problem(a, "row %d: nothing is known of the column %s", row, name)
			}
			continue
		}
		kind, text := block.Cell(row, c)
		came := cell{kind: cellKinds[kind], text: text, cut: cuts[[2]int{row, c}]}
		if want := f.cellOf(hit); came != want {
			s.problem(a, "row %d, column %s: %+v came of %+v", row, name, came, want)
		}
	}
	doc := hit.Get(r.doc)
	if doc == nil || doc.Kind != exact.Object {
		return
	}
	for _, l := range leavesOf(doc) {
		s.compareLeaf(a, block, row, &l, shown, r, cuts)
	}
}

// compareLeaf looks for one value's characters in the cell that shows it.
func (s *session) compareLeaf(a *response, block *rows.Page, row int, l *leaf, shown map[string]bool, r *reading, cuts map[[2]int]int) {
	name := shownBy(l.path, shown)
	if name == "" {
		if r.whole && !l.emptied(shown) {
			s.problem(a, "row %d: no column shows %s", row, l.path)
		}
		return
	}
	if r.fields[name] != nil && r.fields[name].path[0] != r.doc {
		return // a field from another source replaces it
	}
	c := block.Column(name)
	s.report.Leaves++
	kind, text := block.Cell(row, c)
	if cuts[[2]int{row, c}] == 0 && !l.shows(cellKinds[kind], text) {
		s.problem(a, "row %d, column %s: %s is lost: it shows %s %s", row, name, l.node.Raw, cellKinds[kind], text)
	}
}

// compareHash checks that documents have the same hash if and only if they have the same characters.
func (s *session) compareHash(a *response, block *rows.Page, row int, doc *exact.Value, hashes map[string]string) {
	c := block.Column("#hash")
	if c < 0 {
		s.problem(a, "the page has no #hash")
		return
	}
	kind, hash := block.Cell(row, c)
	if doc == nil || doc.Kind != exact.Object {
		if kind != rows.Missing {
			s.problem(a, "row %d has the hash %s of no document", row, hash)
		}
		return
	}
	if known, ok := hashes[hash]; ok && known != doc.Raw || kind != rows.String {
		s.problem(a, "row %d: two documents have the hash %q", row, hash)
	}
	for other, raw := range hashes {
		if raw == doc.Raw && other != hash {
			s.problem(a, "row %d: one document has two hashes", row)
		}
	}
	hashes[hash] = doc.Raw
}
