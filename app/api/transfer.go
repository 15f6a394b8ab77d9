package api

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile/connections"
	"quarry/drivers/driver"
)

// ExportRequest names the connections to export and the file. An existing file is replaced only with Overwrite.
type ExportRequest struct {
	Call      string   `json:"call"`
	IDs       []string `json:"ids"`
	Path      string   `json:"path"`
	Overwrite bool     `json:"overwrite"`
}

// Export writes connections to a file, without secrets. If the file exists, the failure's kind is conflict.
func (c *Connections) Export(q ExportRequest) (PickedFile, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (PickedFile, error) {
		known, cancel := c.forms(ctx)
		defer cancel()
		_, err := c.store.Export(q.IDs, q.Path, q.Overwrite, known.secrets)
		if errors.Is(err, connections.ErrExists) {
			return PickedFile{}, &driver.Error{Kind: driver.Conflict, Message: "A file with this name already exists.", Hint: "It was not changed."}
		}
		return PickedFile{Path: q.Path}, err
	})
}

// ExportPlace suggests a file to export to: in the downloads folder if there is one, otherwise in the home folder.
func (c *Connections) ExportPlace(q ListRequest) (PickedFile, error) {
	return call(c.calls, q.Call, func(context.Context) (PickedFile, error) {
		return PickedFile{Path: suggested(connections.ExportName)}, nil
	})
}

// suggested returns the path of a file in the downloads folder if there is one, otherwise in the home folder, or "" if
// neither is known; then the user types a path.
func suggested(name string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	folder := filepath.Join(home, "Downloads")
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		folder = home
	}
	return filepath.Join(folder, name)
}

// forms looks up each manifest once, and waits for a registry for at most titleLimit in total.
type forms struct {
	look  func(id string) (*manifest.Manifest, error)
	found map[string]*manifest.Manifest
}

func (c *Connections) forms(ctx context.Context) (*forms, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, titleLimit)
	look := func(id string) (*manifest.Manifest, error) { return c.catalogue.Manifest(ctx, id) }
	return &forms{look: look, found: make(map[string]*manifest.Manifest)}, cancel
}

// of returns the manifest of a driver, nil if it is neither installed nor offered.
func (f *forms) of(id string) *manifest.Manifest {
	if m, asked := f.found[id]; asked {
		return m
	}
	m, err := f.look(id)
	if err != nil {
		m = nil
	}
	f.found[id] = m
	return m
}

// secrets returns the secret fields of a driver, none if the driver is unknown.
func (f *forms) secrets(id string) []string {
	if m := f.of(id); m != nil {
		return m.Secrets()
	}
	return nil
}

// ImportRequest carries the text of a file of exported connections.
type ImportRequest struct {
	Call string `json:"call"`
	Text string `json:"text"`
	// Choices are add, replace or skip for each connection of the file; Import needs them, PlanImport does not.
	Choices []string `json:"choices"`
}

// ImportItem is one connection in the file. Standing is new, named (another one has the same name), changed or same.
type ImportItem struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"` // title of its database
	Badge     string   `json:"badge"`
	BadgeFill string   `json:"badgeFill"`
	BadgeText string   `json:"badgeText"`
	Host      string   `json:"host"`
	Port      string   `json:"port"`
	Group     string   `json:"group"`
	Standing  string   `json:"standing"`
	As        string   `json:"as"`      // the name that it gets if it is added
	Here      string   `json:"here"`    // the name of the saved connection that it matches
	Differs   []string `json:"differs"` // labels of what differs
	Asks      bool     `json:"asks"`    // replacing removes the stored secrets
	Unknown   bool     `json:"unknown"` // its driver is neither installed nor offered
	Problem   string   `json:"problem"` // why it cannot be imported, "" for nothing
}

// ImportPlan is the content of a file and the effect of importing it.
type ImportPlan struct {
	Items []ImportItem `json:"items"`
}

// PlanImport reports what a file of exported connections would change. It changes nothing.
func (c *Connections) PlanImport(q ImportRequest) (ImportPlan, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (ImportPlan, error) {
		known, cancel := c.forms(ctx)
		defer cancel()
		exported, err := connections.ParseExported([]byte(q.Text), known.secrets)
		if err != nil {
			return ImportPlan{}, err
		}
		plan, err := c.store.Plan(exported)
		if err != nil {
			return ImportPlan{}, err
		}
		result := ImportPlan{Items: []ImportItem{}}
		for _, p := range plan {
			result.Items = append(result.Items, importItem(p, known.of(p.Driver)))
		}
		return result, nil
	})
}

func importItem(p connections.Planned, m *manifest.Manifest) ImportItem {
	unknown := m == nil
	if unknown {
		m = &manifest.Manifest{Title: p.Driver}
	}
	values := session.FormValuesOf(m, p.Fields)
	item := ImportItem{
		Name: p.Name, Title: m.Title, Badge: m.Badge, BadgeFill: m.BadgeFill, BadgeText: m.BadgeText, Host: values["host"],
		Port: values["port"], Group: p.Group, Standing: string(p.Standing), As: p.As, Here: p.Here, Asks: p.Asks, Unknown: unknown,
		Differs: differing(p, m),
	}
	var refused *driver.Error
	if err := fits(m, p.Portable); errors.As(err, &refused) {
		item.Problem = refused.Message
		item.Host, item.Port = "", "" // such a host may be a URL with a password
	}
	return item
}

// partNames name the differences that are not fields of the form.
var partNames = map[string]string{
	connections.DiffersName: "Name", connections.DiffersColour: "Colour", connections.DiffersGroup: "Group", connections.DiffersTags: "Tags",
	connections.DiffersHeaders: "Extra Headers",
}

// differing names the differences in the form's words.
func differing(p connections.Planned, m *manifest.Manifest) []string {
	list := []string{}
	for _, what := range p.Differs {
		if name, ok := partNames[what]; ok {
			list = append(list, name)
			continue
		}
		label, _ := m.LabelOf(what, "")
		list = append(list, label)
	}
	return list
}

// ImportResult reports what was imported. First is the id of the first connection, "" for none.
type ImportResult struct {
	Count string `json:"count"`
	First string `json:"first"`
}

// Import imports the connections of a file as chosen: all of them or none.
func (c *Connections) Import(q ImportRequest) (ImportResult, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (ImportResult, error) {
		known, cancel := c.forms(ctx)
		defer cancel()
		exported, err := connections.ParseExported([]byte(q.Text), known.secrets)
		if err != nil {
			return ImportResult{}, err
		}
		choices := make([]connections.Choice, 0, len(q.Choices))
		for _, choice := range q.Choices {
			choices = append(choices, connections.Choice(choice))
		}
		if err := usable(exported, choices, known); err != nil {
			return ImportResult{}, err
		}
		ids, err := c.store.Import(ctx, exported, choices)
		result := ImportResult{Count: strconv.Itoa(len(ids))}
		if len(ids) > 0 {
			result.First = ids[0]
		}
		return result, err
	})
}

// fits returns an error if a connection of a file has values or extra headers that its form does not allow.
func fits(m *manifest.Manifest, p connections.Portable) error {
	if err := session.Check(m, p.Fields); err != nil {
		return err
	}
	_, err := session.CheckHeaders(m, p.Fields, p.Headers)
	return err
}

// usable returns an error if a connection to be imported has values that its form does not allow.
func usable(exported *connections.Exported, choices []connections.Choice, known *forms) error {
	for i, p := range exported.Connections {
		m := known.of(p.Driver)
		if m == nil || i >= len(choices) || choices[i] == connections.ChoiceSkip {
			continue
		}
		if err := fits(m, p); err != nil {
			return err
		}
	}
	return nil
}
