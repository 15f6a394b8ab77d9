package tabs

import (
	"crypto/rand"
	"slices"

	"quarry/backend/profile"
)

// Close removes the mark of the process: from then on others can take over the tabs that its window saved.
func (s *Store) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unmark()
	s.process, s.unmark = "", func() {}
}

// Leave ends what Get began: the window no longer has the connection open. After the last one, others can take over its
// tabs.
func (s *Store) Leave(connection string) error {
	process := s.own()
	if s.count(connection, -1) > 0 {
		return nil
	}
	return s.file.Change(func(doc *document) bool {
		at := doc.find(connection, process)
		if at < 0 {
			return false
		}
		doc.Connections[at].Process, doc.Version = "", fileVersion
		return true
	})
}

// count changes how many times this process has a connection open, and returns the new number.
func (s *Store) count(connection string, by int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[connection] = max(0, s.open[connection]+by)
	return s.open[connection]
}

// own returns the name of this process, "" if it could not be marked as alive.
func (s *Store) own() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process != "" {
		return s.process
	}
	name := rand.Text()
	if unmark, err := profile.Live(s.folder, name); err == nil {
		s.process, s.unmark = name, unmark
	}
	return s.process
}

// isFree reports whether an entry's tabs belong to no living process.
func (s *Store) isFree(e entry) bool {
	return e.Process == "" || !profile.IsLiving(s.folder, e.Process)
}

// adopt gives a process the tabs of a connection that belong to no other living process: the ones changed last, plus
// the texts of the others. If there are none, it returns the tabs open in another window, without texts. It reports
// whether the document was changed.
func (s *Store) adopt(doc *document, connection, process string) (open Tabs, changed bool) {
	own := doc.find(connection, process)
	var rest []entry
	for at, e := range doc.Connections {
		switch {
		case e.Connection != connection:
		case at == own || s.isFree(e):
			rest = append(rest, e)
		case len(open.Tabs) == 0:
			open = e.withoutTexts()
		}
	}
	if len(rest) == 0 {
		return open.tidy(), false
	}
	if own >= 0 {
		rest = append([]entry{doc.Connections[own]}, slices.DeleteFunc(rest, func(e entry) bool { return e.Process == process })...)
	}
	open = rest[0].Tabs
	for _, e := range rest[1:] {
		open = open.withTexts(e.Tabs)
	}
	if len(rest) > 1 || rest[0].Process != process {
		doc.drop(connection, func(e entry) bool { return e.Process == process || s.isFree(e) })
		doc.Connections = slices.Insert(doc.Connections, 0, entry{connection, process, open})
		doc.Version, changed = fileVersion, true
	}
	return open.tidy(), changed
}

// withoutTexts returns the tabs without a text.
func (t Tabs) withoutTexts() Tabs {
	var kept Tabs
	for at, tab := range t.Tabs {
		if tab.hasText() {
			continue
		}
		if at == t.Active {
			kept.Active = len(kept.Tabs)
		}
		kept.Tabs = append(kept.Tabs, tab)
	}
	kept.Named = t.Named
	return kept
}

// withTexts returns the tabs followed by those of others whose text is not there yet.
func (t Tabs) withTexts(others Tabs) Tabs {
	t.Tabs = slices.Clone(t.Tabs)
	for _, tab := range others.Tabs {
		there := func(one Tab) bool { return one.Kind == tab.Kind && one.State["text"] == tab.State["text"] }
		if tab.hasText() && !slices.ContainsFunc(t.Tabs, there) {
			t.Tabs = append(t.Tabs, tab)
		}
	}
	return t
}

// drop removes the entries of a connection that match.
func (d *document) drop(connection string, match func(entry) bool) {
	d.Connections = slices.DeleteFunc(d.Connections, func(e entry) bool { return e.Connection == connection && match(e) })
}

// find returns the index of a process's entry for a connection, -1 if there is none. Without a name, it looks for an
// entry that belongs to nobody.
func (d *document) find(connection, process string) int {
	return slices.IndexFunc(d.Connections, func(e entry) bool { return e.Connection == connection && e.Process == process })
}
