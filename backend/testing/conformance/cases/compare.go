package cases

import (
	"quarry/drivers/driver/laws/exact"
)

// Compared is the expected and the actual result of an operation, as lines. The case passes if they are equal.
type Compared struct {
	Operation  int // from 1
	Name       string
	Want, Came string
}

// Compare compares the expectations of a case with the outcome, as far as the case specifies them.
func (c *Case) Compare(o *Outcome) []Compared {
	all := make([]Compared, 0, len(c.Run))
	for i := range c.Run {
		want, came := c.Run[i].Then.beside(&o.Operations[i])
		one := Compared{Operation: i + 1, Name: c.Run[i].Name, Want: want.out().printed(""), Came: came.out().printed("")}
		for _, fault := range o.Operations[i].Faults {
			one.Came += "\n" + fault
		}
		all = append(all, one)
	}
	return all
}

// beside returns both in the same form, without the parts that are not compared.
func (t *Then) beside(came *Came) (want, got *Then) {
	want, got = &Then{Steps: t.Steps, Error: t.Error}, &Then{Error: came.Then.Error}
	if t.Steps != nil {
		want.Steps, got.Steps = t.Steps.compared(t.Steps), came.Then.Steps.compared(t.Steps)
	}
	if t.Error != nil && got.Error != nil {
		got.Error = got.Error.like(t.Error)
	}
	if t.Error != nil {
		got.Result = came.Then.Result
	}
	if t.Result == nil {
		return want, got
	}
	got.Result = came.Then.Result
	want.Result = &Result{value: t.Result.value}
	if got.Result == nil {
		return want, got
	}
	switch value := t.Result.value.(type) {
	case *Page:
		expected := value.expanded(came.columns)
		want.Result.value = expected
		got.Result = &Result{value: got.Result.value.(*Page).expanded(came.columns).like(expected)}
	case *Counts:
		got.Result = &Result{value: got.Result.value.(*Counts).like(value)}
	case *Filtered:
		want.Result.value = value.compact()
		got.Result = &Result{value: got.Result.value.(*Filtered).compact()}
	}
	return want, got
}

// compared returns the steps; bodies that are raw JSON in like lose their white space.
func (s Steps) compared(like Steps) Steps {
	all := Steps{}
	for i, step := range s {
		var sends []Send
		for j, send := range step {
			if i < len(like) && j < len(like[i]) && like[i][j].Body.Raw {
				send.Body.Text = compact(send.Body.Text)
			}
			sends = append(sends, send)
		}
		all = append(all, sends)
	}
	return all
}

func compact(text string) string {
	v, err := exact.Parse(text)
	if err != nil {
		return text
	}
	return v.Compact()
}

func (f *Failure) like(want *Failure) *Failure {
	copied := *f
	if want.Code == nil {
		copied.Code = nil
	}
	if want.Detail == nil {
		copied.Detail = nil
	}
	return &copied
}

func (k *Counts) like(want *Counts) *Counts {
	copied := &Counts{Counts: []Counted{}}
	for i, one := range k.Counts {
		if i < len(want.Counts) && want.Counts[i].Error != nil && one.Error != nil {
			one.Error = one.Error.like(want.Counts[i].Error)
		}
		copied.Counts = append(copied.Counts, one)
	}
	return copied
}
