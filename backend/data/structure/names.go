package structure

import (
	"context"
	"fmt"
	"slices"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/plugin"
	"quarry/drivers/driver"
)

// Field is a field, a multi-field or a computed field: something in an object that a request can name.
type Field struct {
	Name   string // the full path
	Type   string // the engine's word, such as "keyword"; "object" if it only contains other fields
	Around string // path of the nearest enclosing field with MarkAround, such as an array of objects; "" for none
	// Attributes has one text for each wanted column, in the same order; nil for a name without a row in the table.
	Attributes []string
}

// Fields lists the fields of an object, of a list of objects or of a pattern, with the attributes below some titles of
// columns. Each name is listed once, with the first type found.
func Fields(ctx context.Context, s *session.Session, object string, titles []string) ([]Field, error) {
	if !s.Can(driver.OpStructure) {
		return nil, errNoStructure
	}
	exec := s.Exec(plugin.ExecOptions{})
	found, err := session.Run[driver.Structure](ctx, s, driver.OpStructure, &driver.StructureArgs{Object: object}, exec)
	if err != nil {
		return nil, err
	}
	fields, err := namesOf(found, newJoiner(found, exec.Schema(found.Records)), titles)
	if err != nil {
		return nil, fmt.Errorf("list the fields of %s: %w", object, err)
	}
	return fields, nil
}

// metaType is the drivers' type for what every document has besides its fields.
const metaType = "meta"

func namesOf(s *driver.Structure, j *joiner, titles []string) ([]Field, error) {
	n := names{joiner: j, seen: make(map[string]bool), row: make([]bool, len(j.records))}
	wanted := columnsOf(s, titles)
	if len(wanted) > 0 {
		for _, t := range s.Templates {
			j.templates = append(j.templates, compile(t.Parts))
		}
	}
	for _, lead := range s.Lead {
		if len(lead.Cells) > 1 && lead.Cells[1] != metaType {
			n.add(Field{Name: lead.Cells[0], Type: lead.Cells[1], Attributes: cellsAt(lead.Cells, wanted)})
		}
	}
	marks := s.Marks
	for i := range j.records {
		if len(marks) == 0 {
			return nil, errUnfit
		}
		mark := marks[0]
		marks = marks[1:]
		j.inherit(i)
		if mark == driver.MarkNone || mark == driver.MarkPart {
			n.record(i, mark, nil)
			continue
		}
		if len(marks) < len(s.Columns) {
			return nil, errUnfit
		}
		attributes, err := n.attributes(i, marks[:len(s.Columns)], wanted)
		if err != nil {
			return nil, err
		}
		n.record(i, mark, attributes)
		marks = marks[len(s.Columns):]
		j.marked[i] = mark == driver.MarkAround
	}
	return n.fields, nil
}

// names collects fields.
type names struct {
	*joiner
	fields []Field
	seen   map[string]bool
	row    []bool // for each record, whether it is a row or a multi-field of one
}

// record adds the i-th record if it is a row of the table, or a multi-field of one. Its first attribute is its type.
func (n *names) record(i int, mark byte, attributes []string) {
	r := &n.records[i]
	sub := mark == driver.MarkNone && r.Sub && r.Parent >= 0 && n.row[r.Parent]
	if mark == driver.MarkPart || mark == driver.MarkNone && !sub {
		return
	}
	n.row[i] = true
	f := Field{Name: r.Path, Type: "object", Attributes: attributes}
	if len(r.Attrs) > 0 && r.Attrs[0] != "" {
		f.Type = r.Attrs[0]
	}
	if around := n.around[i]; around >= 0 {
		f.Around = n.records[around].Path
	}
	n.add(f)
}

// columnsOf returns the positions of the columns with some titles, -1 for what is no title.
func columnsOf(s *driver.Structure, titles []string) []int {
	wanted := make([]int, 0, len(titles))
	for _, title := range titles {
		wanted = append(wanted, slices.IndexFunc(s.Columns, func(c driver.StructureColumn) bool { return c.Title == title }))
	}
	return wanted
}

// attributes returns the texts of some columns of the i-th record.
func (n *names) attributes(i int, marks []byte, wanted []int) ([]string, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	cells, err := n.cells(i, marks)
	if err != nil {
		return nil, err
	}
	return cellsAt(cells, wanted), nil
}

func cellsAt(cells []string, wanted []int) []string {
	var texts []string
	for _, at := range wanted {
		text := ""
		if at >= 0 && at < len(cells) {
			text = cells[at]
		}
		texts = append(texts, text)
	}
	return texts
}

func (n *names) add(f Field) {
	if !n.seen[f.Name] {
		n.seen[f.Name] = true
		n.fields = append(n.fields, f)
	}
}
