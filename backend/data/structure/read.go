package structure

import (
	"context"
	"fmt"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/data/jsontext"
	"quarry/backend/data/rows"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// Table is the table of an object's fields.
type Table struct {
	Block   []byte // a page block of texts, one row per field
	Rows    int
	Columns []driver.StructureColumn
	Facts   []driver.Text
	Note    string // why nothing can be changed here, and how to change it elsewhere
	Elapsed int64  // milliseconds
}

// Definition is one of the texts that define an object, as indented JSON with the engine's own keys and digits.
type Definition struct {
	Text    []byte
	Note    string
	Elapsed int64 // milliseconds
}

// errNoStructure is returned if a driver cannot describe the structure of objects.
var errNoStructure = &driver.Error{Kind: driver.Unsupported, Message: "This driver cannot show the structure of an object."}

// Read lists the fields of an object.
func Read(ctx context.Context, s *session.Session, object string) (*Table, error) {
	if !s.Can(driver.OpStructure) {
		return nil, errNoStructure
	}
	begin := time.Now()
	exec := s.Exec(plugin.ExecOptions{})
	found, err := session.Run[driver.Structure](ctx, s, driver.OpStructure, &driver.StructureArgs{Object: object}, exec)
	if err != nil {
		return nil, err
	}
	table, err := Join(found, exec.Schema(found.Records))
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
	return &Table{
		Block: block, Rows: len(table), Columns: found.Columns, Facts: found.Facts, Note: found.Note,
		Elapsed: time.Since(begin).Milliseconds(),
	}, nil
}

// Define reads one of an object's definitions; session.Definitions returns their names.
func Define(ctx context.Context, s *session.Session, object, name string) (*Definition, error) {
	if !s.Can(driver.OpDefinition) {
		return nil, errNoStructure
	}
	begin := time.Now()
	exec := s.Exec(plugin.ExecOptions{})
	found, err := session.Run[driver.Definition](ctx, s, driver.OpDefinition, &driver.DefinitionArgs{Object: object, Name: name}, exec)
	if err != nil {
		return nil, err
	}
	text := exec.Shown(found.Shown)
	if text == "" {
		return nil, &driver.Error{Kind: driver.Crashed, Message: "The driver returned no structure."}
	}
	return &Definition{Text: jsontext.Indent(text), Note: found.Note, Elapsed: time.Since(begin).Milliseconds()}, nil
}
