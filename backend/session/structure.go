package session

import (
	"context"
	"fmt"
	"time"

	"quarry/backend/jsontext"
	"quarry/backend/plugin"
	"quarry/backend/rows"
	"quarry/backend/structure"
	"quarry/drivers/driver"
)

// Structure is what an object is made of.
type Structure struct {
	Block   []byte // a page block of texts: one row for each field
	Rows    int
	Columns []driver.StructureColumn
	Facts   []driver.Text
	Note    string // why nothing can be changed here, and how it can be
	Elapsed int64  // milliseconds
}

// Definition is one of the texts that say what an object is, in JSON, indented; every digit and key is the engine's own.
type Definition struct {
	Text    []byte
	Note    string
	Elapsed int64 // milliseconds
}

// errNoStructure says that a driver does not tell what objects are made of.
var errNoStructure = &driver.Error{Kind: driver.Unsupported, Message: "The driver of this connection does not tell what its objects are made of."}

// Definitions gives the definitions that an object of this connection has, by their names and titles.
func (s *Session) Definitions() []driver.Text { return s.definitions }

// Structure lists the fields of an object.
func (s *Session) Structure(ctx context.Context, object string) (*Structure, error) {
	if !s.can(driver.OpStructure) {
		return nil, errNoStructure
	}
	begin := time.Now()
	exec := plugin.NewExec(s.sender, plugin.ExecOptions{})
	found, err := run[driver.Structure](ctx, s, driver.OpStructure, &driver.StructureArgs{Object: object}, exec)
	if err != nil {
		return nil, err
	}
	table, err := structure.Join(found, exec.Schema(found.Records))
	if err != nil {
		return nil, fmt.Errorf("list the fields of %s: %w", object, err)
	}
	names := make([]string, 0, len(found.Columns))
	for _, c := range found.Columns {
		names = append(names, c.Title)
	}
	block, err := rows.Texts(names, table)
	if err != nil {
		return nil, fmt.Errorf("list the fields of %s: %w", object, err)
	}
	return &Structure{
		Block: block, Rows: len(table), Columns: found.Columns, Facts: found.Facts, Note: found.Note,
		Elapsed: time.Since(begin).Milliseconds(),
	}, nil
}

// Definition reads one of the definitions of an object.
func (s *Session) Definition(ctx context.Context, object, name string) (*Definition, error) {
	if !s.can(driver.OpDefinition) {
		return nil, errNoStructure
	}
	begin := time.Now()
	exec := plugin.NewExec(s.sender, plugin.ExecOptions{})
	found, err := run[driver.Definition](ctx, s, driver.OpDefinition, &driver.DefinitionArgs{Object: object, Name: name}, exec)
	if err != nil {
		return nil, err
	}
	text := exec.Shown(found.Shown)
	if text == "" {
		return nil, &driver.Error{Kind: driver.Crashed, Message: "The driver showed nothing."}
	}
	return &Definition{Text: jsontext.Indent(text), Note: found.Note, Elapsed: time.Since(begin).Milliseconds()}, nil
}
