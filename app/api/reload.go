package api

import (
	"context"

	"quarry/backend/data/grid"
)

// ReloadRequest names a view, its sort order, and its new page size.
type ReloadRequest struct {
	Call string   `json:"call"`
	View string   `json:"view"`
	Sort []SortBy `json:"sort"`

	PageSize int `json:"pageSize"` // 0 for no change
}

// Reloaded is the generation of the pages to read again, and the view that has them if it is a new one: fields were
// added or removed since the view was opened, or the page size changed. The old view stays open until it is closed.
type Reloaded struct {
	Generation int       `json:"generation"`
	Sort       []SortBy  `json:"sort"` // the sort order of the new view, nil if there is none
	View       *ViewInfo `json:"view"` // nil if the view is the same
}

// Reload reads the columns and rows of a view again.
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
