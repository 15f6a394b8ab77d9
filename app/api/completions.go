package api

import (
	"context"
	"net/http"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/catalogue"
	"quarry/backend/work/console"
)

// Completions knows the names for completing typed requests. The names of objects come from Grid.Objects.
type Completions struct {
	calls    *Calls
	sessions *session.Sessions
	names    *console.Names
	drivers  *catalogue.Catalogue
}

// serve responds to /data/completion?session=… with the completion facts of an open connection's driver, as JSON; with
// nothing if the driver has none.
func (c *Completions) serve(w http.ResponseWriter, r *http.Request) {
	respond(w, r, c.calls, func(context.Context) (Nothing, []byte, error) {
		s, err := c.sessions.Get(r.URL.Query().Get("session"))
		if err != nil {
			return Nothing{}, nil, err
		}
		facts, err := c.drivers.Completion(s.Manifest.ID)
		return Nothing{}, facts, err
	})
}

// FieldsRequest names an object, a list of objects or a pattern.
type FieldsRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Object  string `json:"object"`
	// Attributes are titles of the structure's columns whose texts are wanted.
	Attributes []string `json:"attributes"`
}

// FieldName is a field that a request can name.
type FieldName struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Around string `json:"around"` // path of its nested object, "" for none
	// Attributes has one text for each wanted column, in the same order; null for a name without a row in the structure.
	Attributes []string `json:"attributes"`
}

// FieldNames are the fields of an object.
type FieldNames struct {
	Fields []FieldName `json:"fields"`
}

// Fields lists an object's fields, including multi-fields and computed ones.
func (c *Completions) Fields(q FieldsRequest) (FieldNames, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (FieldNames, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return FieldNames{}, err
		}
		fields, err := c.names.Fields(ctx, s, q.Object, q.Attributes)
		if err != nil {
			return FieldNames{}, err
		}
		result := FieldNames{Fields: make([]FieldName, 0, len(fields))}
		for _, f := range fields {
			result.Fields = append(result.Fields, FieldName(f))
		}
		return result, nil
	})
}

// ValuesRequest names an object's field, and the part of a value typed so far.
type ValuesRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Object  string `json:"object"`
	Field   string `json:"field"`
	Text    string `json:"text"`
}

// FieldValues are values of a field, most frequent first.
type FieldValues struct {
	Values []SuggestedValue `json:"values"`
}

// Values lists the most frequent values of a field that begin with a text; none if the driver has none to suggest.
func (c *Completions) Values(q ValuesRequest) (FieldValues, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (FieldValues, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return FieldValues{}, err
		}
		values, err := c.names.Values(ctx, s, q.Object, q.Field, q.Text)
		if err != nil {
			return FieldValues{}, err
		}
		result := FieldValues{Values: make([]SuggestedValue, 0, len(values))}
		for _, v := range values {
			result.Values = append(result.Values, SuggestedValue{v.Text, known(v.Count)})
		}
		return result, nil
	})
}
