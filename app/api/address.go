package api

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/manifest"
	"quarry/backend/profile/connections"
	"quarry/drivers/driver"
)

// URLRequest has a pasted URL. Driver is the database whose form it is for, "" if none was chosen; Fields are the
// form's current values.
type URLRequest struct {
	Call   string       `json:"call"`
	URL    string       `json:"url"`
	Driver string       `json:"driver"`
	Fields []FieldValue `json:"fields"`
}

// FilledForm is what a URL fills into one database's form. Secrets are those in the URL itself. Text describes what was
// filled in, without secrets.
type FilledForm struct {
	Driver  string        `json:"driver"`
	Title   string        `json:"title"`
	Name    string        `json:"name"` // a name for a new connection
	Fields  []FieldValue  `json:"fields"`
	Secrets []SecretValue `json:"secrets"`
	Text    string        `json:"text"`
}

// FilledForms are the forms that a URL fits.
type FilledForms struct {
	Forms []FilledForm `json:"forms"`
}

// TakeURL parses a URL or a Cloud ID. If no form accepts it, it returns an error whose text does not repeat the URL.
func (c *Connections) TakeURL(q URLRequest) (FilledForms, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (FilledForms, error) {
		address, err := connections.ParseAddress(q.URL)
		if err != nil {
			return FilledForms{}, err
		}
		asked, err := c.formsFor(ctx, q.Driver)
		if err != nil {
			return FilledForms{}, err
		}
		result := FilledForms{Forms: []FilledForm{}}
		var failed error
		for _, m := range asked {
			form, err := taken(m, address, q)
			switch {
			case err == nil:
				result.Forms = append(result.Forms, form)
			case failed == nil || connections.NoURL(m) == "":
				failed = err // report the error of an engine that has URLs first
			}
		}
		if len(result.Forms) == 0 {
			return FilledForms{}, advised(failed, asked, q)
		}
		return result, nil
	})
}

// advised adds to the error of a form that accepts no URL which parts of it to type where.
func advised(failed error, asked []*manifest.Manifest, q URLRequest) error {
	var none, advice *driver.Error
	if q.Driver == "" || !errors.As(failed, &none) || none.Kind != driver.Unsupported {
		return failed
	}
	host := map[string]string{manifest.FieldHost: strings.TrimSpace(q.URL)}
	if errors.As(session.Check(asked[0], host), &advice) {
		none.Hint = advice.Message
	}
	return none
}

// formsFor returns the form of a driver, or of every known one if none is named.
func (c *Connections) formsFor(ctx context.Context, id string) ([]*manifest.Manifest, error) {
	if id != "" {
		m, err := c.catalogue.Manifest(ctx, id)
		return []*manifest.Manifest{m}, err
	}
	list, err := c.catalogue.List(ctx, false)
	if err != nil {
		return nil, err
	}
	var forms []*manifest.Manifest
	for _, offer := range list.Offers {
		if offer.Problem == "" {
			forms = append(forms, offer.Manifest)
		}
	}
	if len(forms) == 0 {
		return nil, &driver.Error{Kind: driver.Unsupported, Message: "No driver is available yet.", Hint: "Set a driver registry first."}
	}
	return forms, nil
}

// taken fills in a driver's form. The address of a driver without URLs is only accepted if its form is open.
func taken(m *manifest.Manifest, address connections.Address, q URLRequest) (FilledForm, error) {
	if q.Driver == "" {
		if err := connections.CheckURL(m); err != nil {
			return FilledForm{}, err
		}
	}
	return filled(m, address, values(q.Fields))
}

func filled(m *manifest.Manifest, address connections.Address, given map[string]string) (FilledForm, error) {
	if len(given) == 0 {
		given = m.Defaults()
	}
	taken, err := address.Take(m, given)
	if err != nil {
		return FilledForm{}, err
	}
	if err := session.Check(m, taken.Values); err != nil {
		return FilledForm{}, err
	}
	form := FilledForm{Driver: m.ID, Title: m.Title, Name: cmp.Or(address.Name, address.Host), Fields: []FieldValue{}, Secrets: []SecretValue{}}
	for _, id := range sortedKeys(taken.Values) {
		form.Fields = append(form.Fields, FieldValue{id, taken.Values[id]})
	}
	for id, secret := range taken.Secrets {
		form.Secrets = append(form.Secrets, SecretValue{ID: id, Value: secret.Value, Replace: true})
	}
	slices.SortFunc(form.Secrets, func(a, b SecretValue) int { return strings.Compare(a.ID, b.ID) })
	source := "URL"
	if address.CloudID {
		source = "Cloud ID"
	}
	form.Text = "Filled in from the " + source + ": " + strings.Join(summaryOf(m, taken), ", ") + "."
	return form, nil
}

// summaryOf names what was filled in; secrets appear only as labels.
func summaryOf(m *manifest.Manifest, taken connections.Taken) []string {
	summary := taken.Summary(m)
	for _, id := range m.Secrets() {
		if _, ok := taken.Secrets[id]; ok {
			label, _ := m.LabelOf(id, "")
			summary = append(summary, label)
		}
	}
	return summary
}

// URLRule reports whether the connections of a database have URLs.
type URLRule struct {
	Driver  string   `json:"driver"`
	Title   string   `json:"title"`
	Schemes []string `json:"schemes"`
	None    string   `json:"none"` // why there are none, in a sentence; "" if there are
}

// URLRules are the rules of every known database.
type URLRules struct {
	Rules []URLRule `json:"rules"`
}

// URLRules reports which databases have URLs, for the text beside the URL field.
func (c *Connections) URLRules(q ListRequest) (URLRules, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (URLRules, error) {
		forms, err := c.formsFor(ctx, "")
		if err != nil {
			return URLRules{}, err
		}
		result := URLRules{Rules: []URLRule{}}
		for _, m := range forms {
			rule := URLRule{Driver: m.ID, Title: m.Title, Schemes: []string{}, None: connections.NoURL(m)}
			if rule.None == "" {
				for _, s := range m.URL.Schemes {
					rule.Schemes = append(rule.Schemes, s.Name)
				}
			}
			result.Rules = append(result.Rules, rule)
		}
		return result, nil
	})
}
