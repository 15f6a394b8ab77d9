package api

import (
	"context"

	"quarry/backend/data/grid"
	"quarry/drivers/driver"
)

// maxFits is the maximum number of cells checked at once.
const maxFits = 100_000

// FitsRequest has typed values of a view that are not planned yet.
type FitsRequest struct {
	Call  string      `json:"call"`
	View  string      `json:"view"`
	Cells []TypedCell `json:"cells"`
}

// TypedCell is what the user typed into a cell of a column.
type TypedCell struct {
	Column string `json:"column"`
	Text   string `json:"text"`
	Null   bool   `json:"null"` // set the field to null
}

// FitsResult has a reason for each cell of a [FitsRequest], "" if there is no objection.
type FitsResult struct {
	Reasons []string `json:"reasons"`
}

// Fits says why fields cannot store the typed values, before a plan is made. It sends nothing.
func (e *Edits) Fits(q FitsRequest) (FitsResult, error) {
	return call(e.calls, q.Call, func(ctx context.Context) (FitsResult, error) {
		_, v, err := e.views.View(q.View)
		if err != nil {
			return FitsResult{}, err
		}
		if len(q.Cells) > maxFits {
			return FitsResult{}, &driver.Error{Kind: driver.Invalid, Message: "Check at most 1,000 cells at once."}
		}
		cells := make([]grid.TypedCell, 0, len(q.Cells))
		for _, c := range q.Cells {
			cells = append(cells, grid.TypedCell(c))
		}
		reasons, err := v.Fits(ctx, cells)
		return FitsResult{Reasons: reasons}, err
	})
}
