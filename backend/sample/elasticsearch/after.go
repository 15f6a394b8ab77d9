package elasticsearch

import (
	"strconv"

	"github.com/tidwall/gjson"
)

// after compiles search_after: the sort keys of the last row that the client received.
func after(sorters []sorter, tiebreak bool, values []gjson.Result) ([]key, *failure) {
	if len(sorters) == 0 {
		return nil, badArgument("Sort must contain at least one field.")
	}
	wanted := len(sorters)
	if tiebreak {
		wanted-- // the hidden tiebreak is optional
	}
	if len(values) != len(sorters) && len(values) != wanted {
		return nil, badArgument("search_after has %d value(s) but sort has %d.", len(values), wanted)
	}
	keys := make([]key, len(values))
	for i, v := range values {
		k, fail := sorters[i].key(v)
		if fail != nil {
			return nil, fail
		}
		keys[i] = k
	}
	return keys, nil
}

// key reads one value of search_after.
func (s *sorter) key(v gjson.Result) (key, *failure) {
	k := key{kind: s.kind}
	if v.Type == gjson.Null {
		if s.class == exact || s.class == address {
			k.absent = true
			return k, nil
		}
		return k, &failure{status: 500, kind: "null_pointer_exception", reason: "Cannot invoke \"java.lang." + s.box() + "Value()\" because \"value\" is null"}
	}
	text := scalar(v)
	var err error
	var fail *failure
	switch s.class {
	case fraction:
		k.fraction, err = strconv.ParseFloat(text, 64)
		if s.kind != "double" {
			k.fraction = float64(float32(k.fraction)) // the engine's text for a float is only exact as a float
		}
	case address:
		k.text, fail = addressOf(text)
	case exact:
		k.text = text
	default:
		fail = s.wholeKey(v, &k)
	}
	if err != nil || fail != nil {
		if err != nil {
			fail = numberFormat(text)
		}
		out := badArgument("Failed to parse search_after value for field [%s].", s.name)
		out.cause = fail
		return k, out
	}
	return k, nil
}

func (s *sorter) box() string {
	switch {
	case s.class == fraction && s.kind == "double":
		return "Double.double"
	case s.class == fraction:
		return "Float.float"
	}
	return "Long.long"
}

// wholeKey reads a number, a date in text form, or true and false.
func (s *sorter) wholeKey(v gjson.Result, k *key) *failure {
	text := scalar(v)
	n, fail := integer(text)
	switch {
	case fail == nil:
		k.whole = n
	case s.kind == "boolean":
		b, bad := boolean(v)
		if bad != nil {
			return bad
		}
		if b {
			k.whole = 1
		}
	case s.kind == "date" || s.kind == "date_nanos":
		at, bad := moment(text, false)
		if bad != nil {
			return bad
		}
		k.whole = (&field{kind: s.kind}).ticks(at)
	default:
		return fail
	}
	return nil
}
