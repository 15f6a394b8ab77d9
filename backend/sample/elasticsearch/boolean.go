package elasticsearch

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// combination is a bool query.
type combination struct {
	must, filter, should, mustNot []clause
	least                         int // of the should clauses
	boost                         float32
}

func (c compiler) bool(v gjson.Result) (clause, *failure) {
	out := combination{boost: boost(v), least: -1}
	var fail *failure
	v.ForEach(func(name, body gjson.Result) bool {
		switch name.String() {
		case "must":
			out.must, fail = c.list(body)
		case "filter":
			out.filter, fail = c.list(body)
		case "should":
			out.should, fail = c.list(body)
		case "must_not":
			out.mustNot, fail = c.list(body)
		case "minimum_should_match":
			out.least = -2
		case "boost", "_name", "adjust_pure_negative":
		default:
			fail = parsing(1, "[bool] query does not support [%s]", name.String())
		}
		return fail == nil
	})
	if fail != nil {
		return nil, fail
	}
	switch out.least {
	case -2:
		out.least, fail = leastOf(scalar(v.Get("minimum_should_match")), len(out.should))
	case -1:
		out.least = 0
		if len(out.should) > 0 && len(out.must)+len(out.filter) == 0 {
			out.least = 1
		}
	}
	return out, fail
}

// leastOf reads minimum_should_match as a number, a negative number or a percentage.
func leastOf(text string, clauses int) (int, *failure) {
	digits, percent := strings.CutSuffix(text, "%")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0, unreadable("For input string: %s", quote(text))
	}
	if percent {
		n = clauses * n / 100
	}
	if n < 0 {
		n += clauses
	}
	return max(0, n), nil
}

// list compiles one clause or an array of them.
func (c compiler) list(v gjson.Result) ([]clause, *failure) {
	var out []clause
	items := []gjson.Result{v}
	if v.IsArray() {
		items = v.Array()
	}
	for _, item := range items {
		q, fail := c.query(item)
		if fail != nil {
			return nil, fail
		}
		out = append(out, q)
	}
	return out, nil
}

func (b combination) match(d *document, n *node) (bool, float32) {
	for _, q := range b.filter {
		if ok, _ := q.match(d, n); !ok {
			return false, 0
		}
	}
	for _, q := range b.mustNot {
		if ok, _ := q.match(d, n); ok {
			return false, 0
		}
	}
	var sum float64
	for _, q := range b.must {
		ok, score := q.match(d, n)
		if !ok {
			return false, 0
		}
		sum += float64(score)
	}
	matched := 0
	for _, q := range b.should {
		if ok, score := q.match(d, n); ok {
			matched++
			sum += float64(score)
		}
	}
	return matched >= b.least, float32(sum) * b.boost
}
