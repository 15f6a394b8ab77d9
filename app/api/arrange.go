package api

import (
	"context"

	"quarry/backend/data/grid"
)

// ArrangeRequest requests a view's rows in an order, with a filter and a page size.
type ArrangeRequest struct {
	Call     string   `json:"call"`
	View     string   `json:"view"`
	Sort     []SortBy `json:"sort"`
	Filter   Filter   `json:"filter"`
	PageSize int      `json:"pageSize"` // 0 for the view's own
	Reload   bool     `json:"reload"`   // also read the columns again
}

// Filter is what rows must match. Its rows are combined with "and", or with "or" if Any is set; without rows there is
// no filter.
type Filter struct {
	Any  bool        `json:"any"`
	Rows []FilterRow `json:"rows"`
}

func arrangement(by []SortBy, f Filter) grid.Arrangement {
	return grid.Arrangement{Sort: sortedBy(by), Any: f.Any, Filter: filterRows(f.Rows)}
}

// Arranged is the arrangement in effect. Pages of earlier generations can be read until those are dropped.
type Arranged struct {
	Generation int      `json:"generation"` // number of its generation; -1 if filter rows were refused, which changes nothing
	Sort       []SortBy `json:"sort"`       // without the columns that cannot be sorted

	Clauses  []string     `json:"clauses"` // one per filter row, in the engine's query language
	Refusals []RowRefusal `json:"refusals"`
	Notes    []RowNote    `json:"notes"`
	Moments  []RowMoment  `json:"moments"`

	// View is the new view with the pages, if fields were added or removed since the view was opened, or the page size
	// changed. The old view stays open until it is closed. It is nil if the view is the same.
	View *ViewInfo `json:"view"`
}

// Arrange arranges the rows of a view.
func (g *Grid) Arrange(q ArrangeRequest) (Arranged, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (Arranged, error) {
		_, v, err := g.views.View(q.View)
		if err != nil {
			return Arranged{}, err
		}
		of := v
		if q.Reload || q.PageSize != 0 && q.PageSize != v.Size {
			if of, err = g.views.Reload(ctx, v, q.PageSize); err != nil {
				return Arranged{}, err
			}
		}
		a, err := of.Arrange(ctx, arrangement(q.Sort, q.Filter))
		if of != v && (err != nil || a.Generation < 0) {
			g.views.Close(ctx, of.ID)
		}
		if err != nil {
			return Arranged{}, err
		}
		result := Arranged{
			Generation: a.Generation, Sort: make([]SortBy, 0, len(a.Sort)),
			Clauses: texts(a.Filtered.Clauses), Refusals: refusals(a.Filtered), Notes: notes(a.Filtered), Moments: moments(a.Filtered),
		}
		for _, s := range a.Sort {
			result.Sort = append(result.Sort, SortBy(s))
		}
		if of != v && a.Generation >= 0 {
			info := viewInfo(of)
			result.View = &info
		}
		return result, nil
	})
}

// GenerationRequest names a generation of a view.
type GenerationRequest struct {
	Call       string `json:"call"`
	View       string `json:"view"`
	Generation int    `json:"generation"`
}

// Drop drops a generation that is no longer shown: its pages can no longer be read. An unknown one is ignored.
func (g *Grid) Drop(q GenerationRequest) (Nothing, error) {
	return call(g.calls, q.Call, func(context.Context) (Nothing, error) {
		if _, v, err := g.views.View(q.View); err == nil {
			v.Drop(q.Generation)
		}
		return Nothing{}, nil
	})
}
