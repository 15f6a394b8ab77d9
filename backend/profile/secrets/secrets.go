// Package secrets stores passwords and keys in the operating system's credential store, or in memory for one run if the
// user chooses that. It writes no secret to a file, a log or an error.
package secrets

import (
	"context"
	"errors"
)

// Service is the name of the secrets in the operating system's store.
const Service = "Quarry"

// Store stores secrets by key. Get returns ErrNotFound for a missing key; Delete of one is not an error. A store that
// cannot be reached or is locked returns *Unavailable.
type Store interface {
	Get(ctx context.Context, key string) (string, error)
	Set(ctx context.Context, key, value string) error
	Delete(ctx context.Context, key string) error
	// Name returns the user's name for the store: "the system keychain".
	Name() string
}

// ErrNotFound means that there is no secret under the key.
var ErrNotFound = errors.New("no such secret")

// Reason says why a store cannot be used.
type Reason string

// The reasons. ReasonOther is any other failure of the store.
const (
	ReasonMissing Reason = "missing" // this computer has no credential store, or nothing responds
	ReasonLocked  Reason = "locked"  // it exists but was not unlocked
	ReasonTimeout Reason = "timeout" // it did not respond in time: it may be waiting for the user
	ReasonTooBig  Reason = "too-big" // the secret is longer than the store accepts
	ReasonOther   Reason = "other"
)

var reasonText = map[Reason]string{
	ReasonMissing: "no credential store was found",
	ReasonLocked:  "the credential store is locked",
	ReasonTimeout: "the credential store did not respond",
	ReasonTooBig:  "the secret is too long for the credential store",
	ReasonOther:   "the credential store failed",
}

// Unavailable is the error of a store that could not do what was asked. Neither its text nor its cause contains a
// secret.
type Unavailable struct {
	Reason Reason
	err    error
}

// Error returns the reason and the store's own words, if any.
func (u *Unavailable) Error() string {
	if u.err == nil {
		return reasonText[u.Reason]
	}
	return reasonText[u.Reason] + ": " + u.err.Error()
}

// Unwrap returns the store's own error.
func (u *Unavailable) Unwrap() error { return u.err }

type keepForThisRun struct{}

// KeepForThisRun records the user's decision to keep secrets until the program ends: with the returned context a
// Fallback uses only its memory and does not touch the operating system's store.
func KeepForThisRun(ctx context.Context) context.Context {
	return context.WithValue(ctx, keepForThisRun{}, true)
}

// OnlyThisRun reports whether the context came from KeepForThisRun.
func OnlyThisRun(ctx context.Context) bool { return onlyThisRun(ctx) }

func onlyThisRun(ctx context.Context) bool {
	yes, _ := ctx.Value(keepForThisRun{}).(bool)
	return yes
}
