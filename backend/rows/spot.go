package rows

import "errors"

// spot is a place in an answer, outside the rows, that a path leads to.
type spot struct {
	kids   []way
	any    *spot // the elements or members, for `*`
	picks  []int // the picks that end here
	wild   []int // the picks that go on by `*`
	fields []int // the schemas at this place
	rows   bool  // the array of rows is here
	toRows bool  // the rows are below
}

type way struct {
	key string
	to  *spot
}

// ErrBelowRows says that a kernel cannot return a pick, because its path leads into the rows. [Pick] can.
var ErrBelowRows = errors.New("a pick leads into the rows")

func (n *spot) leaf() bool { return len(n.kids) == 0 && n.any == nil }

// next returns the spot after a key, or after `*`; nil if there is none.
func (n *spot) next(key []byte) *spot {
	for i := range n.kids {
		if n.kids[i].key == string(key) {
			return n.kids[i].to
		}
	}
	return n.any
}

func (n *spot) child(key string) *spot {
	if key == "*" {
		if n.any == nil {
			n.any = &spot{}
		}
		return n.any
	}
	for _, k := range n.kids {
		if k.key == key {
			return k.to
		}
	}
	to := &spot{}
	n.kids = append(n.kids, way{key, to})
	return to
}

func (n *spot) addRows(path string) {
	for _, key := range steps(path) {
		n.toRows = true
		n = n.child(key)
	}
	n.rows = true
}

func (n *spot) addPick(path string, pick int) {
	for _, key := range steps(path) {
		if key == "*" {
			n.wild = append(n.wild, pick)
		}
		n = n.child(key)
	}
	n.picks = append(n.picks, pick)
}

func (n *spot) addFields(path string, spec int) {
	for _, key := range steps(path) {
		n = n.child(key)
	}
	n.fields = append(n.fields, spec)
}

// settle makes each key also lead to where a `*` next to it leads, so that each value has only one spot.
func (n *spot) settle() error {
	if n.rows && !n.leaf() {
		return ErrBelowRows
	}
	for _, k := range n.kids {
		if n.any != nil {
			k.to.merge(n.any)
		}
		if err := k.to.settle(); err != nil {
			return err
		}
	}
	if n.any == nil {
		return nil
	}
	return n.any.settle()
}

func (n *spot) merge(from *spot) {
	n.picks = append(n.picks, from.picks...)
	n.wild = append(n.wild, from.wild...)
	n.fields = append(n.fields, from.fields...)
	n.rows = n.rows || from.rows
	n.toRows = n.toRows || from.toRows
	for _, k := range from.kids {
		n.child(k.key).merge(k.to)
	}
	if from.any != nil {
		n.child("*").merge(from.any)
	}
}
