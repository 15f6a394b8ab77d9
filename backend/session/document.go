package session

import (
	"context"
	"strings"

	"quarry/backend/grid"
	"quarry/backend/plugin"
	"quarry/backend/rows"
	"quarry/drivers/driver"
)

// Value is a value as the engine holds it at this moment, whole.
type Value struct {
	Kind rows.Kind
	Text string
	// Changed tells that the document was written since the row was read: the value may be another one.
	Changed bool
}

// Value reads the document of a row again and gives its value in a column; "" is the whole document. The key holds the
// hidden values of the row.
func (s *Session) Value(ctx context.Context, view string, key []driver.Text, column string) (*Value, error) {
	s.mu.Lock()
	v := s.views[view]
	s.mu.Unlock()
	if v == nil {
		return nil, ErrClosed
	}
	doc, err := s.document(ctx, v.Object, key)
	if err != nil {
		return nil, err
	}
	value := &Value{Kind: rows.JSON, Text: doc.Source, Changed: changed(key, doc.Revision)}
	if column != "" {
		value.Kind, value.Text, err = v.Whole(doc.Source, column)
	}
	return value, err
}

// document reads one document, whole.
func (s *Session) document(ctx context.Context, object string, key []driver.Text) (*driver.Document, error) {
	if !s.can(driver.OpDocument) {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "The driver reads no single " + s.Manifest.Nouns.Row + "."}
	}
	exec := plugin.NewExec(s.sender, plugin.ExecOptions{Kernel: documentKernel})
	doc, err := run[driver.Document](ctx, s, driver.OpDocument, &driver.DocumentArgs{Object: object, Key: key}, exec)
	if err != nil || doc.Block == 0 {
		return doc, err
	}
	block := exec.Block(doc.Block)
	if block == nil {
		return nil, errNoDocument
	}
	return kept(block)
}

func documentKernel(plan *driver.RowsPlan) (*rows.Kernel, error) {
	if plan == nil {
		return nil, errNoDocument
	}
	return rows.Compile(grid.Plan(plan, nil))
}

var errNoDocument = &driver.Error{Kind: driver.Crashed, Message: "The driver read no document."}

// kept gives the document that stayed in a block.
func kept(block *rows.Result) (*driver.Document, error) {
	page, err := rows.Decode(block.Block)
	if err != nil {
		return nil, err
	}
	at := page.Column(driver.HiddenSource)
	if page.Rows != 1 || at < 0 {
		return nil, errNoDocument
	}
	doc := &driver.Document{}
	_, doc.Source = page.Cell(0, at)
	for c, name := range page.Names {
		if c != at && strings.HasPrefix(name, "#") {
			_, text := page.Cell(0, c)
			doc.Revision = append(doc.Revision, driver.Text{Key: name, Value: text})
		}
	}
	return doc, nil
}

// changed tells whether a document has another revision than the row that was read of it.
func changed(row, revision []driver.Text) bool {
	for _, now := range revision {
		for _, before := range row {
			if before.Key == now.Key && before.Value != now.Value {
				return true
			}
		}
	}
	return false
}
