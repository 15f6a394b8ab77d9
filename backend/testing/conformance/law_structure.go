package conformance

import (
	"github.com/stretchr/testify/require"

	"quarry/drivers/driver"
)

// structures: the structure of an object has a title for each column and, for every record of its schema, a mark that is
// known and as many cells as columns. Every definition that the driver describes is shown.
func structures(t T, s *stand) {
	c := s.connect(t)
	if !c.has(t, driver.OpStructure) {
		t.Skipf("the driver describes no structure")
	}
	for _, o := range s.subject.Target.Objects {
		ran := c.run(t.Context(), call{op: driver.OpStructure, args: &driver.StructureArgs{Object: o.Name}}, nil)
		found := decoded[driver.Structure](t, ran)
		require.GreaterOrEqualf(t, len(found.Columns), 2, "%s: the first column is the field's name, the second its type", o.Name)
		for i, column := range found.Columns {
			require.NotEmptyf(t, column.Title, "%s: column %d has no title", o.Name, i)
		}
		for i, row := range found.Lead {
			require.Lenf(t, row.Cells, len(found.Columns), "%s: row %d before the schema's has not one cell for each column", o.Name, i)
		}
		requireMarks(t, o.Name, found, len(ran.exec.Schema(found.Records)))
		for _, definition := range do[driver.Description](t, c, call{op: driver.OpDescribe}).Definitions {
			args := &driver.DefinitionArgs{Object: o.Name, Name: definition.Key}
			ran := c.run(t.Context(), call{op: driver.OpDefinition, args: args}, nil)
			shown := decoded[driver.Definition](t, ran).Shown
			require.NotEmptyf(t, ran.exec.Shown(shown), "%s: its %s is empty", o.Name, definition.Value)
		}
	}
}

// requireMarks: the marks of a structure fit the records of its schema.
func requireMarks(t T, object string, s *driver.Structure, records int) {
	t.Helper()
	marks, parts := s.Marks, 0
	for i := range records {
		require.NotEmptyf(t, marks, "%s: record %d of %d has no mark", object, i, records)
		mark := marks[0]
		marks = marks[1:]
		require.LessOrEqualf(t, mark, driver.MarkLast, "%s: record %d has a mark that nobody knows, or the one before it not one cell for each column", object, i)
		switch mark {
		case driver.MarkNone:
			continue
		case driver.MarkPart:
			parts++
			continue
		}
		require.GreaterOrEqualf(t, len(marks), len(s.Columns), "%s: record %d has not one cell for each column", object, i)
		for _, cell := range marks[:len(s.Columns)] {
			require.LessOrEqualf(t, int(cell), len(s.Templates), "%s: record %d has a cell of template %d of %d", object, i, cell, len(s.Templates))
		}
		marks = marks[len(s.Columns):]
	}
	require.Emptyf(t, marks, "%s: there are marks after those of the last record", object)
	require.LessOrEqualf(t, parts, max(1, len(s.Parts)), "%s: there are more schemas than names of them", object)
}
