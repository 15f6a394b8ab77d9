package export

import (
	"strings"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// beside writes a document together with the values outside it: {"key":"1","document":{}}.
type beside struct {
	names, paths []string
	doc          string
	text         []byte
}

// newBeside returns nil for options without metadata columns.
func newBeside(f *Options) *beside {
	if len(f.Meta) == 0 {
		return nil
	}
	b := &beside{doc: f.Doc}
	for _, c := range f.Meta {
		b.names, b.paths = append(b.names, c.Name), append(b.paths, strings.Join(c.Path, "."))
	}
	return b
}

// object returns a row's values and its document, byte for byte. The result is valid until the next call.
func (b *beside) object(row rows.Entry) ([]byte, error) {
	if row.Document == nil {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "A row has no document, so nothing can be written beside it.", Hint: "Leave out the metadata."}
	}
	found, err := rows.Pick(row.Text, b.paths)
	if err != nil {
		return nil, err
	}
	b.text = append(b.text[:0], '{')
	for i, value := range found {
		if value != "" {
			b.text = append(append(append(jx.Quote(b.text, b.names[i]), ':'), value...), ',')
		}
	}
	b.text = append(jx.Quote(b.text, b.doc), ':')
	b.text = append(append(b.text, row.Document...), '}')
	return b.text, nil
}
