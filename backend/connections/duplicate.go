package connections

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"quarry/backend/secrets"
)

// Duplicate adds a copy right after a connection, in its group and under a name of its own, and gives it back. The
// secrets are copied within the secrets store; those that are kept for this run stay kept for this run. Where the store
// cannot be used the error is *secrets.Unavailable inside and nothing was added; withoutSecrets makes a copy that asks for
// them again.
func (s *Store) Duplicate(ctx context.Context, id string, withoutSecrets bool) (Connection, error) {
	release, err := s.begin()
	if err != nil {
		return Connection{}, err
	}
	defer release()
	doc, at, err := s.locate(id)
	if err != nil {
		return Connection{}, err
	}
	twin := record{Connection: doc.records[at].clone(), rest: maps.Clone(doc.records[at].rest)}
	twin.ID, twin.Name = newID(), doc.freeCopy(twin.Name)
	twin.LastOpened, twin.Secrets = "", []string{}
	stored, kept := map[string]Secret{}, map[string]Secret{}
	if !withoutSecrets {
		if stored, kept, err = s.copied(ctx, doc.records[at]); err != nil {
			return Connection{}, err
		}
	}
	twin.Secrets = after(twin.Secrets, stored, false)
	doc.records = slices.Insert(doc.records, at+1, twin)
	if err := s.commit(ctx, of(twin.ID, stored), doc); err != nil {
		return Connection{}, err
	}
	for field, secret := range kept {
		if err := s.secrets.Set(secrets.KeepForThisRun(ctx), SecretKey(twin.ID, field), secret.Value); err != nil {
			return Connection{}, fmt.Errorf("keep the secret %q of the copy: %w", field, err)
		}
	}
	return s.shown(twin), nil
}

// copied reads the secrets of a connection: those of the secrets store, and those that are kept for this run.
func (s *Store) copied(ctx context.Context, r record) (stored, kept map[string]Secret, err error) {
	stored, kept = map[string]Secret{}, map[string]Secret{}
	thisRun := s.kept(r.ID)
	for _, field := range r.Secrets {
		if slices.Contains(thisRun, field) {
			continue
		}
		if err := s.copySecret(ctx, r.ID, field, stored); err != nil {
			return nil, nil, err
		}
	}
	for _, field := range thisRun {
		if err := s.copySecret(ctx, r.ID, field, kept); err != nil {
			return nil, nil, err
		}
	}
	return stored, kept, nil
}

// copySecret reads one secret; one that somebody removed from the store meanwhile is not copied.
func (s *Store) copySecret(ctx context.Context, id, field string, into map[string]Secret) error {
	value, err := s.Secret(ctx, id, field)
	if errors.Is(err, secrets.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	into[field] = Secret{Replace: true, Value: value}
	return nil
}

// freeCopy gives a name for a copy that no connection has.
func (d *document) freeCopy(name string) string {
	return d.free(name+" copy", nil)
}

// free gives the name, with a number after it where a connection has it already or taken says so.
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
