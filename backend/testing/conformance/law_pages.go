package conformance

import (
	"math/big"
	"slices"

	"github.com/stretchr/testify/require"

	"quarry/backend/data/grid"
	"quarry/backend/data/rows"
	"quarry/drivers/driver"
)

// pagesWhole: in every order, the pages of a view show each document once, as many as the count says, and in the same
// order when read again. That includes rows that are equal in the order's columns, or lack them.
func pagesWhole(t T, s *stand) {
	c := s.connect(t)
	for _, o := range s.subject.Target.Objects {
		v := c.view(t, o)
		count := c.count(t, v)
		documents, err := o.Documents(t.Context())
		require.NoError(t, err)
		require.Lenf(t, documents, count, "%s: the count is not the number of documents", o.Name)
		want := make([]string, 0, count)
		for _, d := range documents {
			want = append(want, name(d.Key))
		}
		slices.Sort(want)
		for _, order := range v.orders() {
			first := names(c.walk(t, v, order, max(1, count/3), 2*count+1))
			again := names(c.walk(t, v, order, max(1, count/3), 2*count+1))
			require.Equalf(t, first, again, "%s, %s: the second walk has another order", o.Name, named(order))
			slices.Sort(first)
			require.Equalf(t, want, first, "%s, %s", o.Name, named(order))
		}
		require.Equal(t, names(c.walk(t, v, nil, count+1, count)), names(c.walk(t, v, nil, max(1, count/5), count)), "%s: the size of the pages changes the order", o.Name)
	}
}

func names(all []row) []string {
	list := make([]string, len(all))
	for i, r := range all {
		list[i] = name(r.key())
	}
	return list
}

// keepsOrder: rows sorted by an integer column are in numeric order. The engine decides where rows without a value are.
func keepsOrder(t T, s *stand) {
	c := s.connect(t)
	checked := 0
	for _, o := range s.subject.Target.Objects {
		v := c.view(t, o)
		count := c.count(t, v)
		for _, order := range v.orders() {
			if len(order) != 1 || !v.column(order[0].Column).Integer {
				continue
			}
			checked++
			requireOrder(t, order[0], c.walk(t, v, order, max(1, count/2), 2*count+1))
		}
	}
	if checked == 0 {
		t.Skipf("no object has a column of whole numbers (FlagInteger) that can be sorted")
	}
}

func requireOrder(t T, by grid.SortBy, all []row) {
	t.Helper()
	var before *big.Int
	for i, r := range all {
		kind, text := r.page.Cell(r.at, r.page.Column(by.Column))
		n, whole := new(big.Int).SetString(text, 10)
		if kind != rows.Number || !whole {
			continue
		}
		if before != nil {
			way := before.Cmp(n)
			require.Falsef(t, !by.Desc && way > 0 || by.Desc && way < 0, "%s, row %d: %s stands after %s", named([]grid.SortBy{by}), i, n, before)
		}
		before = n
	}
}

// releases: one release of the last page's state releases everything that a view's pages hold on the engine.
func releases(t T, s *stand) {
	if s.subject.Target.Held == nil {
		t.Skipf("this engine cannot be asked what it holds for its clients")
	}
	c := s.connect(t)
	for _, o := range s.subject.Target.Objects {
		v := c.view(t, o)
		before := s.held(t)
		for pages := range tourPages {
			state := c.chain(t, v, pages+1)
			require.Truef(t, len(state) == 0 || c.has(t, driver.OpRelease), "%s: a page has a state and the driver no release", o.Name)
			c.release(t, state)
			require.Equalf(t, before, s.held(t), "%s: after %d pages and their release the engine holds more or less than before", o.Name, pages+1)
		}
	}
}

// chain reads the first pages of a view, each with the state of the previous one, and returns the last state.
func (c *connection) chain(t T, v *view, pages int) []byte {
	t.Helper()
	var state []byte
	size := v.third(t, c)
	for n := range pages {
		result, _ := v.page(t, c.run(t.Context(), v.pageCall(nil, int64(n*size), size, state), nil))
		state = result.State
	}
	return state
}
