package typesense

import "strings"

// picker chooses the members of documents that a response shows.
type picker struct{ include, exclude []string }

func (q *request) picker() picker {
	return picker{namesIn(q.params["include_fields"]), namesIn(q.params["exclude_fields"])}
}

func namesIn(list string) []string {
	var out []string
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" && name != "*" {
			out = append(out, name)
		}
	}
	return out
}

// pick returns the document as JSON.
func (p picker) pick(d *document) any {
	if len(p.include) == 0 && len(p.exclude) == 0 {
		return raw(d.text)
	}
	out, _ := p.prune(d.source, "")
	return out
}

// prune copies an object without the members that are not chosen, and reports whether some are left.
func (p picker) prune(o object, parent string) (object, bool) {
	out := object{}
	for member, v := range o {
		name := parent + member
		if len(p.include) > 0 && !p.mayInclude(name) {
			continue
		}
		switch v := v.(type) {
		case object:
			if kept, some := p.prune(v, name+"."); some || len(v) == 0 && p.shows(name) {
				out[member] = kept
			}
			continue
		case []any:
			if list, objects := p.pruneList(v, name); objects {
				out[member] = list
				continue
			}
		}
		// The server excludes an object by its leaves, which a null does not have.
		if p.shows(name) || v == nil && len(p.include) == 0 {
			out[member] = v
		}
	}
	return out, len(out) > 0
}

// pruneList prunes the objects in an array. An object without a chosen member stays as an empty one.
func (p picker) pruneList(list []any, name string) ([]any, bool) {
	objects := false
	out := make([]any, len(list))
	for i, each := range list {
		out[i] = each
		if o, ok := each.(object); ok {
			objects = true
			out[i], _ = p.prune(o, name+".")
		}
	}
	return out, objects
}

func (p picker) mayInclude(name string) bool {
	for _, each := range p.include {
		if covers(each, name) || strings.HasPrefix(each, name+".") {
			return true
		}
	}
	return false
}

func (p picker) shows(name string) bool {
	for _, each := range p.exclude {
		if covers(each, name) {
			return false
		}
	}
	if len(p.include) == 0 {
		return true
	}
	for _, each := range p.include {
		if covers(each, name) {
			return true
		}
	}
	return false
}

// covers reports whether a chosen name is a field, one of its parents or a pattern of its name.
func covers(chosen, name string) bool {
	if prefix, ok := strings.CutSuffix(chosen, "*"); ok {
		return strings.HasPrefix(name, prefix)
	}
	return chosen == name || strings.HasPrefix(name, chosen+".")
}
