package structure

import (
	"slices"
	"strings"
)

// maxNamed is the maximum number of parts with the same type that are named.
const maxNamed = 3

// united is a name and the rows of the parts that have it.
type united struct {
	name string
	rows []row
}

// unite returns one row per name, sorted by name.
func (j *joiner) unite() [][]string {
	at := map[string]int{}
	var all []united
	for _, r := range j.rows {
		n, known := at[r.cells[0]]
		if !known {
			n, at[r.cells[0]] = len(all), len(all)
			all = append(all, united{name: r.cells[0]})
		}
		all[n].rows = append(all[n].rows, r)
	}
	slices.SortStableFunc(all, func(a, b united) int { return compareNames(a.name, b.name) })
	table := make([][]string, 0, len(all))
	parts := j.structure.Parts
	for i := range all {
		slices.SortStableFunc(all[i].rows, func(a, b row) int { return strings.Compare(parts[a.part], parts[b.part]) })
		table = append(table, all[i].cells(parts))
	}
	return table
}

// cells joins the different texts of the parts in each cell, and says in the last cell which parts have which type.
func (u *united) cells(parts []string) []string {
	cells := make([]string, len(u.rows[0].cells))
	for c := range cells {
		var texts []string
		for _, r := range u.rows {
			if text := r.cells[c]; text != "" && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
		cells[c] = strings.Join(texts, ", ")
	}
	last := len(cells) - 1
	if differing := u.differing(parts); differing != "" && last > 1 {
		cells[last] = strings.TrimSuffix("differs: "+differing+"; "+cells[last], "; ")
	}
	return cells
}

// differing returns which parts have which type, "" if all have the same.
func (u *united) differing(parts []string) string {
	if len(u.rows[0].cells) < 2 {
		return ""
	}
	type kind struct {
		text  string
		parts []string
	}
	var kinds []kind
	for _, r := range u.rows {
		n := slices.IndexFunc(kinds, func(k kind) bool { return k.text == r.cells[1] })
		if n < 0 {
			n = len(kinds)
			kinds = append(kinds, kind{text: r.cells[1]})
		}
		kinds[n].parts = append(kinds[n].parts, parts[r.part])
	}
	if len(kinds) < 2 {
		return ""
	}
	var said []string
	for _, k := range kinds {
		more := ""
		if len(k.parts) > maxNamed {
			k.parts, more = k.parts[:maxNamed], ", ..."
		}
		said = append(said, k.text+" in "+strings.Join(k.parts, ", ")+more)
	}
	return strings.Join(said, "; ")
}

// compareNames orders dotted names part by part: a dot sorts before every other character.
func compareNames(a, b string) int {
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		switch {
		case x == y:
			continue
		case x == '.':
			return -1
		case y == '.':
			return 1
		}
		return int(x) - int(y)
	}
	return len(a) - len(b)
}
