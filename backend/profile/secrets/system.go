package secrets

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

// Time limits of the operating system's store: ProbeLimit if the user is not expected to act, UserLimit if the user may
// be typing the password that unlocks it.
const (
	ProbeLimit = 3 * time.Second
	UserLimit  = 60 * time.Second
)

// probeKey is a key under which nothing is stored.
const probeKey = "probe"

// ring is the operating system's interface. None of its calls takes a context, and each can block forever.
type ring interface {
	Get(service, key string) (string, error)
	Set(service, key, value string) error
	Delete(service, key string) error
}

// System is the operating system's credential store. Every access runs in a goroutine under a time limit. An access
// that hangs cannot be ended: later ones wait for it, each under its own limit, so that hanging goroutines do not
// accumulate. An abandoned access may still take effect later.
type System struct {
	ring  ring
	ready func() error // detects a missing store without calling it
	turn  chan struct{}
	limit time.Duration
	probe time.Duration
}

// NewSystem returns the credential store of this computer without accessing it.
func NewSystem() *System { return newSystem(keyringRing{}, storeReady, UserLimit, ProbeLimit) }

func newSystem(r ring, ready func() error, limit, probe time.Duration) *System {
	return &System{ring: r, ready: ready, turn: make(chan struct{}, 1), limit: limit, probe: probe}
}

// Name returns the user's name for the store.
func (s *System) Name() string { return "the system keychain" }

// Probe returns nil if the store can be used, otherwise *Unavailable, within ProbeLimit. It may make the store ask the
// user for a password.
func (s *System) Probe(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.probe)
	defer cancel()
	_, err := s.Get(ctx, probeKey)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// Get reads a secret.
func (s *System) Get(ctx context.Context, key string) (string, error) {
	return s.access(ctx, "", func() (string, error) { return s.ring.Get(Service, key) })
}

// Set writes a secret, replacing an existing one.
func (s *System) Set(ctx context.Context, key, value string) error {
	_, err := s.access(ctx, value, func() (string, error) { return "", s.ring.Set(Service, key, value) })
	return err
}

// Delete removes a secret.
func (s *System) Delete(ctx context.Context, key string) error {
	_, err := s.access(ctx, "", func() (string, error) { return "", s.ring.Delete(Service, key) })
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

type outcome struct {
	value string
	err   error
}

// access runs do once no other access is running. The error must not contain secret.
func (s *System) access(ctx context.Context, secret string, do func() (string, error)) (string, error) {
	if err := s.ready(); err != nil {
		return "", &Unavailable{Reason: ReasonMissing, err: err}
	}
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	if limited.Err() != nil {
		return "", stopped(ctx)
	}
	select {
	case s.turn <- struct{}{}:
	case <-limited.Done():
		return "", stopped(ctx)
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { <-s.turn }()
		value, err := do()
		done <- outcome{value, err}
	}()
	select {
	case out := <-done:
		return out.value, classify(out.err, secret)
	case <-limited.Done():
		return "", stopped(ctx)
	}
}

// stopped distinguishes a cancellation from a store that does not respond.
func stopped(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return context.Canceled
	}
	return &Unavailable{Reason: ReasonTimeout}
}

// lockedText begins the message with which go-keyring reports a store that stayed locked; the error has no type of its
// own.
const lockedText = "failed to unlock"

func classify(err error, secret string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, keyring.ErrNotFound):
		return ErrNotFound
	case errors.Is(err, keyring.ErrSetDataTooBig):
		return &Unavailable{Reason: ReasonTooBig}
	case errors.Is(err, keyring.ErrUnsupportedPlatform):
		return &Unavailable{Reason: ReasonMissing}
	}
	reason := ReasonOther
	if strings.HasPrefix(err.Error(), lockedText) || isLocked(err) {
		reason = ReasonLocked
	} else if isMissing(err) {
		reason = ReasonMissing
	}
	if secret != "" && strings.Contains(err.Error(), secret) {
		return &Unavailable{Reason: reason}
	}
	return &Unavailable{Reason: reason, err: err}
}

// keyringRing is the operating system's store, accessed through go-keyring.
type keyringRing struct{}

func (keyringRing) Get(service, key string) (string, error) { return keyring.Get(service, key) }
func (keyringRing) Set(service, key, value string) error    { return keyring.Set(service, key, value) }
func (keyringRing) Delete(service, key string) error        { return keyring.Delete(service, key) }
