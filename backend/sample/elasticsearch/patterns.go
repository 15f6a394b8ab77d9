package elasticsearch

import (
	"strings"

	"github.com/tidwall/gjson"
)

// byTerm compiles a clause that tests the terms of a keyword or text field.
func (c compiler) byTerm(kind string, v gjson.Result, test func(pattern string, fold bool) (func(string) bool, *failure)) (clause, *failure) {
	name, wanted, options, fail := single(kind, "value", v)
	if !wanted.Exists() && options.Get(kind).Exists() { // wildcard also accepts its own name as the key
		wanted, fail = options.Get(kind), nil
	}
	if fail != nil {
		return nil, fail
	}
	f := c.field(name)
	if name == "_index" {
		passes, fail := test(scalar(wanted), options.Get("case_insensitive").Bool())
		if fail != nil {
			return nil, fail
		}
		return c.indexByPattern(kind, options, passes)
	}
	if f == nil && name != "_id" {
		return none{}, nil
	}
	if f == nil || f.class() != exact && f.class() != words {
		return nil, c.refuseKind(kind, name, f)
	}
	if f.key != "" && kind != "prefix" {
		return nil, c.index.inQuery(&failure{kind: "unsupported_operation_exception", reason: "[" + kind + "] queries are not currently supported on keyed [flattened] fields."})
	}
	pattern := scalar(wanted)
	if f.lowercase {
		pattern = strings.ToLower(pattern)
	}
	passes, fail := test(pattern, options.Get("case_insensitive").Bool())
	if fail != nil {
		return nil, fail
	}
	analysed := f.class() == words
	return anyValue{f.path, func(v value) bool {
		for _, t := range v.terms(analysed) {
			if passes(t) {
				return true
			}
		}
		return false
	}, boost(options)}, nil
}

func (c compiler) refuseKind(kind, name string, f *field) *failure {
	of := "_id"
	if f != nil {
		of = f.kind
	}
	if kind == "regexp" {
		return c.index.refuse("Can only use regexp queries on keyword and text fields - not on [%s] which is of type [%s]", name, of)
	}
	return c.index.refuse("Can only use %s queries on keyword, text and wildcard fields - not on [%s] which is of type [%s]", kind, name, of)
}

func folded(fold bool, s string) string {
	if fold {
		return foldASCII(s)
	}
	return s
}

func (c compiler) prefix(v gjson.Result) (clause, *failure) {
	return c.byTerm("prefix", v, func(pattern string, fold bool) (func(string) bool, *failure) {
		want := folded(fold, pattern)
		return func(t string) bool { return strings.HasPrefix(folded(fold, t), want) }, nil
	})
}

func (c compiler) wildcard(v gjson.Result) (clause, *failure) {
	return c.byTerm("wildcard", v, func(pattern string, fold bool) (func(string) bool, *failure) {
		want := []rune(folded(fold, pattern))
		return func(t string) bool { return glob(want, []rune(folded(fold, t)), true) }, nil
	})
}

// regexp matches whole terms.
func (c compiler) regexp(v gjson.Result) (clause, *failure) {
	flags := ""
	v.ForEach(func(_, body gjson.Result) bool {
		flags = body.Get("flags").String()
		return true
	})
	return c.byTerm("regexp", v, func(pattern string, fold bool) (func(string) bool, *failure) {
		matches, fail := release{major: c.major}.expression(pattern, flags, fold)
		if fail != nil && !fail.early {
			fail = c.index.inQuery(fail)
		}
		return matches, fail
	})
}
