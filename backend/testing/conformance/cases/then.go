package cases

import (
	"slices"

	"quarry/drivers/driver"
	"quarry/drivers/driver/laws/exact"
)

// Then is the expected result of an operation. Parts that are nil are not compared.
type Then struct {
	Steps  Steps    `case:"steps,may"`
	Error  *Failure `case:"error,may"`
	Result *Result  `case:"result,may"`

	from, to int // position in the file

	steps, onlySteps bool // which parts to rewrite
}

// Steps are the sends of each step, in order; not compared if nil.
type Steps [][]Send

// Send is one request and what happens to its response.
type Send struct {
	Method  string  `case:"method"`
	Path    string  `case:"path"`
	Query   string  `case:"query,may"`
	Headers Headers `case:"headers,may"`
	Body    Body    `case:"body,may"`
	Base64  Binary  `case:"base64,may"`
	Verb    string  `case:"verb"`
	Cleanup bool    `case:"cleanup,may"`
}

// Failure is the error of an operation. Code and Detail are compared only if the case specifies them.
type Failure struct {
	Kind    string  `case:"kind"`
	Message string  `case:"message"`
	Hint    string  `case:"hint,may"`
	Remedy  string  `case:"remedy,may"`
	Op      string  `case:"op,may"`
	Status  int64   `case:"status,may"`
	Code    *string `case:"code,may"`
	Detail  *string `case:"detail,may"`
}

// Result is the result of an operation, of a type that depends on the operation.
type Result struct {
	value any // a pointer to one of the types below
	raw   *exact.Value
}

// Server is the result of open.
type Server struct {
	Version string   `case:"version,may"`
	Summary string   `case:"summary,may"`
	Product string   `case:"product,may"`
	Warning string   `case:"warning,may"`
	Limits  string   `case:"limits,may"`
	Notices []string `case:"notices,may"`
}

// Listing is the result of objects.
type Listing struct {
	Objects []Listed `case:"objects"`
	Notices []string `case:"notices,may"`
	Others  int64    `case:"others,may"`
	Empty   string   `case:"empty,may"`
}

// Listed is one object in a listing, or the result of resolve. Size and Count are nil if unknown.
type Listed struct {
	Name   string `case:"name"`
	Kind   string `case:"kind,may"`
	Size   *int64 `case:"size,may"`
	Count  *int64 `case:"count,may"`
	Closed bool   `case:"closed,may"`
	Health string `case:"health,may"`
}

// Columns is the result of columns, joined with the schema as in a grid.
type Columns struct {
	Columns   []Column `case:"columns"`
	ReadOnly  string   `case:"readOnly,may"`
	Notices   []string `case:"notices,may"`
	MaxSort   int64    `case:"maxSort,may"`
	SortFull  string   `case:"sortFull,may"`
	Reach     int64    `case:"reach,may"`
	ReachNote string   `case:"reachNote,may"`
}

// Column is one column of a grid.
type Column struct {
	Name     string   `case:"name"`
	Type     string   `case:"type,may"`
	Kind     string   `case:"kind"`
	Integer  bool     `case:"integer,may"`
	Primary  bool     `case:"primary,may"`
	ReadOnly bool     `case:"readOnly,may"`
	Nested   []string `case:"nested,may"`
	Sort     string   `case:"sort,may"`
	Reason   string   `case:"reason,may"`
}

// Counts is the result of count.
type Counts struct {
	Counts []Counted `case:"counts"`
}

// Counted is the number of documents of one object, or why it is unknown.
type Counted struct {
	Object string   `case:"object"`
	Count  *int64   `case:"count,may"`
	Error  *Failure `case:"error,may"`
}

// Document is one whole document.
type Document struct {
	Source   Body  `case:"source"`
	Revision Pairs `case:"revision,may"`
}

// Nothing is the result of release.
type Nothing struct{}

// resultOf returns an empty result for an operation.
func resultOf(operation string) any {
	switch operation {
	case driver.OpOpen:
		return &Server{}
	case driver.OpObjects:
		return &Listing{}
	case driver.OpResolve:
		return &Listed{}
	case driver.OpColumns:
		return &Columns{}
	case driver.OpCount:
		return &Counts{}
	case driver.OpPage:
		return &Page{}
	case driver.OpDocument:
		return &Document{}
	case driver.OpStructure:
		return &Structure{}
	case driver.OpDefinition:
		return &Definition{}
	case driver.OpFilter:
		return &Filtered{}
	case driver.OpSuggest:
		return &Suggested{}
	case driver.OpStatistics:
		return &Statistics{}
	case driver.OpDashboard:
		return &Dashboard{}
	case driver.OpExplain:
		return &Explanation{}
	case driver.OpPlanCancel:
		return &Planned{}
	}
	return &Nothing{}
}

func (s *Result) read(_ *reader, v *exact.Value) error {
	s.raw = v
	return nil
}

func (s *Result) out() *out { return write(valueOf(s.value)) }

// read reads the expectations, unless they are going to be rewritten.
func (t *Then) read(r *reader, v *exact.Value) error {
	t.from, t.to = v.At, v.At+len(v.Raw)
	if v.Kind != exact.Object {
		return r.wrong(v, "then", exact.Object)
	}
	if r.open {
		t.steps = len(v.Items) == 0 || v.Get("steps") != nil
		t.onlySteps = len(v.Items) == 1 && t.steps
		return nil
	}
	return r.members(v, valueOf(t), "then")
}

// out writes the fields that are set.
func (t *Then) out() *out {
	o := object()
	if t.Steps != nil {
		o.add("steps", write(valueOf(&t.Steps)))
	}
	if t.Error != nil {
		o.add("error", write(valueOf(t.Error)))
	}
	if t.Result != nil {
		o.add("result", t.Result.out())
	}
	return o
}

// check reports what types cannot express: unknown names, and parts that require each other.
func (c *Case) check(r *reader, v *exact.Value) error {
	if len(c.Run) == 0 {
		return r.fail(v.Get("run").At, "run holds no operation")
	}
	if c.Connection != nil && c.Connection.Version != "" && greetings[c.Driver] == nil {
		return r.fail(v.Get("connection").At, "how %s greets is not known here: leave the version out and begin with open", c.Driver)
	}
	for i := range c.Run {
		at := v.Get("run").Items[i]
		if err := c.checkOperation(r, &c.Run[i], at); err != nil {
			return err
		}
	}
	return nil
}

func (c *Case) checkOperation(r *reader, op *Operation, v *exact.Value) error {
	if !slices.Contains(operations, op.Name) {
		return r.fail(v.Get("operation").At, "there is no operation %q; there are %v", op.Name, operations)
	}
	for i := range op.Replies {
		if err := op.Replies[i].check(r, v.Get("replies").Items[i]); err != nil {
			return err
		}
	}
	for i, by := range op.Arguments.Sort {
		if (by.Column == "") == (by.Field == "") {
			return r.fail(exact.At(v, "arguments", "sort").Items[i].At, "a key of an order names a column or a field")
		}
	}
	if r.open {
		return nil
	}
	then := &op.Then
	if then.Steps == nil && then.Error == nil && then.Result == nil {
		return r.fail(then.from, "then holds nothing, so that nothing is proven")
	}
	if then.Error != nil && then.Result != nil {
		return r.fail(then.from, "an operation has a result or an error, not both")
	}
	if then.Result == nil {
		return nil
	}
	then.Result.value = resultOf(op.Name)
	return r.into(then.Result.raw, valueOf(then.Result.value), "the result of "+op.Name)
}

func (p *Reply) check(r *reader, v *exact.Value) error {
	bodies := 0
	for _, set := range []bool{p.Body.Set, p.Parts.Set, p.Base64.Set} {
		if set {
			bodies++
		}
	}
	switch {
	case p.Fails != nil && (p.Status != 0 || bodies > 0 || p.Headers != nil):
		return r.fail(v.At, "a reply that fails has nothing else")
	case p.Fails == nil && p.Status == 0:
		return r.fail(v.At, "a reply has a status, or it fails")
	case bodies > 1:
		return r.fail(v.At, "a reply has one of body, parts and base64")
	}
	return nil
}
