package connections

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/google/uuid"

	"quarry/backend/profile"
)

// stored is the key of a field's secret in the secrets store, and the origin that it was entered for.
type stored struct {
	Key string `json:"key"`
	For string `json:"for"`
}

// Members of a connection in the file besides those of Connection. unusedMember lists the keys of secrets that were
// replaced but could not be deleted yet.
const (
	storedMember = "stored"
	unusedMember = "unusedSecrets"
)

// SecretKey returns the key of a secret that is kept for this run, or that was stored before keys were unique.
func SecretKey(connection, field string) string { return connection + "/" + field }

// newKey returns the key for a new secret. It is unique, so nothing changes until the file refers to it, and two
// windows that save at once never combine the secret of one with the address of the other.
func newKey(connection, field string) string {
	return SecretKey(connection, field) + "/" + uuid.NewString()[:8]
}

// parseStored reads where the secrets are. A secret that the file does not list belongs to the saved address.
func (r *record) parseStored() error {
	listed := map[string]stored{}
	if raw, ok := r.rest[storedMember]; ok && json.Unmarshal(raw, &listed) != nil {
		return errors.New("its list of stored secrets has the wrong type")
	}
	if raw, ok := r.rest[unusedMember]; ok && json.Unmarshal(raw, &r.unused) != nil {
		return errors.New("its list of unused secrets has the wrong type")
	}
	delete(r.rest, storedMember)
	delete(r.rest, unusedMember)
	r.stored = make(map[string]stored, len(r.Secrets))
	for _, field := range r.Secrets {
		at, ok := listed[field]
		if !ok || at.Key == "" {
			at = stored{Key: SecretKey(r.ID, field), For: Origin(r.Fields)}
		}
		r.stored[field] = at
	}
	return nil
}

// marshalStored adds the members that parseStored reads to those of a record.
func (r *record) marshalStored(m fields) error {
	for name, value := range map[string]any{storedMember: r.stored, unusedMember: r.unused} {
		if name == storedMember && len(r.stored) == 0 || name == unusedMember && len(r.unused) == 0 {
			continue
		}
		data, err := profile.Encode(value)
		if err != nil {
			return err
		}
		m[name] = data
	}
	return nil
}

// store records that a field's secret is under a key.
func (r *record) store(field string, at stored) {
	r.forget(field)
	r.stored[field] = at
	r.Secrets = slices.Sorted(maps.Keys(r.stored))
}

// forget records that a field's secret is no longer used. Its key is listed as unused until it is deleted.
func (r *record) forget(field string) {
	if at, ok := r.stored[field]; ok {
		r.unused = append(r.unused, at.Key)
	}
	delete(r.stored, field)
	r.Secrets = append([]string{}, slices.Sorted(maps.Keys(r.stored))...)
}

// deleted records that the secrets under the keys are gone.
func (r *record) deleted(keys []string) {
	r.unused = slices.DeleteFunc(r.unused, func(key string) bool { return slices.Contains(keys, key) })
}

// keys returns every key that has, or may still have, a secret of the record.
func (r *record) keys() []string {
	keys := slices.Clone(r.unused)
	for _, field := range slices.Sorted(maps.Keys(r.stored)) {
		keys = append(keys, r.stored[field].Key)
	}
	return keys
}

// copy returns a record that shares nothing with r.
func (r *record) copy() record {
	return record{Connection: r.clone(), stored: maps.Clone(r.stored), unused: slices.Clone(r.unused), rest: maps.Clone(r.rest)}
}
