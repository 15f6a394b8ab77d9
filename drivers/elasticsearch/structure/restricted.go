package structure

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/elasticsearch/mapping"
)

const bySearch = ": no permission to read the mapping, so these are the fields that can be searched."

// restrictedStructure lists the fields of an object whose mapping the user may not read, from what the engine reports
// to users who can search it (Field capabilities API). If that is refused too, it returns the refusal of the mapping.
func restrictedStructure(c *driver.Conn, object string, refusal *driver.Error) (*driver.Structure, error) {
	r, err := c.Do(mapping.AskCapabilities(object, "structure"))
	switch {
	case err != nil:
		return nil, err
	case !r.OK():
		return nil, refusal
	}
	s := &driver.Structure{
		Columns: []driver.StructureColumn{
			{Title: "Name", Width: 220}, {Title: "Type", Width: 140}, {Title: "Searchable", Width: 92},
			{Title: "Aggregatable", Width: 104}, {Title: "Notes", Width: 290},
		},
		Lead: []driver.StructureRow{{Cells: []string{"_id", "meta", "", "", ""}}},
		Note: object + bySearch,
	}
	for _, k := range mapping.Capabilities(r) {
		if cells := cellsOf(&k); cells != nil {
			s.Lead = append(s.Lead, driver.StructureRow{Cells: cells})
		}
	}
	return s, nil
}

// cellsOf returns the row of a path, nil if no index has it.
func cellsOf(k *mapping.Capability) []string {
	var types, searched, sorted, notes []string
	for i := range k.Types {
		t := &k.Types[i]
		if t.Name == "" {
			notes = append(notes, "not in "+strings.Join(t.Indices, ", "))
			continue
		}
		types = append(types, t.Name)
		if t.Searched {
			searched = append(searched, t.Name)
		}
		if t.Sorts {
			sorted = append(sorted, t.Name)
		}
		if t.Indices != nil {
			notes = append(notes, t.Name+" in "+strings.Join(t.Indices, ", "))
		}
	}
	switch {
	case len(types) == 0:
		return nil
	case slices.Contains(types, mapping.OtherType):
		return []string{k.Path, mapping.OtherType, "", "", strings.Join(notes, "; ")}
	}
	return []string{k.Path, strings.Join(types, ", "), amongst(searched, types), amongst(sorted, types), strings.Join(notes, "; ")}
}

// amongst says which of a field's types a statement applies to.
func amongst(some, all []string) string {
	switch len(some) {
	case 0:
		return "no"
	case len(all):
		return "yes"
	}
	return strings.Join(some, ", ") + " only"
}
