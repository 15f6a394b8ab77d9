package elasticsearch

import (
	"strings"

	"github.com/tidwall/gjson"
)

// sortField is one entry of a sort, as in the request.
type sortField struct {
	name        string
	descending  bool
	first       bool   // missing values first
	fill        string // the value for missing ones, as JSON
	mode        string
	unmapped    string
	numericType string
	nested      gjson.Result
}

// parseSort parses the forms that a sort can have.
func parseSort(v gjson.Result) ([]sortField, *failure) {
	items := []gjson.Result{v}
	if v.IsArray() {
		items = v.Array()
	}
	var out []sortField
	for _, item := range items {
		if item.Type == gjson.String {
			out = append(out, sortField{name: item.String(), descending: item.String() == "_score"})
			continue
		}
		if !item.IsObject() {
			return nil, badArgument("malformed sort format, within the sort array, an object, or an actual string are allowed")
		}
		var fail *failure
		item.ForEach(func(name, options gjson.Result) bool {
			var s sortField
			s, fail = sortOf(name.String(), options)
			out = append(out, s)
			return fail == nil
		})
		if fail != nil {
			return nil, fail
		}
	}
	return out, nil
}

func sortOf(name string, options gjson.Result) (sortField, *failure) {
	s := sortField{name: name, descending: name == "_score"}
	if strings.HasPrefix(name, "_geo_distance") || name == "_script" {
		return s, unsupported("The sample engine does not sort by %s.", name)
	}
	if !options.IsObject() {
		return s, s.direction(options.String())
	}
	var fail *failure
	options.ForEach(func(k, v gjson.Result) bool {
		switch k.String() {
		case "order":
			fail = s.direction(v.String())
		case "missing":
			s.first = v.String() == "_first"
			if v.String() != "_first" && v.String() != "_last" {
				s.fill = v.Raw
			}
		case "mode":
			if s.mode = strings.ToLower(v.String()); s.mode != "min" && s.mode != "max" {
				fail = unsupported("The sample engine does not answer the mode %s in a sort.", s.mode)
			}
		case "unmapped_type":
			s.unmapped = v.String()
		case "numeric_type":
			s.numericType = v.String()
		case "nested":
			s.nested = v
		case "format":
			fail = unsupported("The sample engine does not answer a format in a sort.")
		default:
			fail = &failure{kind: "x_content_parse_exception", reason: "[1:1] [field_sort] unknown field [" + k.String() + "]"}
		}
		return fail == nil
	})
	return s, fail
}

func (s *sortField) direction(text string) *failure {
	switch strings.ToLower(text) {
	case "asc":
		s.descending = false
	case "desc":
		s.descending = true
	default:
		return badArgument("No enum constant org.elasticsearch.search.sort.SortOrder.%s", strings.ToUpper(text))
	}
	return nil
}

// urlSort parses name:direction pairs of the sort parameter.
func urlSort(text string) ([]sortField, *failure) {
	var out []sortField
	for _, item := range strings.Split(text, ",") {
		name, direction, given := strings.Cut(item, ":")
		s := sortField{name: name, descending: name == "_score"}
		if given {
			if fail := s.direction(direction); fail != nil {
				return nil, fail
			}
		}
		out = append(out, s)
	}
	return out, nil
}
