package grid

import (
	"strings"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// Edit returns an edited cell in the form that a driver needs: where its values are in the document, and their type. If
// the column cannot be edited, the error is of kind invalid or unsupported and says why.
func (v *View) Edit(column, text string, null bool) (driver.CellEdit, error) {
	c := v.column(column)
	switch {
	case c == nil:
		return driver.CellEdit{}, &driver.Error{Kind: driver.Invalid, Message: "There is no column " + column + "."}
	case v.Set.ReadOnly != "":
		return driver.CellEdit{}, &driver.Error{Kind: driver.Unsupported, Message: v.Set.ReadOnly}
	case c.ReadOnly && len(c.Nested) == 0:
		return driver.CellEdit{}, &driver.Error{Kind: driver.Unsupported, Message: c.fixed()}
	}
	return driver.CellEdit{
		Column: c.Name, At: strings.Join(c.source.Path, "."), Type: c.Type, Nested: c.Nested, Text: text, Null: null, About: c.about,
	}, nil
}

// fixed says why a column that is not inside an array cannot be edited.
func (c *Column) fixed() string {
	if at := strings.Join(c.source.Path, "."); c.source.From == rows.Doc && at != c.Name {
		return c.Name + " is another name of " + at + ". Edit it in that column."
	}
	return c.Name + " is not part of the stored document, so it cannot be edited."
}
