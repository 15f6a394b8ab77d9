package connections

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quarry/backend/connection/transport"
	"quarry/drivers/driver"
)

// maxImport is the maximum size, in bytes, of a file of connections.
const maxImport = 8 << 20

// maxName is the maximum length of an imported connection's name, in characters.
const maxName = 200

// ParseExported reads a file of exported connections. The error is of kind invalid, or unsupported for a file from a
// newer version; it never quotes the text. secretFields returns the ids of a driver's secret fields: values for those,
// which Quarry never exports, are dropped.
func ParseExported(text []byte, secretFields func(driver string) []string) (*Exported, error) {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	var top map[string]json.RawMessage
	switch {
	case len(text) > maxImport:
		return nil, refused("The file is larger than 8 MB, so it is not a connections export.", "")
	case !json.Valid(text):
		return nil, refused("The file is not valid JSON.", "It may be truncated. Export the connections again.")
	case json.Unmarshal(text, &top) != nil || json.Unmarshal(text, &head) != nil || head.Format != exportFormat || head.Version < 1:
		return nil, refused("This is not a connections export.", "Choose a file from Export Connections.")
	case head.Version > exportVersion:
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "The file was written by a newer version of Quarry.", Hint: "Update Quarry, then import it again."}
	}
	var file exportFile
	if json.Unmarshal(text, &file) != nil || file.Connections == nil {
		return nil, broken("its list of connections")
	}
	exported := &Exported{Connections: []Portable{}}
	for i, p := range file.Connections {
		p.Name, p.Group = strings.TrimSpace(p.Name), strings.TrimSpace(p.Group)
		tags, err := cleanTags(p.Tags)
		if err != nil || !isName(p.Name, maxName) || p.Driver == "" || p.Group != "" && !isName(p.Group, maxGroupName) {
			return nil, broken(fmt.Sprintf("connection %d", i+1))
		}
		p.Tags = tags
		if p.Headers, err = transport.HeaderNames(p.Headers); err != nil {
			return nil, broken(fmt.Sprintf("the list of extra headers of connection %d", i+1))
		}
		if p.Fields == nil {
			p.Fields = map[string]string{}
		}
		for _, id := range secretFields(p.Driver) {
			delete(p.Fields, id)
		}
		exported.Connections = append(exported.Connections, p)
	}
	for _, g := range file.Groups {
		if g = strings.TrimSpace(g); isName(g, maxGroupName) {
			exported.Groups = append(exported.Groups, g)
		}
	}
	return exported, nil
}

func broken(part string) error {
	return refused("Quarry cannot use this file: "+part+" is damaged.", "Nothing was changed. Export the connections again.")
}

// Standing says how an exported connection relates to the saved ones.
type Standing string

// The standings: no such connection; none, but its name is taken; saved with other values; saved with the same values.
const (
	StandingNew     Standing = "new"
	StandingNamed   Standing = "named"
	StandingChanged Standing = "changed"
	StandingSame    Standing = "same"
)

// Planned is one exported connection and the effect of importing it.
type Planned struct {
	Portable
	Standing Standing
	As       string   // its name if it is added, which differs from its own if that is taken
	Here     string   // the name of the matching saved connection, "" for a new one
	Differs  []string // what differs from the saved one: field ids, and the Differs constants
	Asks     bool     // replacing removes the stored secrets, because they belong to other settings
	target   string   // the id of the saved connection
}

// Names of differences other than fields.
const (
	DiffersName   = "(name)"
	DiffersColour = "(colour)"
	DiffersGroup  = "(group)"
	DiffersTags   = "(tags)"

	DiffersHeaders = "(headers)" // the names of the extra headers, in any order
)

// Plan returns the effect of an import, in the file's order. It changes nothing.
func (s *Store) Plan(e *Exported) ([]Planned, error) {
	doc, err := s.read()
	if err != nil {
		return nil, err
	}
	return s.plan(doc, e), nil
}

func (s *Store) plan(d *document, e *Exported) []Planned {
	list := make([]Planned, len(e.Connections))
	for i, p := range e.Connections {
		list[i] = Planned{Portable: p, Standing: StandingNew}
	}
	matched := map[string]bool{}
	for _, kind := range relations {
		for i := range list {
			if item := &list[i]; item.target == "" {
				item.match(s, d, kind.standing, kind.is, matched)
			}
		}
	}
	taken := map[string]bool{}
	for i := range list {
		if item := &list[i]; item.Standing != StandingSame {
			item.As = d.free(item.Name, taken)
			taken[item.As] = true
		}
	}
	return list
}

// relations are the ways in which an exported connection can match a saved one, closest first: equal except for the id,
// with the same id, with the same name.
var relations = []struct {
	standing Standing
	is       func(c Connection, p Portable) bool
}{
	{StandingSame, func(c Connection, p Portable) bool { return len(differences(c, p)) == 0 }},
	{StandingChanged, func(c Connection, p Portable) bool { return c.ID == p.ID }},
	{StandingNamed, func(c Connection, p Portable) bool { return c.Name == p.Name }},
}

// match finds a saved connection that matches an exported one and has not been matched yet.
func (item *Planned) match(s *Store, d *document, standing Standing, is func(Connection, Portable) bool, matched map[string]bool) {
	for _, r := range d.records {
		if r.Driver == item.Driver && !matched[r.ID] && !IsPreset(r.ID) && is(r.Connection, item.Portable) {
			matched[r.ID] = true
			item.Standing = standing
			item.compare(s.shown(r))
			return
		}
	}
}

func (item *Planned) compare(c Connection) {
	item.target, item.Here = c.ID, c.Name
	item.Differs = differences(c, item.Portable)
	item.Asks = len(c.Secrets) > 0 && slices.ContainsFunc(item.Differs, movesSecrets)
}

// movesSecrets reports whether this difference could change how stored secrets are sent.
func movesSecrets(what string) bool { return what == DiffersHeaders || !strings.HasPrefix(what, "(") }

// differences names what differs, with the fields sorted. A missing field equals an empty one.
func differences(c Connection, p Portable) []string {
	var differ []string
	for _, id := range slices.Sorted(maps.Keys(p.Fields)) {
		if p.Fields[id] != c.Fields[id] {
			differ = append(differ, id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.Fields)) {
		if _, there := p.Fields[id]; !there && c.Fields[id] != "" {
			differ = append(differ, id)
		}
	}
	for _, other := range []struct {
		what  string
		equal bool
	}{
		{DiffersName, p.Name == c.Name}, {DiffersColour, p.Colour == c.Colour}, {DiffersGroup, p.Group == c.Group},
		{DiffersTags, slices.Equal(p.Tags, append([]string{}, c.Tags...))},
		{DiffersHeaders, slices.Equal(slices.Sorted(slices.Values(p.Headers)), slices.Sorted(slices.Values(c.Headers)))},
	} {
		if !other.equal {
			differ = append(differ, other.what)
		}
	}
	return differ
}

// Choice is what to do with one exported connection.
type Choice string

// The choices. Replacing a connection that no longer exists adds it.
const (
	ChoiceSkip    Choice = "skip"
	ChoiceAdd     Choice = "add"
	ChoiceReplace Choice = "replace"
)

// Import applies one choice for each exported connection, all or none, and returns the ids of the connections added and
// replaced. A connection whose fields change loses its stored secrets, because they belong to the address that they
// were entered for.
func (s *Store) Import(ctx context.Context, e *Exported, choices []Choice) ([]string, error) {
	if len(choices) != len(e.Connections) {
		return nil, refused("The file changed while it was being imported.", "Nothing was changed. Choose the file again.")
	}
	doc, err := s.read()
	if err != nil {
		return nil, err
	}
	var step swap
	for i, item := range s.plan(doc, e) {
		if at := doc.find(item.target); choices[i] == ChoiceReplace && item.Asks && at >= 0 {
			step.remove = append(step.remove, doc.records[at].keys()...)
		}
	}
	if !slices.ContainsFunc(choices, func(c Choice) bool { return c != ChoiceSkip }) {
		return []string{}, nil
	}
	var ids, lost []string
	err = s.commit(ctx, step, func(doc *document) error {
		plan := s.plan(doc, e)
		if err := doc.needGroups(e, plan, choices); err != nil {
			return err
		}
		for i, item := range plan {
			if choices[i] == ChoiceSkip {
				continue
			}
			id, loses := s.take(doc, item, choices[i] == ChoiceReplace, step.remove)
			ids = append(ids, id)
			if loses {
				lost = append(lost, id)
			}
		}
		return nil
	})
	for _, id := range lost {
		if err == nil {
			err = s.dropAll(ctx, id)
		}
	}
	return ids, err
}

// needGroups creates the groups for the import, in the file's order.
func (d *document) needGroups(e *Exported, plan []Planned, choices []Choice) error {
	wanted := map[string]bool{}
	order := slices.Clone(e.Groups)
	for i := range plan {
		if choices[i] != ChoiceSkip {
			wanted[plan[i].Group] = true
			order = append(order, plan[i].Group)
		}
	}
	for _, name := range order {
		if !wanted[name] {
			continue
		}
		if err := d.needGroup(d.groupLike(name)); err != nil {
			return err
		}
	}
	return nil
}

// take puts one exported connection into the list, and returns its id and whether it loses its secrets. The secrets
// under the keys in deleted are already gone.
func (s *Store) take(doc *document, item Planned, replacing bool, deleted []string) (id string, loses bool) {
	taken := Connection{
		Name: item.Name, Driver: item.Driver, Fields: item.Fields, Headers: item.Headers, Colour: item.Colour, Group: doc.ownGroup(doc.groupLike(item.Group)), Tags: item.Tags,
	}.clone()
	at := doc.find(item.target)
	if !replacing || at < 0 {
		// Another profile might already store secrets under an id from a file.
		taken.ID, taken.Name = newID(), doc.free(item.Name, nil)
		doc.records = append(doc.records, record{Connection: taken, rest: fields{}})
		return taken.ID, false
	}
	r := doc.records[at].copy()
	if taken.Name != r.Name {
		taken.Name = doc.free(taken.Name, nil)
	}
	taken.ID, taken.Secrets, taken.LastOpened, taken.Version = r.ID, r.Secrets, r.LastOpened, r.Version
	r.Connection = taken
	if item.Asks {
		for _, field := range slices.Clone(r.Secrets) {
			r.forget(field)
		}
		r.deleted(deleted)
	}
	doc.records[at] = r
	return taken.ID, item.Asks
}

// groupLike returns the existing spelling of a group's name, ignoring case, otherwise the name itself.
func (d *document) groupLike(name string) string {
	for _, g := range d.groups {
		if strings.EqualFold(g.Name, name) {
			return g.Name
		}
	}
	return name
}
