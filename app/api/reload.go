package api

import (
	"context"

	"quarry/backend/grid"
)

// ReloadRequest names a view, the order of its rows, and how many a page is to have from then on.
type ReloadRequest struct {
	Call string   `json:"call"`
	View string   `json:"view"`
	Sort []SortBy `json:"sort"`

	PageSize int `json:"pageSize"` // 0 for as many as before
}

// Reloaded is the generation of the pages to be read again, and the view that has them where it is another one: fields
// came or went since the view was opened, or its pages have another size. The view before is open until it is closed.
type Reloaded struct {
	Generation int       `json:"generation"`
	Sort       []SortBy  `json:"sort"` // the order of that view's rows, nil for the view itself
	View       *ViewInfo `json:"view"` // nil for the view itself
}

// Reload reads the columns and the rows of a view again.
func (g *Grid) Reload(q ReloadRequest) (Reloaded, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (Reloaded, error) {
		_, v, err := g.views.View(q.View)
		if err != nil {
			return Reloaded{}, err
		}
		fresh, err := g.views.Reload(ctx, v, q.PageSize)
		if err != nil {
			return Reloaded{}, err
		}
		if fresh == v {
			return Reloaded{Generation: v.Generation()}, nil
		}
		by := make([]grid.SortBy, 0, len(q.Sort))
		for _, s := range q.Sort {
			by = append(by, grid.SortBy(s))
		}
		kept, generation := fresh.Sort(by)
		result := Reloaded{Generation: generation, Sort: []SortBy{}}
		for _, s := range kept {
			result.Sort = append(result.Sort, SortBy(s))
		}
		info := viewInfo(fresh)
		result.View = &info
		return result, nil
	})
}
