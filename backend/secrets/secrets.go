// Package secrets keeps passwords and keys in the operating system's credential store, and for one run in memory
// where the user asks for that. It writes no secret to a file, a log or an error.
package secrets

import (
	"context"
	"errors"
)

// Service is the name under which the secrets stand in the operating system's store.
const Service = "Quarry"

// Store keeps secrets by key. Get of a key that is not there is ErrNotFound; Delete of one is no error. A store
// that cannot be reached or is locked answers with *Unavailable.
type Store interface {
	Get(ctx context.Context, key string) (string, error)
	Set(ctx context.Context, key, value string) error
	Delete(ctx context.Context, key string) error
	// Name is what the user knows the store by, such as "the system keychain".
	Name() string
}

// ErrNotFound says that no secret stands under the key.
var ErrNotFound = errors.New("no such secret")

// Reason says why a store cannot be used.
type Reason string

// The reasons. ReasonOther is a failure of the store that has no word of its own.
const (
	ReasonMissing Reason = "missing" // there is no credential store on this computer, or nothing answers for it
	ReasonLocked  Reason = "locked"  // it is there and was not unlocked
	ReasonTimeout Reason = "timeout" // it did not answer in time: it may be showing a question to the user
	ReasonTooBig  Reason = "too-big" // the secret is longer than the store takes
	ReasonOther   Reason = "other"
)

var reasonText = map[Reason]string{
	ReasonMissing: "no credential store was found",
	ReasonLocked:  "the credential store is locked",
	ReasonTimeout: "the credential store did not respond",
	ReasonTooBig:  "the secret is too long for the credential store",
	ReasonOther:   "the credential store failed",
}

// Unavailable is a store that could not do what was asked. Its text and its cause never hold a secret.
type Unavailable struct {
	Reason Reason
	err    error
}

// Error says the reason and the store's own words, where it had any.
func (u *Unavailable) Error() string {
	if u.err == nil {
		return reasonText[u.Reason]
	}
	return reasonText[u.Reason] + ": " + u.err.Error()
}

// Unwrap gives the store's own error.
func (u *Unavailable) Unwrap() error { return u.err }

type keepForThisRun struct{}

// KeepForThisRun marks the user's word that secrets are to be kept until the program ends: with such a context a
// Fallback works on its memory alone and leaves the operating system's store untouched.
func KeepForThisRun(ctx context.Context) context.Context {
	return context.WithValue(ctx, keepForThisRun{}, true)
}

// OnlyThisRun tells whether the context carries the user's word of KeepForThisRun.
func OnlyThisRun(ctx context.Context) bool { return onlyThisRun(ctx) }

func onlyThisRun(ctx context.Context) bool {
	yes, _ := ctx.Value(keepForThisRun{}).(bool)
	return yes
}
