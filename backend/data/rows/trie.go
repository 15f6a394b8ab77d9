package rows

import "strings"

// node is a place in a row that leads to columns. The values of a column are gathered in a slot; slots are numbered
// depth first, so that the slots below a node are one range.
type node struct {
	id     int32
	slot   int32 // the node's own slot, if it has one
	below  int32 // the first slot below the node
	end    int32 // the slot after the last one below the node
	first  int32 // the node's first edge
	last   int32 // the edge after its last one
	keys   map[string]int32
	nested bool // a single object here counts as an array of one
	doc    bool // the document is here

	inDoc bool   // it is the document or below it
	path  string // path from the document, with a final dot; "" for the document itself
}

func (n *node) taken() bool { return n.slot < n.below }
func (n *node) deep() bool  { return n.below < n.end }

// edge leads from a node to a node below it by a key, which contains dots if it spans several steps.
type edge struct {
	key    string
	quoted string // the key in JSON; "" if it needs escapes
	to     int32
	wraps  int32 // number of nested nodes it passes
}

// branch is a node while the trie is built.
type branch struct {
	key      string
	children []*branch
	byKey    map[string]*branch
	taken    bool
	nested   bool
	doc      bool
	id       int32
	slot     int32
}

func (b *branch) walk(path []string) *branch {
	for _, key := range path {
		b = b.child(key)
	}
	return b
}

func (b *branch) child(key string) *branch {
	if k := b.byKey[key]; k != nil {
		return k
	}
	k := &branch{key: key}
	if b.byKey == nil {
		b.byKey = map[string]*branch{}
	}
	b.byKey[key] = k
	b.children = append(b.children, k)
	return k
}

// trie is the compiled tree of a row. Node 0 is the row.
type trie struct {
	nodes []node
	edges []edge
	slots int32
}

func (t *trie) grow(b *branch, inDoc bool, path string) {
	if b.doc {
		inDoc, path = true, ""
	}
	b.id, b.slot = int32(len(t.nodes)), t.slots
	if b.taken {
		t.slots++
	}
	t.nodes = append(t.nodes, node{id: b.id, slot: b.slot, below: t.slots, nested: b.nested, doc: b.doc, inDoc: inDoc, path: path})
	for _, child := range b.children {
		t.grow(child, inDoc, path+child.key+".")
	}
	t.nodes[b.id].end = t.slots
}

// link adds an edge from each node to each node below it, the direct ones first: a document may spell any part of a
// path with dots.
func (t *trie) link(b *branch) {
	n := &t.nodes[b.id]
	n.first = int32(len(t.edges))
	for _, child := range b.children {
		t.edge(child, child.key, 0)
	}
	for _, child := range b.children {
		t.linkBelow(child, child.key, 0)
	}
	n.last = int32(len(t.edges))
	if n.last-n.first > 8 {
		n.keys = make(map[string]int32, n.last-n.first)
		for e := n.first; e < n.last; e++ {
			n.keys[t.edges[e].key] = e
		}
	}
	for _, child := range b.children {
		t.link(child)
	}
}

// linkBelow stops at the document, whose path is not a field name.
func (t *trie) linkBelow(b *branch, way string, wraps int32) {
	if b.doc {
		return
	}
	if b.nested {
		wraps++
	}
	for _, child := range b.children {
		key := way + "." + child.key
		t.edge(child, key, wraps)
		t.linkBelow(child, key, wraps)
	}
}

func (t *trie) edge(to *branch, key string, wraps int32) {
	quoted := ""
	if !strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }) {
		quoted = `"` + key + `"`
	}
	t.edges = append(t.edges, edge{key: key, quoted: quoted, to: to.id, wraps: wraps})
}

// find returns the edge of n with the key, or -1.
func (t *trie) find(n *node, key []byte) int32 {
	if n.keys != nil {
		if e, ok := n.keys[string(key)]; ok {
			return e
		}
		return -1
	}
	for e := n.first; e < n.last; e++ {
		if t.edges[e].key == string(key) {
			return e
		}
	}
	return -1
}
