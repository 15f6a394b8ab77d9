package connections

import (
	"errors"
	"fmt"
	"slices"

	"quarry/backend/profile"
	"quarry/backend/system/files"
	"quarry/drivers/driver"
)

// The format of a file of exported connections. Only a newer Quarry can read a higher version.
const (
	exportFormat  = "quarry-connections"
	exportVersion = 1
)

// ExportName is the suggested file name for exported connections.
const ExportName = "quarry-connections.json"

// Exported is the content of a file of exported connections. It contains no secret.
type Exported struct {
	Groups      []string
	Connections []Portable
}

// Portable is a connection as exported: without secrets, and without a record of its use on this computer.
type Portable struct {
	ID     string            `json:"id"`
	Name   string            `json:"name"`
	Driver string            `json:"driver"`
	Fields map[string]string `json:"fields"`
	// Headers are the names of extra headers. Their values are secrets.
	Headers []string `json:"headers,omitempty"`
	Colour  string   `json:"colour"`
	Group   string   `json:"group"`
	Tags    []string `json:"tags"`
}

// exportFile is the JSON of the file.
type exportFile struct {
	Format      string     `json:"format"`
	Version     int        `json:"version"`
	Groups      []string   `json:"groups"`
	Connections []Portable `json:"connections"`
}

// ErrExists means that the file to export to already exists.
var ErrExists = errors.New("the file already exists")

// Export writes the connections with the ids, in the list's order, to a file, and returns how many. It replaces a file
// only with overwrite, otherwise the error is ErrExists. secretFields returns the ids of a driver's secret fields,
// which are left out even if the saved file has values for them.
func (s *Store) Export(ids []string, path string, overwrite bool, secretFields func(driver string) []string) (int, error) {
	doc, err := s.read()
	if err != nil {
		return 0, err
	}
	file, err := doc.export(ids, secretFields)
	if err != nil {
		return 0, err
	}
	data, err := profile.Encode(file)
	if err != nil {
		return 0, fmt.Errorf("export connections: %w", err)
	}
	if err := write(path, data, overwrite); err != nil {
		return 0, err
	}
	return len(file.Connections), nil
}

// write writes a complete file. If the file already exists, the error is ErrExists.
func write(path string, data []byte, overwrite bool) error {
	file, err := files.Create(path, overwrite)
	if err == nil {
		if _, err = file.Write(data); err == nil {
			err = file.Store()
		}
		if err != nil {
			file.Discard()
			return files.Explain("Quarry could not write the file", err)
		}
		err = file.Finish()
	}
	var e *driver.Error
	if errors.As(err, &e) && e.Kind == driver.Conflict {
		return fmt.Errorf("export connections to %s: %w", path, ErrExists)
	}
	return err
}

func (d *document) export(ids []string, secretFields func(driver string) []string) (exportFile, error) {
	file := exportFile{Format: exportFormat, Version: exportVersion, Groups: []string{}, Connections: []Portable{}}
	for _, id := range ids {
		if d.find(id) < 0 {
			return file, fmt.Errorf("export connection %q: %w", id, ErrNotFound)
		}
	}
	for _, r := range d.records {
		if slices.Contains(ids, r.ID) {
			file.Connections = append(file.Connections, portable(r.Connection, secretFields(r.Driver)))
		}
	}
	for _, g := range d.groups {
		if slices.ContainsFunc(file.Connections, func(p Portable) bool { return p.Group == g.Name }) {
			file.Groups = append(file.Groups, g.Name)
		}
	}
	return file, nil
}

func portable(c Connection, secretFields []string) Portable {
	c = c.clone()
	for _, id := range append(c.Secrets, secretFields...) {
		delete(c.Fields, id)
	}
	return Portable{ID: c.ID, Name: c.Name, Driver: c.Driver, Fields: c.Fields, Headers: c.Headers, Colour: c.Colour, Group: c.Group, Tags: c.Tags}
}
