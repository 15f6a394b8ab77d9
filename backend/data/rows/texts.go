package rows

import (
	"errors"
	"fmt"
	"strings"
)

var errTable = errors.New("the table is larger than 2 GB")

// Texts writes a table of texts as a page block: every cell is a string, and an empty text is a missing cell. Each row
// has one text per name. Invalid UTF-8 becomes the replacement character.
func Texts(names []string, table [][]string) ([]byte, error) {
	r := &run{rowCount: len(table), layout: &layout{names: namesSection(names), visible: len(names)}, sizes: make([]uint64, len(names))}
	for n, texts := range table {
		if len(texts) != len(names) {
			return nil, fmt.Errorf("row %d of the table has %d texts for %d names", n, len(texts), len(names))
		}
		for c, text := range texts {
			text = strings.ToValidUTF8(text, "\ufffd")
			made := cell{kind: String, at: uint32(len(r.scratch)), n: uint32(len(text)), scratch: true}
			if text == "" {
				made.kind = Missing
			}
			r.scratch = append(r.scratch, text...)
			r.cells = append(r.cells, made)
			r.sizes[c] += uint64(len(text))
		}
		if len(r.scratch) >= largest {
			return nil, errTable
		}
	}
	if r.size() >= largest {
		return nil, errTable
	}
	return r.assemble(), nil
}
