package script

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"quarry/drivers/driver"
)

// Hash returns what the script host uses instead of the application's hash of a document's bytes.
func Hash(document string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(document))
	return fmt.Sprintf("%016x", h.Sum64())
}

// Document returns a document on the shelf by its number, which starts at 1.
func (h *Host) Document(number int64) string { return h.shelf[number-1] }

// Shelve puts a document on the shelf and returns its number.
func (h *Host) Shelve(document string) int64 {
	h.shelf = append(h.shelf, document)
	return int64(len(h.shelf))
}

// keep puts the documents of a response on the shelf.
func (h *Host) keep(root *value, plan *driver.KeepPlan, reply *driver.Reply) {
	entries := []*value{root}
	if plan.At != "" {
		entries = nil
		for _, list := range root.all(plan.At) {
			entries = append(entries, list.inner...)
		}
	}
	for _, entry := range entries {
		var k driver.Kept
		for _, path := range plan.Values {
			k.Values = append(k.Values, pick(entry, path))
		}
		if found := entry.all(plan.Doc); len(found) > 0 {
			k.Document, k.Hash, k.Rounded = h.Shelve(found[0].raw), Hash(found[0].raw), found[0].rounded()
			k.Seen = seen(found[0], plan.Look)
		}
		reply.Kept = append(reply.Kept, k)
	}
}

// rounded reports whether a number in the value is spelled differently when it is written again.
func (v *value) rounded() bool {
	for _, inner := range v.inner {
		if inner.rounded() {
			return true
		}
	}
	if v.object || v.array || !strings.ContainsAny(v.raw[:1], "-0123456789") {
		return false
	}
	f, err := strconv.ParseFloat(v.raw, 64)
	short := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(short, ".") {
		short += ".0"
	}
	return err != nil || v.raw == "-0" || strings.ContainsAny(v.raw, ".eE") && short != v.raw
}

// look looks up the paths of a look in its document.
func (h *Host) look(l *driver.Look) driver.Reply {
	if l.Document < 1 || int(l.Document) > len(h.shelf) {
		return driver.Reply{Err: &driver.Error{Kind: driver.NotFound, Message: "the script host keeps no such document"}}
	}
	if h.Looked != nil {
		if err := h.Looked(h.shelf[l.Document-1]); err != nil {
			return driver.Reply{Err: err}
		}
	}
	root, err := parse(h.shelf[l.Document-1])
	if err != nil {
		return driver.Reply{Err: &driver.Error{Kind: driver.Engine, Message: err.Error()}}
	}
	return driver.Reply{Seen: seen(root, l.Paths)}
}

// seen finds paths in a document.
func seen(root *value, paths []string) []driver.Seen {
	var all []driver.Seen
	for _, path := range paths {
		var found []driver.Seen
		best := driver.Seen{Array: root.array}
		for _, s := range root.spelled(nil, strings.Split(path, ".")) {
			if s.Whole {
				found = append(found, s)
			} else if len(s.Path) > len(best.Path) {
				best = s
			}
		}
		if len(found) > 0 {
			best = found[0]
			best.Twice = len(found) > 1
		}
		all = append(all, best)
	}
	return all
}

// maxSeen is the maximum size, in bytes, of a value shown to a driver.
const maxSeen = 64 << 10

// spelled returns every way in which keys follow the parts of a path: one key can cover several parts.
func (v *value) spelled(keys, parts []string) []driver.Seen {
	var all []driver.Seen
	for n := 1; n <= len(parts); n++ {
		inner := v.get(strings.Join(parts[:n], "."))
		if inner == nil {
			continue
		}
		below := append(keys[:len(keys):len(keys)], strings.Join(parts[:n], "."))
		switch {
		case n == len(parts):
			found := driver.Seen{Path: below, Whole: true, Value: inner.raw, List: inner.array}
			if len(found.Value) > maxSeen {
				found.Value = ""
			}
			all = append(all, found)
		case inner.array:
			all = append(all, driver.Seen{Path: below, Array: true})
		case inner.object:
			all = append(append(all, driver.Seen{Path: below}), inner.spelled(below, parts[n:])...)
		}
	}
	return all
}
