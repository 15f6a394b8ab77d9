// Package secrets stores passwords and keys in the operating system's credential store, and for one run in memory
// where the user asks for that. It writes no secret to a file, a log or an error.
package secrets

import (
	"context"
	"errors"
)

// Service is the name of the secrets in the operating system's store.
const Service = "Quarry"

// Store stores secrets by key. Get of a key that is not there is ErrNotFound; Delete of one is not an error. A store
// that cannot be reached or is locked returns *Unavailable.
type Store interface {
	Get(ctx context.Context, key string) (string, error)
	Set(ctx context.Context, key, value string) error
	Delete(ctx context.Context, key string) error
	// Name is what the user knows the store by, such as "the system keychain".
	Name() string
}

// ErrNotFound says that there is no secret under the key.
var ErrNotFound = errors.New("no such secret")

// Reason says why a store cannot be used.
type Reason string

// The reasons. ReasonOther is any other failure of the store.
const (
	ReasonMissing Reason = "missing" // there is no credential store on this computer, or nothing responds
	ReasonLocked  Reason = "locked"  // it is there and was not unlocked
	ReasonTimeout Reason = "timeout" // it did not respond in time: it may be asking its user something
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

// Unwrap returns the store's own error.
func (u *Unavailable) Unwrap() error { return u.err }

type keepForThisRun struct{}

// KeepForThisRun marks the user's decision to keep secrets until the program ends: with such a context a
// Fallback works on its memory alone and leaves the operating system's store untouched.
func KeepForThisRun(ctx context.Context) context.Context {
	return context.WithValue(ctx, keepForThisRun{}, true)
}

// OnlyThisRun reports whether the context is one of KeepForThisRun.
func OnlyThisRun(ctx context.Context) bool { return onlyThisRun(ctx) }

func onlyThisRun(ctx context.Context) bool {
	yes, _ := ctx.Value(keepForThisRun{}).(bool)
	return yes
}
