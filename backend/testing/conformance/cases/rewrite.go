package cases

import (
	"strings"

	"quarry/drivers/driver/laws/exact"
)

// Rewrite returns the text of a case file that was read open, with the actual outcome as its expectations; the rest is
// unchanged. An empty "then" gets all parts; otherwise only the existing parts are rewritten: if it has only steps, it
// gets no result.
func (c *Case) Rewrite(o *Outcome) string {
	text := c.text
	for i := len(c.Run) - 1; i >= 0; i-- {
		op, came := &c.Run[i], o.Operations[i].Then
		if !op.Then.steps {
			came.Steps = nil
		}
		if op.Then.onlySteps {
			came.Result = nil
		}
		came.shortened()
		text = text[:op.Then.from] + came.out().printed(indentAt(text, op.Then.from)) + text[op.Then.to:]
	}
	return text
}

// shortened removes what a case need not specify: empty codes and details, and hashes of documents.
func (t *Then) shortened() {
	if t.Error != nil {
		t.Error.shorten()
	}
	if t.Result == nil {
		return
	}
	switch value := t.Result.value.(type) {
	case *Page:
		for i := range value.Rows {
			hidden := value.Rows[i].Hidden
			value.Rows[i].Hidden = hidden.like(Cells{})
		}
	case *Counts:
		for i := range value.Counts {
			if e := value.Counts[i].Error; e != nil {
				e.shorten()
			}
		}
	}
}

func (f *Failure) shorten() {
	if f.Code != nil && *f.Code == "" {
		f.Code = nil
	}
	if f.Detail != nil && *f.Detail == "" {
		f.Detail = nil
	}
}

// indentAt returns the spaces at the beginning of the line at an offset.
func indentAt(text string, at int) string {
	_, column := exact.Position(text, at)
	begin := text[at-column+1 : at]
	return begin[:len(begin)-len(strings.TrimLeft(begin, " "))]
}
