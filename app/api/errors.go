package api

import (
	"context"
	"encoding/json"
	"errors"

	"quarry/backend/secrets"
	"quarry/backend/transport"
	"quarry/drivers/driver"
)

// Failure is an error as the page gets it. Wails passes an error on as a text only, so its text is this struct in JSON.
type Failure struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Code    string `json:"code"`
	Detail  string `json:"detail"`
	Op      string `json:"op"`
	Status  int    `json:"status"`
}

// Error gives the failure in JSON.
func (f *Failure) Error() string {
	text, err := json.Marshal(f)
	if err != nil {
		return `{"kind":"crashed","message":"Quarry met an error that it cannot show."}`
	}
	return string(text)
}

// failure gives err the form that the page reads. Errors of the backend that carry a kind keep it.
func failure(err error) error {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	var e *driver.Error
	if errors.As(err, &e) {
		return &Failure{string(e.Kind), e.Message, e.Hint, e.Code, e.Detail, e.Op, e.Status}
	}
	var t *transport.Error
	if errors.As(err, &t) {
		return &Failure{Kind: string(t.Kind), Message: t.Message, Hint: t.Hint, Op: t.Method + " " + t.Path, Status: t.Status}
	}
	if f, ok := registryFailure(err); ok {
		return f
	}
	var u *secrets.Unavailable
	if errors.As(err, &u) {
		return &Failure{Kind: "keyring", Message: "No credential store was found", Detail: u.Error()}
	}
	if errors.Is(err, context.Canceled) {
		return &Failure{Kind: string(driver.Cancelled), Message: "It was cancelled."}
	}
	return &Failure{Kind: string(driver.Engine), Message: err.Error()}
}
