package connections

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"quarry/backend/profile"
	"quarry/backend/profile/secrets"
)

// Store is the list of saved connections. Every call reads the file again, so the file is always authoritative. A call
// that finds it broken sets it aside and returns *Broken once; the next one finds an empty list.
type Store struct {
	// Presets are the connections of the organisation. Set them before the first call.
	Presets Presets

	edit    sync.Mutex // held while the file changes; never while the secrets store is accessed
	file    sync.Mutex // held while the file is read or written
	path    string
	secrets secrets.Store
	now     func() time.Time

	mu   sync.Mutex
	runs map[string]string // origins of the secrets kept for this run, by key
}

// Open returns the store of a profile folder, which need not exist yet. It reads nothing before the first call.
func Open(folder string, store secrets.Store) *Store {
	return &Store{path: filepath.Join(folder, FileName), secrets: store, now: time.Now, runs: make(map[string]string)}
}

// String returns the path of the file.
func (s *Store) String() string { return s.path }

// List returns the connections in their saved order.
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

// keeper is a secrets store that keeps some secrets for this run only. The file does not list those, since the next run
// would expect them to be stored.
type keeper interface{ KeptUnder(prefix string) []string }

// shown returns a record as a connection, including secrets kept for this run.
func (s *Store) shown(r record) Connection {
	c := r.clone()
	c.ThisRun = s.kept(c.ID)
	slices.Sort(c.ThisRun)
	for _, field := range c.ThisRun {
		if !c.HasSecret(field) {
			c.Secrets = append(c.Secrets, field)
		}
	}
	slices.Sort(c.Secrets)
	return c
}

// kept returns the ids of the secret fields kept for this run.
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

// Get returns one connection, or ErrNotFound.
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

// Secret reads the value of a secret field in order to send it to origin. The error is secrets.ErrNotFound if none is
// stored, *Elsewhere if it was entered for another origin, or *secrets.Unavailable.
func (s *Store) Secret(ctx context.Context, id, field, origin string) (string, error) {
	value, err := s.secretFor(ctx, id, field, origin)
	if err != nil {
		return "", fmt.Errorf("read the secret %q of the connection: %w", field, err)
	}
	return value, nil
}

func (s *Store) secretFor(ctx context.Context, id, field, origin string) (string, error) {
	doc, at, err := s.locate(id)
	if errors.Is(err, ErrNotFound) {
		return "", secrets.ErrNotFound
	}
	if err != nil {
		return "", err
	}
	r := &doc.records[at]
	typedFor, ok := s.typedFor(r, field)
	switch {
	case !ok:
		return "", secrets.ErrNotFound
	case typedFor != origin:
		return "", &Elsewhere{Secrets: []Bound{{field, typedFor}}}
	}
	return s.value(ctx, r, field)
}

// value reads a secret of a record. A secret kept for this run takes precedence.
func (s *Store) value(ctx context.Context, r *record, field string) (string, error) {
	if slices.Contains(s.kept(r.ID), field) {
		return s.secrets.Get(secrets.KeepForThisRun(ctx), SecretKey(r.ID, field))
	}
	return s.secrets.Get(ctx, r.stored[field].Key)
}

// typedFor returns the origin that a secret was entered for; ok is false if there is no secret.
func (s *Store) typedFor(r *record, field string) (origin string, ok bool) {
	if slices.Contains(s.kept(r.ID), field) {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.runs[SecretKey(r.ID, field)], true
	}
	at, ok := r.stored[field]
	return at.For, ok
}

// keep keeps a secret for this run.
func (s *Store) keep(ctx context.Context, id, field, value, origin string) error {
	key := SecretKey(id, field)
	if err := s.secrets.Set(secrets.KeepForThisRun(ctx), key, value); err != nil {
		return fmt.Errorf("keep the secret %q for this run: %w", field, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs[key] = origin
	return nil
}

// drop forgets a secret that is kept for this run.
func (s *Store) drop(ctx context.Context, id, field string) error {
	if !slices.Contains(s.kept(id), field) {
		return nil
	}
	return s.secrets.Delete(secrets.KeepForThisRun(context.WithoutCancel(ctx)), SecretKey(id, field))
}

// Check returns *Elsewhere if an unchanged secret of a connection would go to another scheme, host or port than it was
// entered for. c has the values; changes are the secrets that change.
func (s *Store) Check(c Connection, changes map[string]Secret) error {
	if c.ID == "" {
		return nil
	}
	doc, at, err := s.locate(c.ID)
	if err != nil {
		return err
	}
	return s.check(&doc.records[at], changes, Origin(c.Fields))
}

func (s *Store) check(r *record, changes map[string]Secret, origin string) error {
	var elsewhere []Bound
	for _, field := range s.shown(*r).Secrets {
		typedFor, ok := s.typedFor(r, field)
		if ok && !changes[field].Replace && typedFor != origin {
			elsewhere = append(elsewhere, Bound{field, typedFor})
		}
	}
	if elsewhere == nil {
		return nil
	}
	return &Elsewhere{Secrets: elsewhere}
}

// Save writes a connection and its changed secrets, by field id, and returns it as saved: with an id if it had none (it
// is then added at the end), and with its actual Secrets. It ignores c.Secrets: which secrets are set depends on what
// is stored and what changes. An existing connection also keeps the group, tags, version and last-opened time in the
// file, since Move, Mark and Touch change them, perhaps in another window. If an unchanged secret was entered for
// another origin, the error is *Elsewhere; if a secret cannot be stored, it wraps *secrets.Unavailable. In both cases
// nothing has changed.
func (s *Store) Save(ctx context.Context, c Connection, changes map[string]Secret) (Connection, error) {
	if err := c.check(changes); err != nil {
		return Connection{}, err
	}
	fresh := c.ID == ""
	if fresh {
		c.ID = newID()
	}
	saving := saving{Connection: c, origin: Origin(c.Fields), changes: changes, thisRun: secrets.OnlyThisRun(ctx)}
	swap, err := s.prepare(&saving, fresh)
	if err != nil {
		return Connection{}, err
	}
	var saved record
	err = s.commit(ctx, swap, func(doc *document) error {
		at := doc.find(c.ID)
		if at < 0 && !fresh {
			return fmt.Errorf("save connection %q: %w", c.ID, ErrNotFound)
		}
		old := record{rest: fields{}}
		if !fresh {
			old = doc.records[at]
			if err := s.check(&old, changes, saving.origin); err != nil {
				return err // another window saved another address in the meantime
			}
		}
		saved = saving.onto(old, fresh)
		saved.deleted(swap.remove)
		if fresh {
			saved.Group = doc.ownGroup(saved.Group)
			doc.records = append(doc.records, saved)
		} else {
			doc.records[at] = saved
		}
		return nil
	})
	if err != nil {
		return Connection{}, err
	}
	if err := s.settle(ctx, &saving); err != nil {
		return Connection{}, err
	}
	if len(swap.put) > 0 {
		s.sweep(ctx, saved.ID, saved.unused)
	}
	return s.shown(saved), nil
}

// saving is one Save: the connection to save, and what happens to its secrets.
type saving struct {
	Connection
	origin  string
	changes map[string]Secret
	thisRun bool
	keys    map[string]string // keys of the stored secrets, by field
}

// prepare determines the changes to the secrets store, and refuses a connection that cannot be saved.
func (s *Store) prepare(w *saving, fresh bool) (swap, error) {
	var old record
	if !fresh {
		doc, at, err := s.locate(w.ID)
		if err != nil {
			return swap{}, fmt.Errorf("save: %w", err)
		}
		old = doc.records[at]
		w.Secrets = old.Secrets
		if err := s.check(&old, w.changes, w.origin); err != nil {
			return swap{}, err
		}
	} else {
		w.Secrets = []string{}
	}
	if err := w.check(nil); err != nil {
		return swap{}, err
	}
	w.keys = map[string]string{}
	step := swap{put: map[string]Secret{}}
	if IsPreset(w.ID) && !w.same(old.Connection) {
		return swap{}, errPreset
	}
	for field, change := range w.changes {
		at, there := old.stored[field]
		switch {
		case !change.Replace:
		case change.Value == "" && there && !w.thisRun:
			step.remove = append(step.remove, at.Key)
		case change.Value != "" && !w.thisRun:
			w.keys[field] = newKey(w.ID, field)
			step.put[w.keys[field]] = change
		}
	}
	slices.Sort(step.remove)
	return step, nil
}

// onto returns the record that replaces an old one.
func (w *saving) onto(old record, fresh bool) record {
	r := old.copy()
	r.Connection = w.clone()
	if r.stored == nil {
		r.stored = map[string]stored{}
	}
	if !fresh {
		kept := old.clone()
		r.Group, r.Tags, r.Version, r.LastOpened = kept.Group, kept.Tags, kept.Version, kept.LastOpened
	}
	r.Secrets = old.clone().Secrets
	for field, change := range w.changes {
		switch {
		case !change.Replace:
		case change.Value == "":
			r.forget(field)
		case !w.thisRun:
			r.store(field, stored{Key: w.keys[field], For: w.origin})
		}
	}
	return r
}

// settle updates the secrets kept for this run to match what was saved. An older secret in the secrets store stays
// there, hidden by the one kept for this run.
func (s *Store) settle(ctx context.Context, w *saving) error {
	for field, change := range w.changes {
		var err error
		switch {
		case !change.Replace:
		case change.Value != "" && w.thisRun:
			err = s.keep(context.WithoutCancel(ctx), w.ID, field, change.Value, w.origin)
		default:
			err = s.drop(ctx, w.ID, field)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Delete removes a connection and its secrets. If a secret cannot be deleted, both stay. With a context from
// secrets.KeepForThisRun it does not touch the operating system's store, for use when that store is gone.
func (s *Store) Delete(ctx context.Context, id string) error {
	if IsPreset(id) {
		return errPreset
	}
	doc, at, err := s.locate(id)
	if err != nil {
		return err
	}
	var step swap
	if !secrets.OnlyThisRun(ctx) {
		step.remove = doc.records[at].keys()
	}
	err = s.commit(ctx, step, func(doc *document) error {
		at := doc.find(id)
		if at < 0 {
			return fmt.Errorf("delete connection %q: %w", id, ErrNotFound)
		}
		if secrets.OnlyThisRun(ctx) {
			doc.list(doc.records[at].keys(), s.now()) // they still exist, and nothing else names them
		}
		doc.records = slices.Delete(doc.records, at, at+1)
		return nil
	})
	if err != nil {
		return err
	}
	return s.dropAll(ctx, id)
}

// dropAll forgets all secrets of a connection that are kept for this run.
func (s *Store) dropAll(ctx context.Context, id string) error {
	var failed error
	for _, field := range s.kept(id) {
		failed = errors.Join(failed, s.drop(ctx, id, field))
	}
	return failed
}

// Touch records that a connection was opened, and the version that its server reported.
func (s *Store) Touch(id, version string) error {
	return s.change(func(doc *document) error {
		at := doc.find(id)
		if at < 0 {
			return fmt.Errorf("connection %q: %w", id, ErrNotFound)
		}
		doc.records[at].LastOpened = s.now().UTC().Format(time.RFC3339)
		doc.records[at].Version = version
		return nil
	})
}

// begin locks the list for changes, also against other processes, until end is called.
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
