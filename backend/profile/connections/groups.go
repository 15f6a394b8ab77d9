package connections

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Group is a named part of the list. A connection names its group; a connection without a group name is in none.
type Group struct {
	Name      string `json:"name"`
	Collapsed bool   `json:"collapsed"`
}

// groupRecord is one group in the file with its unknown members.
type groupRecord struct {
	Group
	rest fields
}

// The maximum length of group and tag names, in characters, and the maximum number of tags per connection.
const (
	maxGroupName = 60
	maxTag       = 40
	maxTags      = 20
)

// Groups returns the groups in order. Groups that only a connection names come last.
func (s *Store) Groups() ([]Group, error) {
	doc, err := s.read()
	if err != nil {
		return nil, err
	}
	list := make([]Group, 0, len(doc.groups))
	for _, g := range doc.groups {
		list = append(list, g.Group)
	}
	return list, nil
}

// AddGroup adds an empty group at the end.
func (s *Store) AddGroup(name string) error {
	return s.change(func(doc *document) error {
		name, err := doc.freeName(name, -1)
		if err != nil {
			return err
		}
		doc.groups = append(doc.groups, groupRecord{Group: Group{Name: name}})
		return nil
	})
}

// RenameGroup renames a group and keeps its connections.
func (s *Store) RenameGroup(old, name string) error {
	return s.change(func(doc *document) error {
		if err := doc.changeableGroup(old); err != nil {
			return err
		}
		at := doc.findGroup(old)
		if at < 0 {
			return noGroup(old)
		}
		name, err := doc.freeName(name, at)
		if err != nil {
			return err
		}
		doc.groups[at].Name = name
		doc.regroup(old, name)
		return nil
	})
}

// DeleteGroup deletes a group. Its connections stay, without a group.
func (s *Store) DeleteGroup(name string) error {
	return s.change(func(doc *document) error {
		if err := doc.changeableGroup(name); err != nil {
			return err
		}
		at := doc.findGroup(name)
		if at < 0 {
			return noGroup(name)
		}
		doc.groups = slices.Delete(doc.groups, at, at+1)
		doc.regroup(name, "")
		return nil
	})
}

// CollapseGroup saves whether a group is collapsed, which hides its connections.
func (s *Store) CollapseGroup(name string, collapsed bool) error {
	return s.change(func(doc *document) error {
		at := doc.findGroup(name)
		if at < 0 {
			return noGroup(name)
		}
		doc.groups[at].Collapsed = collapsed
		return nil
	})
}

// MoveGroup moves a group before another one, or to the end if before is "".
func (s *Store) MoveGroup(name, before string) error {
	return s.change(func(doc *document) error {
		if err := errors.Join(doc.changeableGroup(name), doc.changeableGroup(before)); err != nil {
			return err
		}
		at := doc.findGroup(name)
		if at < 0 {
			return noGroup(name)
		}
		if name == before {
			return nil
		}
		moved := doc.groups[at]
		doc.groups = slices.Delete(doc.groups, at, at+1)
		to := len(doc.groups)
		if before != "" {
			if to = doc.findGroup(before); to < 0 {
				return noGroup(before)
			}
		}
		doc.groups = slices.Insert(doc.groups, to, moved)
		return nil
	})
}

// Move moves a connection into a group ("" for none; a missing one is created) and before another connection, or after
// all others if before is "".
func (s *Store) Move(id, group, before string) error {
	return s.change(func(doc *document) error {
		if IsPreset(id) {
			return errPreset
		}
		if err := doc.changeableGroup(group); err != nil {
			return err
		}
		at := doc.find(id)
		if at < 0 {
			return fmt.Errorf("move connection %q: %w", id, ErrNotFound)
		}
		if err := doc.needGroup(group); err != nil {
			return err
		}
		moved := doc.records[at]
		moved.Group = group
		if before == id {
			doc.records[at] = moved
			return nil
		}
		doc.records = slices.Delete(doc.records, at, at+1)
		to := len(doc.records)
		if before != "" {
			if to = doc.find(before); to < 0 {
				return fmt.Errorf("move before connection %q: %w", before, ErrNotFound)
			}
		}
		doc.records = slices.Insert(doc.records, to, moved)
		return nil
	})
}

// SetField sets one field of a connection that is neither a secret nor part of its address.
func (s *Store) SetField(id, field, value string) error {
	return s.change(func(doc *document) error {
		if IsPreset(id) {
			return errPreset
		}
		at := doc.find(id)
		if at < 0 {
			return fmt.Errorf("change connection %q: %w", id, ErrNotFound)
		}
		c := doc.records[at].clone()
		c.Fields[field] = value
		doc.records[at].Connection = c
		return nil
	})
}

// Mark sets the colour and the tags of a connection. It removes spaces around tags and duplicate tags.
func (s *Store) Mark(id, colour string, tags []string) error {
	return s.change(func(doc *document) error {
		if IsPreset(id) {
			return errPreset
		}
		at := doc.find(id)
		if at < 0 {
			return fmt.Errorf("mark connection %q: %w", id, ErrNotFound)
		}
		clean, err := cleanTags(tags)
		if err != nil {
			return err
		}
		doc.records[at].Colour, doc.records[at].Tags = colour, clean
		return nil
	})
}

func cleanTags(tags []string) ([]string, error) {
	clean := []string{}
	for _, tag := range tags {
		tag = strings.TrimSpace(tag)
		if tag == "" || slices.ContainsFunc(clean, func(other string) bool { return strings.EqualFold(other, tag) }) {
			continue
		}
		if !isName(tag, maxTag) || strings.Contains(tag, ",") {
			return nil, refused(fmt.Sprintf("Tags can be up to %d characters, without commas or line breaks.", maxTag), "")
		}
		clean = append(clean, tag)
	}
	if len(clean) > maxTags {
		return nil, refused(fmt.Sprintf("A connection can have up to %d tags.", maxTags), "")
	}
	return clean, nil
}

// change reads the file, changes it and writes it.
func (s *Store) change(work func(*document) error) error {
	release, err := s.begin()
	if err != nil {
		return err
	}
	defer release()
	doc, err := s.readLocked()
	if err != nil {
		return err
	}
	if err := work(doc); err != nil {
		return err
	}
	return s.write(doc)
}

func (d *document) findGroup(name string) int {
	return slices.IndexFunc(d.groups, func(g groupRecord) bool { return g.Name == name })
}

// needGroup creates a group if it is missing.
func (d *document) needGroup(name string) error {
	if name == "" || d.findGroup(name) >= 0 {
		return nil
	}
	clean, err := d.freeName(name, -1)
	if err != nil {
		return err
	}
	if clean != name {
		return refused("Remove the spaces before or after the name.", "")
	}
	d.groups = append(d.groups, groupRecord{Group: Group{Name: name}})
	return nil
}

// freeName trims a name, and refuses one that another group than the one at index at has.
func (d *document) freeName(name string, at int) (string, error) {
	name = strings.TrimSpace(name)
	if !isName(name, maxGroupName) {
		return "", refused(fmt.Sprintf("Group names must have 1 to %d characters, without line breaks.", maxGroupName), "")
	}
	for i, g := range d.groups {
		if i != at && strings.EqualFold(g.Name, name) {
			return "", refused(fmt.Sprintf("A group named %s already exists.", g.Name), "")
		}
	}
	return name, nil
}

// regroup moves the connections of one group to another.
func (d *document) regroup(old, name string) {
	for i := range d.records {
		if d.records[i].Group == old {
			d.records[i].Group = name
		}
	}
}

func isName(text string, longest int) bool {
	n := utf8.RuneCountInString(text)
	return n > 0 && n <= longest && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

func noGroup(name string) error {
	return refused(fmt.Sprintf("The group %s no longer exists.", name), "")
}

// parseGroups reads the groups from the file's JSON.
func (d *document) parseGroups(raw json.RawMessage) error {
	var list []json.RawMessage
	if raw != nil && json.Unmarshal(raw, &list) != nil {
		return errors.New("they are not a list")
	}
	for i, raw := range list {
		var g groupRecord
		if json.Unmarshal(raw, &g.rest) != nil || json.Unmarshal(raw, &g.Group) != nil || g.Name == "" {
			return fmt.Errorf("number %d has no name", i+1)
		}
		delete(g.rest, "name")
		delete(g.rest, "collapsed")
		if d.findGroup(g.Name) < 0 {
			d.groups = append(d.groups, g)
		}
	}
	for _, r := range d.records {
		if r.Group != "" && d.findGroup(r.Group) < 0 {
			d.groups = append(d.groups, groupRecord{Group: Group{Name: r.Group}})
		}
	}
	return nil
}

// marshalGroups returns the groups in the file's form.
func (d *document) marshalGroups() ([]fields, error) {
	list := make([]fields, 0, len(d.groups))
	for _, g := range d.groups {
		m, err := members(g.Group)
		if err != nil {
			return nil, err
		}
		maps.Copy(m, g.rest)
		list = append(list, m)
	}
	return list, nil
}
