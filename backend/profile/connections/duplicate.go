package connections

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"quarry/backend/profile/secrets"
)

// Duplicate adds a copy right after a connection, in its group and with a unique name, and returns it. Secrets are
// copied within the secrets store, each for the origin that it was entered for; those kept for this run are kept for
// this run in the copy too. If the store cannot be used, the error wraps *secrets.Unavailable and nothing is added;
// with withoutSecrets the copy has no secrets and asks for them again.
func (s *Store) Duplicate(ctx context.Context, id string, withoutSecrets bool) (Connection, error) {
	doc, at, err := s.locate(id)
	if err != nil {
		return Connection{}, err
	}
	copied := copying{id: newID(), stored: map[string]stored{}, swap: swap{put: map[string]Secret{}}}
	if !withoutSecrets {
		if err := s.copySecrets(ctx, &doc.records[at], &copied); err != nil {
			return Connection{}, err
		}
	}
	var twin record
	err = s.commit(ctx, copied.swap, func(doc *document) error {
		at := doc.find(id)
		if at < 0 {
			return fmt.Errorf("copy connection %q: %w", id, ErrNotFound)
		}
		twin = doc.records[at].copy()
		twin.ID, twin.Name, twin.LastOpened = copied.id, doc.freeCopy(twin.Name), ""
		if IsPreset(id) {
			twin.Group = ""
		}
		twin.stored, twin.unused = copied.stored, nil
		twin.Secrets = slices.Sorted(maps.Keys(twin.stored))
		twin.Connection = twin.clone()
		doc.records = slices.Insert(doc.records, at+1, twin)
		return nil
	})
	if err != nil {
		return Connection{}, err
	}
	for _, k := range copied.kept {
		if err := s.keep(ctx, twin.ID, k.field, k.value.Value, k.origin); err != nil {
			return Connection{}, err
		}
	}
	return s.shown(twin), nil
}

// copying is what happens to the secrets of a duplicated connection.
type copying struct {
	id     string
	stored map[string]stored
	swap   swap
	kept   []keptSecret
}

// keptSecret is a secret that is kept for this run.
type keptSecret struct {
	field, origin string
	value         Secret
}

// copySecrets reads the secrets of a connection; it skips one that was removed from the store in the meantime.
func (s *Store) copySecrets(ctx context.Context, r *record, c *copying) error {
	thisRun := s.kept(r.ID)
	for _, field := range s.shown(*r).Secrets {
		value, err := s.value(ctx, r, field)
		if errors.Is(err, secrets.ErrNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("read the secret %q of the connection: %w", field, err)
		}
		origin, _ := s.typedFor(r, field)
		change := Secret{Replace: true, Value: value}
		if slices.Contains(thisRun, field) {
			c.kept = append(c.kept, keptSecret{field, origin, change})
			continue
		}
		key := newKey(c.id, field)
		c.swap.put[key] = change
		c.stored[field] = stored{Key: key, For: origin}
	}
	return nil
}

// freeCopy returns an unused name for a copy.
func (d *document) freeCopy(name string) string {
	return d.free(name+" copy", nil)
}

// free returns the name, with a number if a connection or taken already has it.
func (d *document) free(name string, taken map[string]bool) string {
	used := func(name string) bool {
		return taken[name] || slices.ContainsFunc(d.records, func(r record) bool { return r.Name == name })
	}
	if !used(name) {
		return name
	}
	for n := 2; ; n++ {
		if numbered := fmt.Sprintf("%s %d", name, n); !used(numbered) {
			return numbered
		}
	}
}
