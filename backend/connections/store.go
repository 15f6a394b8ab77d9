package connections

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"quarry/backend/profile"
	"quarry/backend/secrets"
)

// Store is the list of saved connections. Every call reads the file anew, so that it is the only truth. A call
// that finds it broken sets it aside and answers with *Broken once; the next finds an empty list.
type Store struct {
	edit    sync.Mutex // held through a change, its waiting for the secrets store included
	file    sync.Mutex // held while the file is read or written, so that reading never waits for a secret
	path    string
	secrets secrets.Store
	now     func() time.Time
}

// Open gives the store of a profile folder, which need not exist yet. Nothing is read before the first call.
func Open(folder string, store secrets.Store) *Store {
	return &Store{path: filepath.Join(folder, FileName), secrets: store, now: time.Now}
}

// String names the file.
func (s *Store) String() string { return s.path }

// SecretKey is the key of a secret in the secrets store.
func SecretKey(connection, field string) string { return connection + "/" + field }

// List gives the connections in their saved order.
func (s *Store) List() ([]Connection, error) {
	doc, err := s.read()
	if err != nil {
		return nil, err
	}
	out := make([]Connection, 0, len(doc.records))
	for _, r := range doc.records {
		out = append(out, s.shown(r))
	}
	return out, nil
}

// keeper is a secrets store that keeps some secrets for this run only: the file does not name those, since the next run
// would take them for stored.
type keeper interface{ KeptUnder(prefix string) []string }

// shown gives a record as a connection, with the secrets that are kept for this run.
func (s *Store) shown(r record) Connection {
	c := r.clone()
	for _, field := range s.kept(c.ID) {
		if !c.HasSecret(field) {
			c.Secrets = append(c.Secrets, field)
		}
	}
	slices.Sort(c.Secrets)
	return c
}

// kept gives the ids of the secret fields that are kept for this run.
func (s *Store) kept(id string) []string {
	k, ok := s.secrets.(keeper)
	if !ok {
		return nil
	}
	prefix := SecretKey(id, "")
	keys := k.KeptUnder(prefix)
	for i := range keys {
		keys[i] = strings.TrimPrefix(keys[i], prefix)
	}
	return keys
}

// Get gives one connection, or ErrNotFound.
func (s *Store) Get(id string) (Connection, error) {
	doc, at, err := s.locate(id)
	if err != nil {
		return Connection{}, err
	}
	return s.shown(doc.records[at]), nil
}

func (s *Store) locate(id string) (*document, int, error) {
	doc, err := s.read()
	if err != nil {
		return nil, 0, err
	}
	at := doc.find(id)
	if at < 0 {
		return nil, 0, fmt.Errorf("connection %q: %w", id, ErrNotFound)
	}
	return doc, at, nil
}

// Secret reads the value of a secret field: secrets.ErrNotFound where none is stored, and *secrets.Unavailable.
func (s *Store) Secret(ctx context.Context, id, field string) (string, error) {
	value, err := s.secrets.Get(ctx, SecretKey(id, field))
	if err != nil {
		return "", fmt.Errorf("read the secret %q of the connection: %w", field, err)
	}
	return value, nil
}

// Save writes a connection and its changed secrets, keyed by field id, and gives it back as it was saved: with an
// id where it had none (it is then added at the end), and with Secrets as they are. Secrets of c are not
// trusted: which are set follows from what is stored and what changes. The group, the tags, the version and the time of
// a connection that is there are those of the file too: Move, Mark and Touch change them, maybe in another window.
// Where a secret cannot be stored, the error is *secrets.Unavailable inside, the file is unchanged and the secrets
// before it are put back.
func (s *Store) Save(ctx context.Context, c Connection, changes map[string]Secret) (Connection, error) {
	release, err := s.begin()
	if err != nil {
		return Connection{}, err
	}
	defer release()
	if err := c.check(changes); err != nil {
		return Connection{}, err
	}
	doc, err := s.read()
	if err != nil {
		return Connection{}, err
	}
	saved := record{Connection: c.clone(), rest: fields{}}
	at := -1
	if c.ID != "" {
		if at = doc.find(c.ID); at < 0 {
			return Connection{}, fmt.Errorf("save connection %q: %w", c.ID, ErrNotFound)
		}
		saved.take(doc.records[at])
	} else {
		saved.ID, saved.Secrets = newID(), []string{}
	}
	if err := saved.Connection.check(nil); err != nil {
		return Connection{}, err
	}
	saved.Secrets = after(saved.Secrets, changes, secrets.OnlyThisRun(ctx))
	if at < 0 {
		doc.records = append(doc.records, saved)
	} else {
		doc.records[at] = saved
	}
	if err := s.commit(ctx, of(saved.ID, changes), doc); err != nil {
		return Connection{}, err
	}
	return s.shown(saved), nil
}

// take takes over from the file what saving does not change.
func (r *record) take(old record) {
	kept := old.clone()
	r.rest, r.Secrets = old.rest, kept.Secrets
	r.Group, r.Tags, r.Version, r.LastOpened = kept.Group, kept.Tags, kept.Version, kept.LastOpened
}

// after gives the ids of the secret fields that are stored once the changes are made, sorted. One that is kept for this
// run is not stored; an older one under it stays.
func after(set []string, changes map[string]Secret, onlyThisRun bool) []string {
	for id, change := range changes {
		if !change.Replace || onlyThisRun && change.Value != "" {
			continue
		}
		set = slices.DeleteFunc(set, func(other string) bool { return other == id })
		if change.Value != "" {
			set = append(set, id)
		}
	}
	slices.Sort(set)
	return set
}

// Delete removes a connection and its secrets. Where a secret cannot be deleted both stay as they were. With a
// context of secrets.KeepForThisRun the operating system's store is left alone, for a connection whose store is
// gone.
func (s *Store) Delete(ctx context.Context, id string) error {
	release, err := s.begin()
	if err != nil {
		return err
	}
	defer release()
	doc, at, err := s.locate(id)
	if err != nil {
		return err
	}
	removed := s.removal(doc.records[at])
	doc.records = slices.Delete(doc.records, at, at+1)
	return s.commit(ctx, of(id, removed), doc)
}

// removal removes every secret of a connection.
func (s *Store) removal(r record) map[string]Secret {
	removed := map[string]Secret{}
	for _, field := range append(s.kept(r.ID), r.Secrets...) {
		removed[field] = Secret{Replace: true}
	}
	return removed
}

// Touch notes that a connection was opened, and the version that its server gave.
func (s *Store) Touch(id, version string) error {
	release, err := s.begin()
	if err != nil {
		return err
	}
	defer release()
	doc, at, err := s.locate(id)
	if err != nil {
		return err
	}
	doc.records[at].LastOpened = s.now().UTC().Format(time.RFC3339)
	doc.records[at].Version = version
	return s.write(doc)
}

// begin keeps the changing of the list for the caller until it calls what it gets, also from another process.
func (s *Store) begin() (end func(), err error) {
	s.edit.Lock()
	release, err := profile.Lock(s.path)
	if err != nil {
		s.edit.Unlock()
		return nil, fmt.Errorf("change the saved connections: %w", err)
	}
	return func() {
		release()
		s.edit.Unlock()
	}, nil
}

func newID() string { return uuid.NewString() }
