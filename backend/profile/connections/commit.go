package connections

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"quarry/backend/profile/secrets"
)

// undo restores one secret.
type undo struct {
	key   string
	value func() string // nil if there was none
}

// swap lists the changes to the secrets store that come before the change to the file.
type swap struct {
	put    map[string]Secret // new secrets by key
	remove []string          // keys of old secrets
}

// commit changes the secrets and then the file. It holds no lock while it accesses the credential store, which may wait
// for the user for a minute. If anything fails, it undoes what was already changed. While new secrets are being stored,
// their keys are listed as unused: if Quarry ends in between, Sweep deletes them.
func (s *Store) commit(ctx context.Context, w swap, change func(*document) error) error {
	keys := slices.Sorted(maps.Keys(w.put))
	if err := s.list(keys); err != nil {
		return err
	}
	undone, doubtful, err := s.exchange(ctx, w, keys)
	if err == nil {
		err = s.change(func(doc *document) error {
			if err := change(doc); err != nil {
				return err
			}
			doc.unlist(keys)
			return nil
		})
	}
	if err == nil {
		return nil
	}
	left, failed := s.rollBack(ctx, undone)
	_ = s.unlist(slices.DeleteFunc(keys, func(key string) bool { // on failure, Sweep deletes keys without secrets: harmless
		return key == doubtful || slices.Contains(left, key)
	}))
	return errors.Join(err, failed)
}

// exchange changes the secrets, and returns how to restore them. doubtful is the key of a secret that may have been
// stored although storing it failed.
func (s *Store) exchange(ctx context.Context, w swap, keys []string) (undone []undo, doubtful string, err error) {
	for _, key := range keys {
		if err := s.secrets.Set(ctx, key, w.put[key].Value); err != nil {
			if isDoubtful(err) {
				doubtful = key
			}
			return undone, doubtful, fmt.Errorf("store a secret of the connection: %w", err)
		}
		undone = append(undone, undo{key: key})
	}
	for _, key := range w.remove {
		step, err := s.remove(ctx, key)
		if err != nil {
			return undone, "", fmt.Errorf("delete a secret of the connection: %w", err)
		}
		undone = append(undone, step)
	}
	return undone, "", nil
}

// isDoubtful reports whether a secret may be stored after all although storing it failed: the credential store finishes
// work that nobody waits for any more.
func isDoubtful(err error) bool {
	var u *secrets.Unavailable
	return errors.Is(err, context.Canceled) || errors.As(err, &u) && u.Reason == secrets.ReasonTimeout
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

// rollBack restores secrets, even if ctx is done, and returns the keys of those that it could not restore.
func (s *Store) rollBack(ctx context.Context, steps []undo) (left []string, failed error) {
	ctx = context.WithoutCancel(ctx)
	for _, step := range slices.Backward(steps) {
		var err error
		if step.value == nil {
			err = s.secrets.Delete(ctx, step.key)
		} else {
			err = s.secrets.Set(ctx, step.key, step.value())
		}
		if err != nil {
			left, failed = append(left, step.key), errors.Join(failed, fmt.Errorf("put a secret back: %w", err))
		}
	}
	return left, failed
}

// sweep deletes the replaced secrets of a connection. A secret that cannot be deleted stays listed in the file and is
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
	// If this fails, the list still has keys without secrets. Deleting those again is not an error.
	_ = s.change(func(doc *document) error {
		at := doc.find(id)
		if at < 0 {
			return ErrNotFound
		}
		doc.records[at].deleted(gone)
		return nil
	})
}
