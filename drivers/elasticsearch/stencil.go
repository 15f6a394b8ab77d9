package elasticsearch

import (
	"strings"

	"quarry/drivers/driver"
)

// stencilled is what all stencils have in common: documents are compared with those that were shown by their hash.
var stencilled = driver.Stencil{
	Same: []string{keyUUID}, Equal: []string{"#hash"}, End: "]}",
	Must:     []driver.Text{{Key: "found", Value: "true"}, {Key: "error"}},
	Revision: []driver.Hidden{{Name: "#seq", At: "_seq_no"}, {Name: "#term", At: "_primary_term"}},
}

// bySeq is what documents of this session's own writes are compared by.
var bySeq = []string{"#seq", "#term"}

// stencil returns how rows like this one are planned, nil if each has to be looked at: it is new, or restored, or a cell
// has to be typed with an eye to its document.
func (r *row) stencil(f *form, s *sent, session session) *driver.Stencil {
	if f.absent || r.act == driver.ActRestore || f.reason == reasonValue || r.document.Commented || len(r.edits) != len(r.cells) || len(r.cells) > maxAlike {
		return nil
	}
	t := stencilled
	if t.Read = again(nil, session); r.hash == "" {
		t.Equal = bySeq
	}
	if session.readsRoutes() {
		t.Names = routeChars
	}
	switch {
	case r.origin.apart, r.act == driver.ActDelete:
		t.Rounded = driver.RoundedAny
	case r.document.Rounded:
		t.Rounded = driver.RoundedOnly
	}
	t.Cells = make([]driver.StencilCell, len(r.cells))
	for i := range r.cells {
		if !r.alike(i, &t.Cells[i]) {
			return nil
		}
		t.Read.Keep.Look = append(t.Read.Keep.Look, r.cells[i].At)
	}
	routing, end := "", "}"
	if r.routing != "" {
		routing, end = driver.AsSegment+driver.HoleRouting, `,"routing":`+driver.AsString+driver.HoleRouting+"}"
	}
	t.Entry = `{"_index":` + quote(r.index) + `,"_id":` + driver.AsString + driver.HoleID + end
	t.Path, t.Query = f.address(r.index, driver.AsSegment+driver.HoleID, routing, driver.AsIs+driver.HoleSeq, driver.AsIs+driver.HoleTerm)
	t.State = s.template()
	if f.body != nil {
		for i := range r.edits { // the body of the row itself is written already
			r.edits[i].Value = driver.AsIs + string([]byte{driver.HoleCell + byte(i)})
		}
		t.Body = string(updateBody(r.edits))
	}
	t.Read.Request.Body = []byte(`{"docs":[`)
	return &t
}

// maxAlike is how many cells a row with a stencil can have.
const maxAlike = 100

// alike fills in what can be typed into a cell of rows like this one and what their documents must have. It reports whether
// that depends on nothing but what was typed.
func (r *row) alike(i int, a *driver.StencilCell) bool {
	cell, seen := &r.cells[i], &r.seen[i]
	a.Path, a.Whole, a.Value = seen.Path, seen.Whole, r.values[i]
	if check := scalars(cell); check != nil && !cell.Null {
		a.Typed, a.Bits = check.alike, check.bits
		a.Quoted = check.quoted || check.alike == driver.TypedTrimmed
	}
	if !seen.Whole {
		return len(seen.Path) == 0 && strings.IndexByte(cell.At, '.') < 0
	}
	return seen.Value != "" && seen.Value[0] != '[' && seen.Value[0] != '{' && (!a.Quoted || seen.Value[0] == '"')
}
