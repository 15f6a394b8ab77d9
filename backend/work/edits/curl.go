package edits

import (
	"strings"

	"quarry/backend/connection/requestlog"
)

// Curl returns the command line that sends a request of a plan, byte for byte and without the credential. The request
// is identified by its body.
func (t *Plans) Curl(id string, body int64) (string, error) {
	text, err := t.Document(id, body)
	if err != nil {
		return "", err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.plans[id]
	if p == nil {
		return "", errNoPlan
	}
	for i := range p.Requests {
		if r := &p.Requests[i]; r.Body == body {
			return requestlog.Curl(p.session.Base(), r.Request.Method, r.Request.Path, r.Request.Query, r.contentType(), string(text)), nil
		}
	}
	return "", errNoPlan
}

func (r *Request) contentType() string {
	for _, h := range r.Request.Headers {
		if strings.EqualFold(h.Name, "Content-Type") {
			return h.Value
		}
	}
	return ""
}
