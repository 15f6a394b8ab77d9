package connections

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"quarry/backend/secrets"
)

// undo restores one secret.
type undo struct {
	key   string
	value func() string // nil if there was none
}

// swap lists the changes of the secrets store that precede the change of the file.
type swap struct {
	put    map[string]Secret // by new key
	remove []string          // keys
}

// commit changes the secrets and then the file. No lock is held while the credential store is accessed, since it may
// wait for the user for a minute. If anything fails, what was already changed is restored.
func (s *Store) commit(ctx context.Context, w swap, change func(*document) error) error {
	var undone []undo
	for _, key := range slices.Sorted(maps.Keys(w.put)) {
		if err := s.secrets.Set(ctx, key, w.put[key].Value); err != nil {
			return errors.Join(fmt.Errorf("store a secret of the connection: %w", err), s.rollBack(ctx, undone))
		}
		undone = append(undone, undo{key: key})
	}
	for _, key := range w.remove {
		step, err := s.remove(ctx, key)
		if err != nil {
			return errors.Join(fmt.Errorf("delete a secret of the connection: %w", err), s.rollBack(ctx, undone))
		}
		undone = append(undone, step)
	}
	if err := s.change(change); err != nil {
		return errors.Join(err, s.rollBack(ctx, undone))
	}
	return nil
}

func (s *Store) remove(ctx context.Context, key string) (undo, error) {
	old, err := s.secrets.Get(ctx, key)
	step := undo{key: key}
	switch {
	case errors.Is(err, secrets.ErrNotFound):
		return step, nil
	case err != nil:
		return step, err
	}
	step.value = func() string { return old }
	return step, s.secrets.Delete(ctx, key)
}

// rollBack continues even if ctx is done.
func (s *Store) rollBack(ctx context.Context, steps []undo) error {
	ctx = context.WithoutCancel(ctx)
	var failed error
	for _, step := range slices.Backward(steps) {
		var err error
		if step.value == nil {
			err = s.secrets.Delete(ctx, step.key)
		} else {
			err = s.secrets.Set(ctx, step.key, step.value())
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("put a secret back: %w", err))
		}
	}
	return failed
}

// sweep deletes the replaced secrets of a connection. One that cannot be deleted stays listed in the file and is
// deleted with the next change of a secret or with the connection.
func (s *Store) sweep(ctx context.Context, id string, keys []string) {
	var gone []string
	for _, key := range keys {
		if s.secrets.Delete(context.WithoutCancel(ctx), key) == nil {
			gone = append(gone, key)
		}
	}
	if len(gone) == 0 {
		return
	}
	// If this fails, the list contains keys without secrets, and deleting those again is not an error.
	_ = s.change(func(doc *document) error {
		at := doc.find(id)
		if at < 0 {
			return ErrNotFound
		}
		doc.records[at].deleted(gone)
		return nil
	})
}
