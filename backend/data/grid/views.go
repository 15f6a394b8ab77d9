package grid

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"quarry/backend/connection/session"
	"quarry/drivers/driver"
)

// closeTimeout limits how long closing a view may take to release what the engine holds for it.
const closeTimeout = 5 * time.Second

// Views holds the application's open views, across all sessions. A view is closed with its session. It is safe for
// concurrent use.
type Views struct {
	cache *Cache

	mu   sync.Mutex
	open map[string]*held // by session id
}

// held holds what is open for one session.
type held struct {
	session *session.Session
	views   map[string]*View
	next    int
	quit    context.CancelFunc // stops the renewal
}

// NewViews returns a table without views.
func NewViews() *Views {
	return &Views{cache: NewCache(CacheBudget), open: make(map[string]*held)}
}

// Open opens an object with the page size from the connection's options. It fails with session.ErrClosed if the session
// is closed, or closes while the columns are being read.
func (t *Views) Open(ctx context.Context, s *session.Session, object string) (*View, error) {
	return t.OpenSized(ctx, s, object, 0)
}

// OpenSized is Open with pages of size rows; 0 means the size from the connection's options.
func (t *Views) OpenSized(ctx context.Context, s *session.Session, object string, size int) (*View, error) {
	if size == 0 {
		size = s.Values.PageSize()
	}
	id, err := t.name(s)
	if err != nil {
		return nil, err
	}
	v, err := openBeside(ctx, id, object, size, reader{s}, t.cache, t.beside(s.ID, object))
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.open[s.ID]
	if h == nil {
		return nil, session.ErrClosed
	}
	h.views[id] = v
	return v, nil
}

// beside returns the fields outside the schema that open views of an object have found.
func (t *Views) beside(session, object string) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var names []string
	if h := t.open[session]; h != nil {
		for _, v := range h.views {
			if v.Object == object {
				names = append(names, v.Outside()...)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// name returns the id for a session's next view. The first call makes the session close its views.
func (t *Views) name(s *session.Session) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.open[s.ID]
	if h == nil {
		if err := s.OnClose(func(ctx context.Context) { t.closeAll(ctx, s.ID) }); err != nil {
			return "", err
		}
		ctx, quit := context.WithCancel(context.Background())
		h = &held{session: s, views: make(map[string]*View), quit: quit}
		t.open[s.ID] = h
		if s.Can(driver.OpRenew) {
			go t.keepAlive(ctx, h)
		}
	}
	h.next++
	return s.ID + "." + strconv.Itoa(h.next), nil
}

// View returns an open view and its session. The error is session.ErrClosed if there is no such view.
func (t *Views) View(id string) (*session.Session, *View, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, h := range t.open {
		if v := h.views[id]; v != nil {
			return h.session, v, nil
		}
	}
	return nil, nil, session.ErrClosed
}

// Other returns the id of another open view of the same object in the same session, the latest if there are several; ""
// if there is none.
func (t *Views) Other(id string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, h := range t.open {
		v := h.views[id]
		if v == nil {
			continue
		}
		latest := ""
		for other, o := range h.views {
			if other != id && o.Object == v.Object && (len(other) > len(latest) || len(other) == len(latest) && other > latest) {
				latest = other
			}
		}
		return latest
	}
	return ""
}

// Reload reads a view's columns again, for pages of size rows; 0 keeps the current size. If columns and size are the
// same, it returns the view itself. Otherwise it returns a new view, and the old one stays open until it is closed.
func (t *Views) Reload(ctx context.Context, v *View, size int) (*View, error) {
	s, _, err := t.View(v.ID)
	if err != nil {
		return nil, err
	}
	if size == 0 {
		size = v.Size
	}
	fresh, err := t.OpenSized(ctx, s, v.Object, size)
	if err != nil {
		return nil, err
	}
	if fresh.Size != v.Size || !SameColumns(v, fresh) {
		return fresh, nil
	}
	t.Close(ctx, fresh.ID)
	return v, nil
}

// Close closes a view and releases what the engine holds for it, even if ctx is done: otherwise the engine would hold
// it for minutes. A view that is not open is ignored.
func (t *Views) Close(ctx context.Context, id string) {
	t.mu.Lock()
	var v *View
	for _, h := range t.open {
		if h.views[id] != nil {
			v = h.views[id]
			delete(h.views, id)
		}
	}
	t.mu.Unlock()
	if v == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	v.Close(ctx)
}

// closeAll closes all views of a session in parallel.
func (t *Views) closeAll(ctx context.Context, session string) {
	t.mu.Lock()
	h := t.open[session]
	delete(t.open, session)
	t.mu.Unlock()
	h.quit()
	var group sync.WaitGroup
	for _, v := range h.views {
		group.Go(func() { v.Close(ctx) }) // if releasing fails, the engine drops it by itself
	}
	group.Wait()
}
