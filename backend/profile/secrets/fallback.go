package secrets

import (
	"context"
	"errors"
)

// Fallback is the operating system's store combined with a store in memory, which is used only if the user agrees (see
// KeepForThisRun). A secret kept for this run takes precedence over an older one in the system's store.
type Fallback struct {
	system Store
	kept   *memory
}

// NewFallback returns a Fallback that uses system and an empty store in memory.
func NewFallback(system Store) *Fallback { return &Fallback{system: system, kept: newMemory()} }

// Name returns the system store's name.
func (f *Fallback) Name() string { return f.system.Name() }

// Kept reports whether the secret under key lasts for this run only.
func (f *Fallback) Kept(key string) bool { return f.kept.has(key) }

// KeptUnder returns the keys that begin with prefix and last for this run only, sorted.
func (f *Fallback) KeptUnder(prefix string) []string { return f.kept.under(prefix) }

// Get looks in memory first, then in the system's store.
func (f *Fallback) Get(ctx context.Context, key string) (string, error) {
	value, err := f.kept.Get(ctx, key)
	if !errors.Is(err, ErrNotFound) || onlyThisRun(ctx) {
		return value, err
	}
	return f.system.Get(ctx, key)
}

// Set writes to the system's store and, if that succeeds, drops a copy that was kept for this run. It never falls back
// by itself: after *Unavailable the user decides.
func (f *Fallback) Set(ctx context.Context, key, value string) error {
	if onlyThisRun(ctx) {
		return f.kept.Set(ctx, key, value)
	}
	if err := f.system.Set(ctx, key, value); err != nil {
		return err
	}
	f.kept.forget(key)
	return nil
}

// Delete removes the secret from both. If it was only in memory, an unreachable system store is not an error.
func (f *Fallback) Delete(ctx context.Context, key string) error {
	if onlyThisRun(ctx) {
		return f.kept.Delete(ctx, key)
	}
	err := f.system.Delete(ctx, key)
	var unavailable *Unavailable
	if errors.As(err, &unavailable) && f.kept.has(key) {
		err = nil
	}
	if err == nil {
		f.kept.forget(key)
	}
	return err
}

var (
	_ Store = (*memory)(nil)
	_ Store = (*Fallback)(nil)
	_ Store = (*System)(nil)
)
