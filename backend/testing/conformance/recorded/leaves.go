package recorded

import (
	"strings"

	"quarry/drivers/driver/laws/exact"
)

// leaf is one scalar of a document.
type leaf struct {
	path string
	node *exact.Value
}

// leavesOf returns every scalar of a document with its dotted path, which ignores arrays.
func leavesOf(v *exact.Value, names ...string) []leaf {
	if v.Kind != exact.Object && v.Kind != exact.Array {
		return []leaf{{strings.Join(names, "."), v}}
	}
	var all []leaf
	for i, item := range v.Items {
		at := names
		if v.Kind == exact.Object {
			at = append(names[:len(names):len(names)], v.Keys[i].Name)
		}
		all = append(all, leavesOf(item, at...)...)
	}
	return all
}

// shownBy returns the name of the column that shows a path: its own, or that of an enclosing object; "" if there is
// none.
func shownBy(path string, columns map[string]bool) string {
	for !columns[path] {
		dot := strings.LastIndexByte(path, '.')
		if dot < 0 {
			return ""
		}
		path = path[:dot]
	}
	return path
}

// emptied reports whether a leaf is a null where other documents have an object, so that the object's columns show it.
func (l *leaf) emptied(columns map[string]bool) bool {
	if l.node.Kind != exact.Null {
		return false
	}
	for name := range columns {
		if strings.HasPrefix(name, l.path+".") {
			return true
		}
	}
	return false
}

// shows reports whether a cell contains a leaf's exact characters.
func (l *leaf) shows(kind, text string) bool {
	switch kind {
	case "json":
		return strings.Contains(text, l.node.Raw)
	case "null":
		return l.node.Kind == exact.Null
	case "string":
		decoded, whole := l.node.Text()
		return whole && decoded == text
	case "escaped":
		return l.node.Raw == `"`+text+`"`
	}
	return l.node.Raw == text
}

// paths collects the paths in documents that must be columns so that every value is shown.
type paths struct {
	order []string
	kids  map[string]*paths
	hard  bool // a value: a scalar, or an array of anything but objects
}

func (p *paths) kid(name string) *paths {
	if p.kids == nil {
		p.kids = map[string]*paths{}
	}
	if p.kids[name] == nil {
		p.kids[name] = &paths{}
		p.order = append(p.order, name)
	}
	return p.kids[name]
}

// add records the value at a path.
func (p *paths) add(v *exact.Value) {
	switch {
	case v.Kind == exact.Null, (v.Kind == exact.Object || v.Kind == exact.Array) && len(v.Items) == 0:
	case v.Kind == exact.Object:
		for i, item := range v.Items {
			at := p
			for _, name := range strings.Split(v.Keys[i].Name, ".") {
				at = at.kid(name)
			}
			at.add(item)
		}
	case v.Kind == exact.Array && ofObjects(v):
		for _, item := range v.Items {
			p.add(item)
		}
	default:
		p.hard = true
	}
}

// ofObjects reports whether an array contains only objects, nulls and such arrays, and at least one object.
func ofObjects(v *exact.Value) bool {
	found := false
	for _, item := range v.Items {
		switch {
		case item.Kind == exact.Null:
		case item.Kind == exact.Object, item.Kind == exact.Array && ofObjects(item):
			found = true
		default:
			return false
		}
	}
	return found
}

// leaves returns the paths that must be columns.
func (p *paths) leaves() []string {
	var all []string
	for _, name := range p.order {
		all = append(all, p.kids[name].below(name)...)
	}
	return all
}

func (p *paths) below(path string) []string {
	if p.hard || len(p.order) == 0 || p.torn() {
		return []string{path}
	}
	var all []string
	for _, name := range p.order {
		all = append(all, p.kids[name].below(path+"."+name)...)
	}
	return all
}

// torn reports whether the same path has both a value and an object directly below it: a key with dots can pass through
// the value, so only a column for the parent shows everything.
func (p *paths) torn() bool {
	for _, kid := range p.kids {
		if kid.hard && len(kid.order) > 0 {
			return true
		}
	}
	return false
}
