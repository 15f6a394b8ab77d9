package rows

import "errors"

// pathNode is a place in a response, outside the rows, that a path leads to.
type pathNode struct {
	edges  []pathEdge
	any    *pathNode // the elements or members, for `*`
	picks  []int     // the picks that end here
	wild   []int     // the picks that continue with `*`
	fields []int     // the schemas at this place
	rows   bool      // the array of rows is here
	toRows bool      // the rows are below
}

type pathEdge struct {
	key string
	to  *pathNode
}

// ErrBelowRows means that a kernel cannot return a pick because its path leads into the rows. [Pick] can.
var ErrBelowRows = errors.New("a pick leads into the rows")

func (n *pathNode) leaf() bool { return len(n.edges) == 0 && n.any == nil }

// next returns the node for a key, or for `*`; nil if there is none.
func (n *pathNode) next(key []byte) *pathNode {
	for i := range n.edges {
		if n.edges[i].key == string(key) {
			return n.edges[i].to
		}
	}
	return n.any
}

func (n *pathNode) child(key string) *pathNode {
	if key == "*" {
		if n.any == nil {
			n.any = &pathNode{}
		}
		return n.any
	}
	for _, k := range n.edges {
		if k.key == key {
			return k.to
		}
	}
	to := &pathNode{}
	n.edges = append(n.edges, pathEdge{key, to})
	return to
}

func (n *pathNode) addRows(path string) {
	for _, key := range steps(path) {
		n.toRows = true
		n = n.child(key)
	}
	n.rows = true
}

func (n *pathNode) addPick(path string, pick int) {
	for _, key := range steps(path) {
		if key == "*" {
			n.wild = append(n.wild, pick)
		}
		n = n.child(key)
	}
	n.picks = append(n.picks, pick)
}

func (n *pathNode) addFields(path string, spec int) {
	for _, key := range steps(path) {
		n = n.child(key)
	}
	n.fields = append(n.fields, spec)
}

// expand makes each key also lead to where a `*` beside it leads, so that each value has only one node.
func (n *pathNode) expand() error {
	if n.rows && !n.leaf() {
		return ErrBelowRows
	}
	for _, k := range n.edges {
		if n.any != nil {
			k.to.merge(n.any)
		}
		if err := k.to.expand(); err != nil {
			return err
		}
	}
	if n.any == nil {
		return nil
	}
	return n.any.expand()
}

func (n *pathNode) merge(from *pathNode) {
	n.picks = append(n.picks, from.picks...)
	n.wild = append(n.wild, from.wild...)
	n.fields = append(n.fields, from.fields...)
	n.rows = n.rows || from.rows
	n.toRows = n.toRows || from.toRows
	for _, k := range from.edges {
		n.child(k.key).merge(k.to)
	}
	if from.any != nil {
		n.child("*").merge(from.any)
	}
}
