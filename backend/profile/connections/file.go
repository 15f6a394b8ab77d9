package connections

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"quarry/backend/profile"
	"quarry/backend/system/files"
)

// FileName is the name of the file in the profile folder.
const FileName = "connections.json"

// fileVersion is the version of the file's format. Only a newer Quarry can read a higher one.
const fileVersion = 1

// ErrNewer means that the file was written by a newer version of Quarry. The file is not changed.
var ErrNewer = errors.New("the saved connections were written by a newer version of Quarry")

// Broken means that the file could not be read as connections and was renamed, with its content unchanged. From then on
// the list is empty.
type Broken struct {
	Aside string // the full path of the renamed file
	err   error
}

// Error says what happened and where the file is.
func (b *Broken) Error() string {
	return fmt.Sprintf("the saved connections could not be read and were set aside as %s: %v", b.Aside, b.err)
}

// Message returns the sentence for the user.
func (b *Broken) Message() string {
	return "Quarry could not read the saved connections. The old file was saved as " + b.Aside + ". The list is empty."
}

// Unwrap returns the cause.
func (b *Broken) Unwrap() error { return b.err }

// fields are members of a JSON object that this version does not know; they are written back unchanged.
type fields map[string]json.RawMessage

// record is one connection in the file with its unknown members.
type record struct {
	Connection
	stored map[string]stored // by field, one for each of Secrets
	unused []string          // keys of secrets that were replaced but not deleted yet
	rest   fields
}

// document is the content of the file.
type document struct {
	records []record
	hidden  []record      // of the organisation's connections while its policy cannot be used
	groups  []groupRecord // includes every group that a connection names
	unused  []unusedSecret
	rest    fields
}

const (
	listMember    = "connections"
	groupsMember  = "groups"
	versionMember = "version"
)

func (d *document) find(id string) int {
	return slices.IndexFunc(d.records, func(r record) bool { return r.ID == id })
}

// read returns the file's content, empty if there is no file, or *Broken if the file was set aside.
func (s *Store) read() (*document, error) {
	doc, err := s.parsed()
	if !isUnreadable(err) {
		return doc, err
	}
	release, err := s.begin()
	if err != nil {
		return nil, err
	}
	defer release()
	return s.readLocked() // another window may have replaced the file in the meantime
}

// readLocked is read with the file locked for changes.
func (s *Store) readLocked() (*document, error) {
	doc, err := s.parsed()
	if !isUnreadable(err) {
		return doc, err
	}
	s.file.Lock()
	defer s.file.Unlock()
	aside, moved := profile.SetAside(s.path)
	if moved != nil {
		return nil, errors.Join(err, fmt.Errorf("set the saved connections aside: %w", moved))
	}
	return nil, &Broken{Aside: aside, err: err}
}

// unreadable is the error of a file that does not hold connections.
type unreadable struct{ error }

func isUnreadable(err error) bool { return errors.As(err, new(unreadable)) }

// parsed returns the file's content, or an error that is unreadable.
func (s *Store) parsed() (*document, error) {
	s.file.Lock()
	defer s.file.Unlock()
	data, err := files.Read(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s.overlaid(&document{rest: fields{}}), nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the saved connections: %w", err)
	}
	doc, err := parse(data)
	switch {
	case err == nil:
		return s.overlaid(doc), nil
	case errors.Is(err, ErrNewer):
		return nil, err
	}
	return nil, unreadable{err}
}

func (s *Store) overlaid(doc *document) *document {
	doc.overlay(s.Presets, func(keys []string) { doc.list(keys, s.now()) })
	return doc
}

func parse(data []byte) (*document, error) {
	doc := &document{}
	if err := json.Unmarshal(data, &doc.rest); err != nil || doc.rest == nil {
		return nil, errors.New("the file is not a JSON object")
	}
	version := fileVersion
	if raw, ok := doc.rest[versionMember]; ok && json.Unmarshal(raw, &version) != nil {
		return nil, errors.New("the file's version is not a number")
	}
	if version > fileVersion {
		return nil, ErrNewer
	}
	var list []json.RawMessage
	if err := json.Unmarshal(doc.rest[listMember], &list); err != nil {
		return nil, errors.New("the file has no list of connections")
	}
	delete(doc.rest, versionMember)
	delete(doc.rest, listMember)
	for i, raw := range list {
		r, err := parseRecord(raw)
		if err != nil {
			return nil, fmt.Errorf("connection %d: %w", i+1, err)
		}
		if doc.find(r.ID) >= 0 {
			return nil, fmt.Errorf("connection %d: its id is used twice", i+1)
		}
		doc.records = append(doc.records, r)
	}
	if err := doc.parseUnused(doc.rest[unusedMember]); err != nil {
		return nil, err
	}
	delete(doc.rest, unusedMember)
	if err := doc.parseGroups(doc.rest[groupsMember]); err != nil {
		return nil, fmt.Errorf("the file's groups: %w", err)
	}
	delete(doc.rest, groupsMember)
	return doc, nil
}

func parseRecord(raw json.RawMessage) (record, error) {
	var r record
	if err := json.Unmarshal(raw, &r.rest); err != nil || r.rest == nil {
		return r, errors.New("it is not an object")
	}
	if err := json.Unmarshal(raw, &r.Connection); err != nil {
		return r, errors.New("a member has the wrong type")
	}
	if r.ID == "" || r.Driver == "" {
		return r, errors.New("it has no id or no driver")
	}
	known, err := members(Connection{}.clone())
	if err != nil {
		return record{}, err
	}
	for name := range known {
		delete(r.rest, name)
	}
	r.Connection = r.clone()
	return r, r.parseStored()
}

// members returns the members of a value's JSON object.
func members(value any) (fields, error) {
	data, err := profile.Encode(value)
	if err != nil {
		return nil, err
	}
	var m fields
	return m, json.Unmarshal(data, &m)
}

// write replaces the file atomically; only its owner can read it.
func (s *Store) write(doc *document) error {
	data, err := doc.marshal()
	if err != nil {
		return fmt.Errorf("write the saved connections: %w", err)
	}
	s.file.Lock()
	defer s.file.Unlock()
	if err := profile.Replace(s.path, data); err != nil {
		return fmt.Errorf("write the saved connections: %w", err)
	}
	return nil
}

func (d *document) marshal() ([]byte, error) {
	list := make([]fields, 0, len(d.records))
	for _, r := range d.written() {
		m, err := members(r.clone())
		if err != nil {
			return nil, err
		}
		maps.Copy(m, r.rest)
		if err := r.marshalStored(m); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	groups, err := d.marshalGroups()
	if err != nil {
		return nil, err
	}
	all := map[string]any{versionMember: fileVersion, listMember: list, groupsMember: groups}
	if len(d.unused) > 0 {
		all[unusedMember] = d.unused
	}
	for name, raw := range d.rest {
		all[name] = raw
	}
	return profile.Encode(all)
}
