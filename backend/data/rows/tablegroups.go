package rows

import "bytes"

// group is the rows found in one group, for a response whose rows are in groups.
type group struct {
	members []byte // members of the group before its rows, without braces
	at, end int64  // where its rows begin and end
}

// grouped adds a row to its group.
func (t *Table) grouped(at, end int64) {
	if len(t.groups) == 0 || t.find.number != t.number {
		t.number = t.find.number
		t.groups = append(t.groups, group{members: bytes.Clone(t.find.members), at: at})
	}
	t.groups[len(t.groups)-1].end = end
}

// groupedText reads the rows between two positions again, each with the members of its group.
func (t *Table) groupedText(from, to int64) ([]byte, error) {
	var text []byte
	for _, g := range t.groups {
		if g.end <= from || g.at >= to {
			continue
		}
		rows, err := t.read(max(g.at, from), min(g.end, to))
		if err != nil {
			return nil, err
		}
		for i := nextRow(rows, 0); i < len(rows); i = nextRow(rows, i) {
			end := valueEnd(rows, i, true)
			text = append(g.into(text, rows[i:end]), ',')
			i = end
		}
	}
	return text, nil
}

// into appends a row with the members of its group.
func (g group) into(text, row []byte) []byte {
	text = append(append(text, '{'), g.members...)
	if next := skipSpace(row, 1); len(g.members) > 0 && next < len(row) && row[next] != '}' {
		text = append(text, ',')
	}
	return append(text, row[1:]...)
}
