package connections

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"quarry/backend/profile/secrets"
)

// unusedAge is how old an entry in the list of unused secrets must be before Sweep deletes the secret: another window
// may be storing it right now, and waiting for the user to unlock the credential store.
const unusedAge = time.Hour

// unusedSecret is the key of a secret that no connection uses, and since when.
type unusedSecret struct {
	Key   string    `json:"key"`
	Since time.Time `json:"since"`
}

func (d *document) parseUnused(raw json.RawMessage) error {
	if raw == nil {
		return nil
	}
	if json.Unmarshal(raw, &d.unused) != nil {
		return errors.New("the file's list of unused secrets has the wrong type")
	}
	return nil
}

// unlist removes keys from the list of unused secrets.
func (d *document) unlist(keys []string) {
	d.unused = slices.DeleteFunc(d.unused, func(u unusedSecret) bool { return slices.Contains(keys, u.Key) })
}

// list adds keys to the list of unused secrets.
func (d *document) list(keys []string, since time.Time) {
	for _, key := range keys {
		d.unused = append(d.unused, unusedSecret{key, since.UTC().Truncate(time.Second)})
	}
}

func (s *Store) list(keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	return s.change(func(doc *document) error {
		doc.list(keys, s.now())
		return nil
	})
}

func (s *Store) unlist(keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	return s.change(func(doc *document) error {
		doc.unlist(keys)
		return nil
	})
}

// Sweep deletes secrets that no connection uses: those that were being stored when Quarry ended, and those that could
// not be deleted. If there are none, it does not access the secrets store. What it cannot delete stays listed.
func (s *Store) Sweep(ctx context.Context) error {
	doc, err := s.read()
	if err != nil {
		return err
	}
	var gone []string
	for _, key := range doc.sweepable(s.now().Add(-unusedAge)) {
		err := s.secrets.Delete(ctx, key)
		var unavailable *secrets.Unavailable
		if errors.As(err, &unavailable) {
			break // trying the others would only make the user wait
		}
		if err == nil {
			gone = append(gone, key)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return s.change(func(doc *document) error {
		doc.unlist(gone)
		for i := range doc.records {
			doc.records[i].deleted(gone)
		}
		return nil
	})
}

// sweepable returns the keys of the secrets that no connection uses, if they were listed before the given time.
func (d *document) sweepable(before time.Time) []string {
	var keys []string
	used := make(map[string]bool)
	for i := range d.records {
		keys = append(keys, d.records[i].unused...)
		for _, at := range d.records[i].stored {
			used[at.Key] = true
		}
	}
	for _, u := range d.unused {
		if u.Since.Before(before) {
			keys = append(keys, u.Key)
		}
	}
	return slices.DeleteFunc(keys, func(key string) bool { return used[key] })
}
