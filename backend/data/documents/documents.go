// Package documents reads single documents in full.
package documents

import (
	"context"
	"strings"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// Value is the whole current value from the engine.
type Value struct {
	Kind rows.Kind
	Text []byte
	// Changed means that the document was written after the row was read: the value may differ.
	Changed bool
}

// ValueOf reads a row's document again and returns its value in a column, or the whole document if column is "". key
// has the row's hidden values.
func ValueOf(ctx context.Context, s *session.Session, v *grid.View, key []driver.Text, column string) (*Value, error) {
	doc, err := read(ctx, s, v.Object, key)
	if err != nil {
		return nil, err
	}
	value := &Value{Kind: rows.JSON, Text: doc.source, Changed: changed(key, doc.revision)}
	if column != "" {
		value.Kind, value.Text, err = v.Whole(doc.source, column)
	}
	return value, err
}

// document is one document in full. Its text, which can have 50 MB, is never copied.
type document struct {
	source   []byte
	revision []driver.Text
}

// read reads one document in full.
func read(ctx context.Context, s *session.Session, object string, key []driver.Text) (*document, error) {
	if !s.Can(driver.OpDocument) {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "This driver cannot load a single " + s.Manifest.Nouns.Row + "."}
	}
	exec := s.Exec(plugin.ExecOptions{Kernel: kernel})
	doc, err := session.Run[driver.Document](ctx, s, driver.OpDocument, &driver.DocumentArgs{Object: object, Key: key}, exec)
	if err != nil {
		return nil, err
	}
	if doc.Block == 0 {
		return &document{[]byte(doc.Source), doc.Revision}, nil
	}
	block := exec.Block(doc.Block)
	if block == nil {
		return nil, errNoDocument
	}
	return kept(block)
}

func kernel(plan *driver.RowsPlan) (*rows.Kernel, error) {
	if plan == nil {
		return nil, errNoDocument
	}
	return rows.Compile(grid.Plan(plan, nil))
}

var errNoDocument = &driver.Error{Kind: driver.Crashed, Message: "The driver returned no document."}

// kept returns the document that a driver left in a block, with its revision.
func kept(block *rows.Result) (*document, error) {
	page, err := rows.Decode(block.Block)
	if err != nil {
		return nil, err
	}
	at := page.Column(driver.HiddenSource)
	if page.Rows != 1 || at < 0 {
		return nil, errNoDocument
	}
	doc := &document{}
	_, doc.source = page.Bytes(0, at)
	for c, name := range page.Names {
		if c != at && strings.HasPrefix(name, "#") {
			_, text := page.Cell(0, c)
			doc.revision = append(doc.revision, driver.Text{Key: name, Value: text})
		}
	}
	return doc, nil
}

// changed reports whether a document's revision differs from that of the row.
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
