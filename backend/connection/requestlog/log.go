package requestlog

import (
	"context"
	"strings"
	"sync"

	"quarry/backend/connection/transport"
)

// The limits of a log.
const (
	MaxEntries = 2000
	MaxBodies  = 4 << 20  // bytes of all bodies together
	MaxBody    = 64 << 10 // bytes of one body
	maxTarget  = 4 << 10  // bytes of a path, and of a query
)

// Log records what was sent over one connection: the last MaxEntries requests, and the bodies of those that only read.
// It is safe for concurrent use.
type Log struct {
	reads  transport.Table
	redact func(string) string

	mu      sync.Mutex
	ring    []Entry // the entry with a given id is at (id-1) % MaxEntries
	first   int     // id of the oldest entry
	last    int     // id of the newest entry
	bodied  int     // lowest id whose body is still recorded
	bytes   int     // of all bodies
	changed chan struct{}
}

// New returns an empty log. reads lists the requests that only read; redact removes the credential from a text.
func New(reads transport.Table, redact func(string) string) *Log {
	return &Log{reads: reads, redact: redact, first: 1, bodied: 1}
}

// Observe adds a finished request. It is the observer of a transport client.
func (l *Log) Observe(event transport.Event) {
	entry := l.entryOf(event)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	entry.ID = l.last
	if len(l.ring) < MaxEntries {
		l.ring = append(l.ring, entry)
	} else {
		l.dropBody(l.at(l.last))
		*l.at(l.last) = entry
		l.first = max(l.first, l.last-MaxEntries+1)
	}
	l.bytes += len(entry.body)
	l.bodied = max(l.bodied, l.first)
	for ; l.bytes > MaxBodies; l.bodied++ {
		l.dropBody(l.at(l.bodied))
	}
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
}

func (l *Log) at(id int) *Entry { return &l.ring[(id-1)%MaxEntries] }

func (l *Log) dropBody(e *Entry) {
	if e.body == "" {
		return
	}
	l.bytes -= len(e.body)
	e.body, e.Gap = "", GapOld
}

// entryOf returns an entry with everything that may be recorded. It runs before the log is locked, since searching for
// the credential takes longer than adding an entry.
func (l *Log) entryOf(event transport.Event) Entry {
	e := Entry{
		Started: event.Started, Method: strings.Clone(event.Method), ContentType: strings.Clone(event.ContentType),
		Purpose: strings.Clone(event.Purpose),
		Status:  event.Status, Kind: event.Kind, Duration: event.Duration, Bytes: event.Bytes, Sent: len(event.Body),
	}
	e.Path = l.kept(event.Path, maxTarget, &e.Gap)
	if event.Private {
		e.ContentType = ""
		if event.Query != "" || len(event.Body) > 0 {
			e.Gap = GapPrivate
		}
		return e
	}
	e.Query = l.kept(event.Query, maxTarget, &e.Gap)
	switch {
	case len(event.Body) == 0:
	case !l.reads.IsRead(event.Method, event.Path):
		e.Gap = GapWrite
	case len(event.Body) > MaxBody:
		e.Gap = GapLarge
	default:
		e.body = l.kept(string(event.Body), 0, &e.Gap)
	}
	return e
}

// kept returns a copy of text without the credential, cut at limit bytes; 0 means no limit. It copies because a slice
// would keep the whole message in memory.
func (l *Log) kept(text string, limit int, gap *Gap) string {
	clean := l.redact(text)
	if clean != text {
		*gap = GapSecret
	}
	if limit > 0 && len(clean) > limit {
		*gap = GapLarge
		clean = clean[:limit]
	}
	return strings.Clone(clean)
}

// Since returns the entries after the one with that id, oldest first; 0 returns all.
func (l *Log) Since(id int) []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	entries := []Entry{}
	for next := max(id+1, l.first); next <= l.last; next++ {
		entries = append(entries, *l.at(next))
	}
	return entries
}

// Wait returns once there is an entry after the one with that id, or with ctx's error.
func (l *Log) Wait(ctx context.Context, id int) error {
	for {
		l.mu.Lock()
		if l.last > id {
			l.mu.Unlock()
			return nil
		}
		if l.changed == nil {
			l.changed = make(chan struct{})
		}
		changed := l.changed
		l.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Get returns one entry with its body; ok is false if it is no longer recorded.
func (l *Log) Get(id int) (entry Entry, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id < l.first || id > l.last {
		return Entry{}, false
	}
	return *l.at(id), true
}

// Clear removes every entry and returns the id of the last one.
func (l *Log) Clear() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.ring)
	l.first, l.bodied, l.bytes = l.last+1, l.last+1, 0
	return l.last
}
