package elasticsearch

import (
	"slices"
	"strings"

	"quarry/drivers/driver"
)

const bySearch = ": no permission to read the mapping, so these are the fields that can be searched."

// restrictedStructure lists the fields of an object whose mapping the user has no permission to read, by what the
// engine reports to users who can search it (Field capabilities API). If that is refused too, it returns the refusal of
// the mapping.
func restrictedStructure(c *driver.Conn, object string, refusal *driver.Error) (*driver.Structure, error) {
	r, err := c.Do(fieldCaps(object, "structure"))
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
	for _, k := range capabilities(r) {
		if cells := k.cells(); cells != nil {
			s.Lead = append(s.Lead, driver.StructureRow{Cells: cells})
		}
	}
	return s, nil
}

// cells returns the row of a path, nil if no index has it.
func (k *capability) cells() []string {
	var types, searched, sorted, notes []string
	for i := range k.types {
		t := &k.types[i]
		if t.name == "" {
			notes = append(notes, "not in "+strings.Join(t.indices, ", "))
			continue
		}
		types = append(types, t.name)
		if t.searched {
			searched = append(searched, t.name)
		}
		if t.sorts {
			sorted = append(sorted, t.name)
		}
		if t.indices != nil {
			notes = append(notes, t.name+" in "+strings.Join(t.indices, ", "))
		}
	}
	switch {
	case len(types) == 0:
		return nil
	case slices.Contains(types, otherType):
		return []string{k.path, otherType, "", "", strings.Join(notes, "; ")}
	}
	return []string{k.path, strings.Join(types, ", "), amongst(searched, types), amongst(sorted, types), strings.Join(notes, "; ")}
}

// amongst says which types of a field a statement applies to.
func amongst(some, all []string) string {
	switch len(some) {
	case 0:
		return "no"
	case len(all):
		return "yes"
	}
	return strings.Join(some, ", ") + " only"
}
