package policy

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Schema is the JSON schema of a policy.
//
//go:embed policy.schema.json
var Schema []byte

// schema is the part of JSON Schema that the policy's schema uses.
type schema struct {
	Type       string             `json:"type"`
	Properties map[string]*schema `json:"properties"`
	Others     json.RawMessage    `json:"additionalProperties"`
	Required   []string           `json:"required"`
	Items      *schema            `json:"items"`
	MinItems   int                `json:"minItems"`
	Enum       []string           `json:"enum"`
}

var theSchema = sync.OnceValue(func() *schema {
	s := &schema{}
	if err := json.Unmarshal(Schema, s); err != nil {
		panic("policy.schema.json: " + err.Error())
	}
	return s
})

// words are the types as a user reads them.
var words = map[string]string{
	"object": "an object", "array": "a list", "string": "a text", "number": "a number", "boolean": "true or false", "null": "null",
}

// check returns what in a value does not fit the schema. name is the member that has the value.
func (s *schema) check(n *node, name string) Problems {
	if n.kind != s.Type {
		what := "the policy"
		if name != "" {
			what = quoted(name)
		}
		return Problems{n.problem("%s must be %s, not %s", what, words[s.Type], words[n.kind])}
	}
	switch s.Type {
	case "object":
		return s.checkObject(n, name)
	case "array":
		return s.checkArray(n, name)
	}
	if s.Enum != nil && !slices.Contains(s.Enum, n.text) {
		return Problems{n.problem("%s must be %s, not %s", quoted(name), alternatives(s.Enum), quoted(n.text))}
	}
	return nil
}

func (s *schema) checkObject(n *node, name string) Problems {
	var found Problems
	seen := map[string]bool{}
	for _, m := range n.members {
		if seen[m.name] {
			found = append(found, m.at.problem("%s is given twice", quoted(m.name)))
			continue
		}
		seen[m.name] = true
		known := s.property(m.name)
		if known == nil {
			found = append(found, m.at.problem("%s is unknown here; known are %s", quoted(m.name), strings.Join(slices.Sorted(maps.Keys(s.Properties)), ", ")))
			continue
		}
		found = append(found, known.check(m.value, m.name)...)
	}
	for _, required := range s.Required {
		if !seen[required] {
			found = append(found, n.problem("%s is missing", quoted(required)))
		}
	}
	return found
}

// property returns the schema of a member, nil if there may be none with that name.
func (s *schema) property(name string) *schema {
	if known := s.Properties[name]; known != nil {
		return known
	}
	if len(s.Others) == 0 || s.Others[0] != '{' {
		return nil
	}
	others := &schema{}
	if err := json.Unmarshal(s.Others, others); err != nil {
		panic("policy.schema.json: " + err.Error())
	}
	return others
}

func (s *schema) checkArray(n *node, name string) Problems {
	if len(n.items) < s.MinItems {
		return Problems{n.problem("%s is empty; remove it if it should decide nothing", quoted(name))}
	}
	var found Problems
	for _, item := range n.items {
		found = append(found, s.Items.check(item, "an item of "+name)...)
	}
	return found
}

// quoted returns a name in quotation marks; the words around "an item of" stay outside.
func quoted(name string) string {
	if of, ok := strings.CutPrefix(name, "an item of "); ok {
		return "an item of " + quoted(of)
	}
	return `"` + name + `"`
}

func alternatives(list []string) string {
	all := make([]string, len(list))
	for i, one := range list {
		all[i] = quoted(one)
	}
	return strings.Join(all, " or ")
}
