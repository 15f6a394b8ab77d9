package connections

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"

	"quarry/backend/secrets"
)

// undo puts one secret back as it was.
type undo struct {
	key   string
	value func() string // nil where there was none
}

// of gives the changes of one connection's secrets by their keys in the secrets store.
func of(connection string, changes map[string]Secret) map[string]Secret {
	keyed := make(map[string]Secret, len(changes))
	for field, change := range changes {
		keyed[SecretKey(connection, field)] = change
	}
	return keyed
}

// commit changes the secrets, by their keys, and then the file. Whatever fails, what was changed before it is put back.
func (s *Store) commit(ctx context.Context, changes map[string]Secret, doc *document) error {
	var undone []undo
	for _, key := range slices.Sorted(maps.Keys(changes)) {
		if !changes[key].Replace {
			continue
		}
		step, err := s.changeSecret(ctx, key, changes[key])
		if err != nil {
			return errors.Join(fmt.Errorf("store the secret %q of the connection: %w", path.Base(key), err), s.rollBack(ctx, undone))
		}
		undone = append(undone, step)
	}
	if err := s.write(doc); err != nil {
		return errors.Join(err, s.rollBack(ctx, undone))
	}
	return nil
}

func (s *Store) changeSecret(ctx context.Context, key string, change Secret) (undo, error) {
	old, err := s.secrets.Get(ctx, key)
	step := undo{key: key}
	switch {
	case err == nil:
		step.value = func() string { return old }
	case !errors.Is(err, secrets.ErrNotFound):
		return step, err
	}
	if change.Value == "" {
		return step, s.secrets.Delete(ctx, key)
	}
	return step, s.secrets.Set(ctx, key, change.Value)
}

// rollBack works on when the caller has given up.
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
