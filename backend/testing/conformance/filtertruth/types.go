package filtertruth

import (
	"slices"

	"quarry/drivers/driver"
)

// Operators by what they need from a type. A negation is compiled as the operator that it negates.
var (
	equality  = []driver.OperatorID{driver.Equals, driver.InList}
	order     = []driver.OperatorID{driver.Greater, driver.GreaterOrEqual, driver.Less, driver.LessOrEqual, driver.Between}
	parts     = []driver.OperatorID{driver.Contains, driver.StartsWith, driver.EndsWith, driver.MatchesRegex}
	presence  = []driver.OperatorID{driver.IsNotNull}
	emptiness = []driver.OperatorID{driver.IsEmpty}
)

// abilities are the operators that a type must support and those that it may; it must refuse all others.
type abilities struct{ must, may []driver.OperatorID }

func of(lists ...[]driver.OperatorID) []driver.OperatorID { return slices.Concat(lists...) }

// able says what each type supports.
var able = map[string]abilities{
	"keyword":          {must: of(equality, order, parts, presence, emptiness)},
	"text, whole":      {must: of(equality, order, parts, presence, emptiness)},
	"text":             {must: of([]driver.OperatorID{driver.Contains}, presence), may: of(equality, emptiness)},
	"wildcard":         {must: of(equality, parts, presence), may: of(order, emptiness)},
	"constant_keyword": {must: of(equality, presence), may: of(order, parts, emptiness)},
	"flattened":        {must: of(equality, presence), may: of(order, parts, emptiness)},
	"version":          {must: of(equality, order, presence), may: of(parts, emptiness)},
	"boolean":          {must: of(equality, presence), may: order},
	"ip":               {must: of(equality, order, presence)},
	"date":             {must: of(equality, order, presence)},
	"date_nanos":       {must: of(equality, order, presence)},
	"geo_point":        {must: presence},
	"binary":           {may: presence},
	"dense_vector":     {may: presence},
}

func init() {
	for _, number := range []string{"byte", "short", "integer", "long", "unsigned_long", "double", "float", "half_float", "scaled_float"} {
		able[number] = abilities{must: of(equality, order, presence)}
	}
	for _, span := range []string{"integer_range", "long_range", "float_range", "double_range", "date_range", "ip_range"} {
		able[span] = abilities{must: of(equality, presence), may: order}
	}
}

// arity returns the minimum and maximum number of values of an operator.
func arity(by driver.OperatorID) (least, most int) {
	switch by {
	case driver.Between:
		return 2, 2
	case driver.InList, driver.NotInList:
		return 1, 1 << 10
	case driver.IsNull, driver.IsNotNull, driver.IsEmpty, driver.IsNotEmpty:
		return 0, 0
	}
	return 1, 1
}

// compile returns the test for a row whose operator negates nothing, and how a driver must treat it.
func (f *Field) compile(r Row) (test, verdict) {
	family := f.Type
	if f.Type == "text" && f.Whole != nil {
		family = "text, whole"
	}
	can := able[family]
	owed := refuses
	switch {
	case slices.Contains(can.must, r.Operator):
		owed = answers
	case slices.Contains(can.may, r.Operator):
		owed = either
	}
	if least, most := arity(r.Operator); len(r.Values) < least || len(r.Values) > most {
		return nil, refuses
	}
	if !f.indexed() {
		owed = max(owed, either)
		if !f.sortable() {
			owed = refuses // nothing can find its values, not even whether there are any
		}
	}
	if owed == refuses {
		return nil, refuses
	}
	if r.Operator == driver.IsNotNull {
		return func(any) truth { return yes }, owed
	}
	one, more := f.compare(family, r)
	return one, max(owed, more)
}

// compare returns the comparison for a type.
func (f *Field) compare(family string, r Row) (test, verdict) {
	switch family {
	case "text":
		return f.words(r)
	case "keyword", "text, whole", "wildcard", "constant_keyword", "flattened", "version":
		return f.strings(r)
	}
	return f.ordered(r)
}
