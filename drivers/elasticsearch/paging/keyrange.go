package paging

import (
	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
	"quarry/drivers/elasticsearch/search"
)

// valued are the types that sort in the order in which a range query compares them, and whose sort values can be used
// in one unchanged. Nanoseconds are not among them: their sort values are not valid dates.
var valued = map[string]bool{
	"keyword": true, "text": true, "version": true, "ip": true, "boolean": true, "date": true,
	"long": true, "integer": true, "short": true, "byte": true, "unsigned_long": true,
	"double": true, "float": true, "half_float": true, "scaled_float": true,
}

// keyClauses writes clauses that match the first rows in the order of a key. An array is sorted by its smallest value
// when ascending and by its largest when descending, and matches a range if one of its values does: the two agree.
type keyClauses struct{ key *driver.SortKey }

// clauses returns the clauses of a key, nil if no clause can express its order.
func clauses(k *driver.SortKey) *keyClauses {
	if k.Field[0] == '_' || !valued[k.Type] || k.Numeric != "" {
		return nil
	}
	return &keyClauses{k}
}

// exists matches every row with a value: rows without one come last.
func (c *keyClauses) exists() string {
	return c.wrap(jx.NewWriter(es.ClauseRoom).Open('{').Key("exists").Open('{').Key("field").Text(c.key.Field).Close("}}"))
}

// before matches the rows before those with the value, which is in the form of a sort array.
func (c *keyClauses) before(value string) string { return c.compared("lt", "gt", value) }

// upTo matches the same rows and those with the value.
func (c *keyClauses) upTo(value string) string { return c.compared("lte", "gte", value) }

func (c *keyClauses) compared(up, down, value string) string {
	operator := up
	if c.key.Desc {
		operator = down
	}
	w := jx.NewWriter(es.ClauseRoom).Open('{').Key("range").Open('{').Key(c.key.Field).Open('{').Key(operator).Raw(c.operand(value))
	if c.key.Type == "date" {
		w.Key("format").Text("epoch_millis")
	}
	return c.wrap(w.Close("}}}"))
}

// operand converts a sort value for a clause: a boolean sorts as a number.
func (c *keyClauses) operand(value string) string {
	if c.key.Type != "boolean" {
		return value
	}
	if value == "1" || value == "true" {
		return "true"
	}
	return "false"
}

// wrap wraps a leaf's clause for its enclosing arrays of objects.
func (c *keyClauses) wrap(clause *jx.Writer) string {
	return search.InNested(c.key.Nested, string(clause.Bytes()))
}
