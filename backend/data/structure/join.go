// Package structure reads the structure of an object: its definitions and the table of its fields, built from the
// records of a schema and what a driver says about them.
//
// Decisions:
//   - The driver provides the words and the host builds the table: for each record of the schema the driver returns in a
//     few bytes which of its templates fill which cells (driver.Structure), since an interpreter is too slow to write every
//     row. Definitions never enter the driver: the verb reveal keeps the response for the screen.
package structure

import (
	"errors"

	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// errUnfit means that a driver's marks do not match the records of the schema, or that it named a template that does
// not exist.
var errUnfit = errors.New("the driver's result does not match the schema that was read")

// Join returns the rows of a structure, each with one text per column. Fields with the same name in several schemas
// become one row. records may be nil if the structure refers to none.
func Join(s *driver.Structure, records []rows.Record) ([][]string, error) {
	j := newJoiner(s, records)
	for _, t := range s.Templates {
		j.templates = append(j.templates, compile(t.Parts))
	}
	for _, lead := range s.Lead {
		if len(lead.Cells) != len(s.Columns) {
			return nil, errUnfit
		}
		j.table = append(j.table, lead.Cells)
	}
	if err := j.walk(); err != nil {
		return nil, err
	}
	if len(s.Parts) > 1 {
		return append(j.table, j.unite()...), nil
	}
	for i := range j.rows {
		j.table = append(j.table, j.rows[i].cells)
	}
	return j.table, nil
}

// row is one row of one part.
type row struct {
	cells []string
	part  int
}

// joiner walks the records and the driver's marks in parallel.
type joiner struct {
	structure *driver.Structure
	records   []rows.Record
	templates []template
	around    []int // for each record, index of the nearest enclosing record with MarkAround, -1 for none
	marked    []bool
	part      int
	table     [][]string
	rows      []row
	last      []row // rows that come after the others
}

func newJoiner(s *driver.Structure, records []rows.Record) *joiner {
	return &joiner{structure: s, records: records, around: make([]int, len(records)), marked: make([]bool, len(records)), part: -1}
}

// walk makes the rows from the records.
func (j *joiner) walk() error {
	marks := j.structure.Marks
	width := len(j.structure.Columns)
	for i := range j.records {
		if len(marks) == 0 {
			return errUnfit
		}
		mark := marks[0]
		marks = marks[1:]
		j.inherit(i)
		switch mark {
		case driver.MarkNone:
			continue
		case driver.MarkPart:
			j.part++
			continue
		}
		if mark > driver.MarkLast {
			return errUnfit
		}
		if len(marks) < width {
			return errUnfit
		}
		cells, err := j.cells(i, marks[:width])
		if err != nil {
			return err
		}
		list := &j.rows
		if mark == driver.MarkLast {
			list = &j.last
		}
		*list = append(*list, row{cells, max(0, j.part)})
		marks = marks[width:]
		j.marked[i] = mark == driver.MarkAround
	}
	j.rows = append(j.rows, j.last...)
	if len(marks) > 0 || j.part >= max(1, len(j.structure.Parts)) {
		return errUnfit
	}
	return nil
}

// inherit records what encloses the i-th record; its parent comes earlier.
func (j *joiner) inherit(i int) {
	parent := j.records[i].Parent
	switch {
	case parent < 0:
		j.around[i] = -1
	case j.marked[parent]:
		j.around[i] = parent
	default:
		j.around[i] = j.around[parent]
	}
}

func (j *joiner) cells(i int, marks []byte) ([]string, error) {
	cells := make([]string, len(marks))
	for c, n := range marks {
		switch {
		case n == 0:
		case int(n) > len(j.templates):
			return nil, errUnfit
		default:
			cells[c] = j.templates[n-1].text(j, i)
		}
	}
	return cells, nil
}
