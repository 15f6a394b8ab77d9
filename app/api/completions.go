package api

import (
	"context"
	"net/http"

	"quarry/backend/connection/session"
	"quarry/backend/driverhost/catalogue"
	"quarry/backend/work/console"
)

// Completions says what typed requests can name. The names of objects are those of Grid.Objects.
type Completions struct {
	calls    *Calls
	sessions *session.Sessions
	names    *console.Names
	drivers  *catalogue.Catalogue
}

// serve responds to /data/completion?session=… with the completion facts of the driver of an open connection, a JSON text
// that the driver's package has; with nothing if the driver has none.
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
}

// FieldName is a field that a request can name.
type FieldName struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Around string `json:"around"` // the path of the nested object that it is in, "" for none
}

// FieldNames are the fields of an object.
type FieldNames struct {
	Fields []FieldName `json:"fields"`
}

// Fields lists the fields of an object, with multi-fields and those that are computed.
func (c *Completions) Fields(q FieldsRequest) (FieldNames, error) {
	return call(c.calls, q.Call, func(ctx context.Context) (FieldNames, error) {
		s, err := c.sessions.Get(q.Session)
		if err != nil {
			return FieldNames{}, err
		}
		fields, err := c.names.Fields(ctx, s, q.Object)
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

// ValuesRequest names a field of an object, and what was typed of a value.
type ValuesRequest struct {
	Call    string `json:"call"`
	Session string `json:"session"`
	Object  string `json:"object"`
	Field   string `json:"field"`
	Text    string `json:"text"`
}

// FieldValues are values of a field, the most frequent first.
type FieldValues struct {
	Values []SuggestedValue `json:"values"`
}

// Values lists the most frequent values of a field that begin with a text; none where the driver has none to suggest.
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
