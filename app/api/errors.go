package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"quarry/backend/connection/session"
	"quarry/backend/connection/transport"
	"quarry/backend/profile"
	"quarry/backend/profile/connections"
	"quarry/backend/profile/secrets"
	"quarry/backend/system/causes"
	"quarry/drivers/driver"
)

// Failure is an error as the page receives it. Wails only passes on an error's text, so the text is this struct in
// JSON.
type Failure struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Code    string `json:"code"`
	Detail  string `json:"detail"`
	// Remedy is a request that would help and that the user can copy and send elsewhere.
	Remedy string `json:"remedy"`
	Op     string `json:"op"`
	Status int    `json:"status"`
	// TLS is what the server presented if an HTTPS connection failed, otherwise nil.
	TLS *TLSReport `json:"tls"`
	// Fields are sentences to show beside fields of the connection's form.
	Fields []FieldNote `json:"fields"`
}

// kindInternal is the kind of a failure in Quarry itself, not caused by the engine or the network.
const kindInternal = "internal"

// FieldNote is a sentence about one field of a form.
type FieldNote struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Error is the failure in JSON.
func (f *Failure) Error() string {
	whole := *f
	if whole.Fields == nil {
		whole.Fields = []FieldNote{}
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return `{"kind":"crashed","message":"Internal error in Quarry."}`
	}
	return string(text)
}

// failure converts err to the form that the page reads, including what the server presented if known.
func failure(err error) error {
	f := plainFailure(err)
	var c *session.ConnectError
	if errors.As(err, &c) {
		f.TLS = tlsReport(c.TLS)
	}
	return f
}

// plainFailure keeps the kind of a backend error if it has one.
func plainFailure(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	var e *driver.Error
	if errors.As(err, &e) {
		return &Failure{Kind: string(e.Kind), Message: e.Message, Hint: e.Hint, Code: e.Code, Detail: e.Detail, Remedy: e.Remedy, Op: e.Op, Status: e.Status}
	}
	var t *transport.Error
	if errors.As(err, &t) {
		return &Failure{Kind: string(t.Kind), Message: t.Sentence(), Hint: t.Hint, Op: strings.TrimSpace(t.Method + " " + t.Path), Status: t.Status}
	}
	if f, ok := registryFailure(err); ok {
		return f
	}
	if f, ok := connectionFailure(err); ok {
		return f
	}
	switch {
	case errors.Is(err, profile.ErrLocked):
		return &Failure{Kind: string(driver.Refused), Message: "Another Quarry process is writing this file.", Hint: "Nothing was changed. Try again in a moment.", Detail: err.Error()}
	case errors.Is(err, context.Canceled):
		return &Failure{Kind: string(driver.Cancelled), Message: "Cancelled."}
	case errors.Is(err, context.DeadlineExceeded):
		return &Failure{Kind: string(driver.Timeout), Message: "Timed out."}
	}
	return internalFailure(err)
}

// internalFailure words an error that nothing else has worded: it names the file that could not be used, if any.
func internalFailure(err error) *Failure {
	var path *fs.PathError
	var link *os.LinkError
	name := ""
	switch {
	case errors.As(err, &path):
		name = path.Path
	case errors.As(err, &link):
		name = link.New
	default:
		return &Failure{Kind: kindInternal, Message: "Unexpected error: " + strings.TrimSuffix(causes.In(err), ".") + "."}
	}
	return &Failure{Kind: kindInternal, Message: fmt.Sprintf("Quarry could not use the file %s: %s.", name, causes.Of(err)), Detail: err.Error()}
}

// keyringMessages explain why the credential store cannot be used.
var keyringMessages = map[secrets.Reason]string{
	secrets.ReasonMissing: "No credential store was found",
	secrets.ReasonLocked:  "The credential store is locked",
	secrets.ReasonTimeout: "The credential store did not respond",
	secrets.ReasonTooBig:  "The secret is too long for the credential store",
	secrets.ReasonOther:   "The credential store failed",
}

// connectionFailure words an error about saved connections or their secrets; ok reports whether err is one.
func connectionFailure(err error) (*Failure, bool) {
	var u *secrets.Unavailable
	var broken *connections.Broken
	switch {
	case errors.As(err, &u):
		return &Failure{Kind: "keyring", Message: keyringMessages[u.Reason], Code: string(u.Reason), Detail: u.Error()}, true
	case errors.As(err, &broken):
		return &Failure{Kind: kindInternal, Message: broken.Message(), Detail: broken.Error()}, true
	case errors.Is(err, connections.ErrNotFound):
		return &Failure{Kind: string(driver.NotFound), Message: "This connection is no longer saved.", Detail: err.Error()}, true
	case errors.Is(err, connections.ErrNewer):
		return &Failure{
			Kind: string(driver.Unsupported), Message: "The saved connections were written by a newer version of Quarry. They have not been changed.",
			Hint: "Update Quarry.",
		}, true
	}
	return nil, false
}
