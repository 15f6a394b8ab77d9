package grid

import (
	"fmt"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// Whole returns the value of a column from source, the document's own text, uncut and in the same form as the page's
// cell. It fails if there is no such column, or if its values are not in the document.
func (v *View) Whole(source []byte, column string) (rows.Kind, []byte, error) {
	c := v.column(column)
	if c == nil {
		return rows.Missing, nil, noColumn(column)
	}
	if c.source.From != rows.Doc {
		return rows.Missing, nil, &driver.Error{
			Kind: driver.Unsupported, Message: column + " is not stored in the document: the server computes it when rows are read.",
		}
	}
	list := append(append(append(make([]byte, 0, len(source)+2), '['), source...), ']') // one copy: it can have 50 MB
	result, err := rows.Block(list, &rows.Plan{Columns: []rows.Column{c.source}})
	if err != nil {
		return rows.Missing, nil, fmt.Errorf("read %s of a document of %s: %w", column, v.Object, err)
	}
	page, err := rows.Decode(result.Block)
	if err != nil {
		return rows.Missing, nil, fmt.Errorf("read %s of a document of %s: %w", column, v.Object, err)
	}
	kind, text := page.Bytes(0, 0)
	return kind, text, nil
}

func noColumn(name string) error {
	return &driver.Error{Kind: driver.NotFound, Message: "There is no column " + name + "."}
}
