package broken

import "quarry/drivers/driver"

// Structure implements [driver.Structurer].
func (s *shelf) Structure(c *driver.Conn, a *driver.StructureArgs) (*driver.Structure, error) {
	if err := filled(a.Object); err != nil {
		return nil, err
	}
	r, err := s.ask(c, driver.Send{
		Request: driver.Request{Method: "GET", Path: s.path("boxes", a.Object)}, Verb: driver.Fields,
		Walk: []driver.FieldSpec{{At: "fields", Name: "name", Keys: []string{"type"}}},
	})
	if err != nil {
		return nil, err
	}
	structure := &driver.Structure{
		Columns: []driver.StructureColumn{{Title: "Field", Width: 200}, {Title: "Type", Width: 100}}, Records: r.Records,
		Templates: []driver.StructureTemplate{{Parts: []string{"{path}"}}, {Parts: []string{"{0}"}}},
	}
	r.EachRecord(func(int, *driver.Record) {
		switch s.fault {
		case MarksTooFew:
			structure.Marks = append(structure.Marks, driver.MarkRow, 1)
		case NamesNoTemplate:
			structure.Marks = append(structure.Marks, driver.MarkRow, 1, 3)
		default:
			structure.Marks = append(structure.Marks, driver.MarkRow, 1, 2)
		}
	})
	return structure, nil
}

// Definition implements [driver.Structurer].
func (*shelf) Definition(*driver.Conn, *driver.DefinitionArgs) (*driver.Definition, error) {
	return nil, &driver.Error{Kind: driver.NotFound, Message: "A box has no definition."}
}
