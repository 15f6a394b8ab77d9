package console

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"quarry/backend/connection/session"
	"quarry/backend/data/grid"
	"quarry/backend/data/structure"
	"quarry/drivers/driver"
)

const (
	// namesFor is how long the known fields of an object are used.
	namesFor = 30 * time.Second
	// mostObjects is the maximum number of objects per session whose fields are kept.
	mostObjects = 50
)

// Names knows the names for completing typed requests: the fields of objects and the values of fields. It is safe for
// concurrent use.
type Names struct {
	views *grid.Views
	now   func() time.Time

	mu    sync.Mutex
	known map[string]map[string]known // by session id, then object
}

type known struct {
	fields []structure.Field
	read   time.Time
}

// NewNames returns empty Names. It reads values over views.
func NewNames(views *grid.Views) *Names {
	return &Names{views: views, now: time.Now, known: make(map[string]map[string]known)}
}

// Fields lists the fields of an object, of a list of objects or of a pattern that the user may see, with the attributes
// below some titles of its structure's columns. It reads them again if they are older than half a minute.
func (n *Names) Fields(ctx context.Context, s *session.Session, object string, titles []string) ([]structure.Field, error) {
	key := strings.Join(append([]string{object}, titles...), "\x00")
	if fields, ok := n.recent(s.ID, key); ok {
		return fields, nil
	}
	fields, err := structure.Fields(ctx, s, object, titles)
	if err != nil {
		return nil, err
	}
	return fields, n.keep(s, key, fields)
}

func (n *Names) recent(session, object string) ([]structure.Field, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	k, ok := n.known[session][object]
	return k.fields, ok && n.now().Sub(k.read) < namesFor
}

// keep stores the fields of an object until the session closes. If there are too many, they replace those that were
// read first.
func (n *Names) keep(s *session.Session, object string, fields []structure.Field) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	objects := n.known[s.ID]
	if objects == nil {
		if err := s.OnClose(func(context.Context) { n.forget(s.ID) }); err != nil {
			return err
		}
		objects = make(map[string]known)
		n.known[s.ID] = objects
	}
	if len(objects) >= mostObjects {
		delete(objects, oldest(objects))
	}
	objects[object] = known{fields, n.now()}
	return nil
}

func oldest(objects map[string]known) string {
	var first string
	for object, k := range objects {
		if first == "" || k.read.Before(objects[first].read) {
			first = object
		}
	}
	return first
}

func (n *Names) forget(session string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.known, session)
}

// noValues are the kinds of errors that just mean that there is nothing to suggest.
var noValues = []driver.Kind{driver.Unsupported, driver.Refused, driver.Invalid, driver.NotFound}

// Values returns the most frequent values of an object's field that begin with text, none if the driver or the field
// has none to suggest.
func (n *Names) Values(ctx context.Context, s *session.Session, object, field, text string) ([]driver.SuggestedValue, error) {
	if !s.Can(driver.OpSuggest) {
		return nil, nil
	}
	v, err := n.views.Open(ctx, s, object)
	if err != nil {
		return nil, err
	}
	defer n.views.Close(ctx, v.ID)
	found, err := v.Suggest(ctx, false, nil, columnOf(v, field), text)
	var e *driver.Error
	switch {
	case errors.As(err, &e) && (slices.Contains(noValues, e.Kind)):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return found.Values, nil
}

// columnOf returns the column of a field: for a multi-field, that of its parent.
func columnOf(v *grid.View, field string) string {
	for _, c := range v.Columns {
		if c.Name == field {
			return field
		}
	}
	if dot := strings.LastIndexByte(field, '.'); dot > 0 {
		return field[:dot]
	}
	return field
}
