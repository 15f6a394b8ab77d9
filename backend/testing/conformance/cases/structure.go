package cases

import (
	"context"

	"quarry/backend/data/structure"
	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
)

// Structure is the result of the operation structure, joined with the schema as on the screen.
type Structure struct {
	Columns []string   `case:"columns"`
	Rows    [][]string `case:"rows"` // one text per column
	Facts   Pairs      `case:"facts,may"`
	Note    string     `case:"note,may"`
}

// Definition is the result of the operation definition.
type Definition struct {
	Text Body   `case:"text"`
	Note string `case:"note,may"`
}

func (p *player) structure(ctx context.Context, op *Operation, came *Came) (*play.Played, any, error) {
	args := &driver.StructureArgs{Object: p.object(op)}
	found, played, err := play.Operate[driver.Structure](ctx, &p.conn, op.Name, args, repliesOf(op.Replies))
	if err != nil {
		return played, nil, err
	}
	table, err := structure.Join(found, played.Exec.Schema(found.Records))
	if err != nil {
		came.broken = err
		return nil, nil, nil
	}
	s := &Structure{Columns: []string{}, Rows: table, Facts: found.Facts, Note: found.Note}
	for _, c := range found.Columns {
		s.Columns = append(s.Columns, c.Title)
	}
	return played, s, nil
}

func (p *player) definition(ctx context.Context, op *Operation) (*play.Played, any, error) {
	args := &driver.DefinitionArgs{Object: p.object(op), Name: op.Arguments.Name}
	found, played, err := play.Operate[driver.Definition](ctx, &p.conn, op.Name, args, repliesOf(op.Replies))
	if err != nil {
		return played, nil, err
	}
	return played, &Definition{Text: Body{Set: true, Text: played.Exec.Shown(found.Shown)}, Note: found.Note}, nil
}
