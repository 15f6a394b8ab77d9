package paging

import (
	"slices"

	"quarry/drivers/driver"
	"quarry/drivers/driver/wire"
)

// maxMarks is how many remembered rows a state keeps.
const maxMarks = 4096

// UnknownTotal is the total of a snapshot that has not been counted.
const UnknownTotal = -1

// State is what a view remembers from page to page.
type State struct {
	Point  string // the newest id of the point in time, "" before the second page
	Scroll string // the newest id of the scroll, if the engine has no point in time
	Plain  bool   // the engine has no points in time
	// refused means that this user may not open one
	refused bool
	at      int64 // the row that the scroll returns next
	batch   int   // number of rows in each response of the scroll

	Taken     int64  // when the point in time or the scroll was opened, in milliseconds since 1970
	firstKeys string // keys of the first page as read before the snapshot, "" after the comparison
	firstRows int
	Total     int64 // number of rows in the snapshot, unknown until they have been counted
	shards    int64 // number of shards in the snapshot, counted with its rows
	rowSize   int64 // size of a row in the last page's response, 0 if unknown
	marks     []mark
}

// mark remembers where a row of the snapshot begins: sort is the raw sort array of the row before it.
type mark struct {
	row  int64
	sort string
}

// Fields implements [wire.Message].
func (m *mark) Fields(c *wire.Codec) {
	c.Int(1, &m.row)
	c.Text(2, &m.sort)
}

// Fields implements [wire.Message].
func (p *State) Fields(c *wire.Codec) {
	c.Text(1, &p.Point)
	c.Text(2, &p.Scroll)
	c.Bool(3, &p.Plain)
	c.Int(4, &p.at)
	c.Small(5, &p.batch)
	c.Text(6, &p.firstKeys)
	c.Small(7, &p.firstRows)
	c.Int(8, &p.Total)
	c.Int(9, &p.rowSize)
	wire.List(c, 10, &p.marks)
	c.Int(11, &p.Taken)
	c.Bool(12, &p.refused)
	c.Int(13, &p.shards)
}

// StateOf reads a view's state; a view that was never read has an empty one.
func StateOf(c *driver.Conn, state []byte) (*State, error) {
	p := &State{Total: UnknownTotal}
	if len(state) == 0 {
		return p, nil
	}
	return p, c.Decode(state, p)
}

// keep puts the state into a page's result.
func (r *Reading) keep(result *driver.PageResult) {
	result.State, result.Held = r.Conn.Encode(r.State), r.State.Point != "" || r.State.Scroll != ""
}

// remember records where a row begins. If there are too many, every second one is dropped.
func (p *State) remember(row int64, sort string) {
	if sort == "" {
		return
	}
	i, found := p.search(row)
	if found {
		p.marks[i].sort = sort
		return
	}
	p.marks = slices.Insert(p.marks, i, mark{row, sort})
	if len(p.marks) <= maxMarks {
		return
	}
	kept := p.marks[:0]
	for i := range p.marks {
		if i%2 == 1 {
			kept = append(kept, p.marks[i])
		}
	}
	p.marks = kept
}

// before returns the last mark at or before a row.
func (p *State) before(row int64) (mark, bool) {
	i, found := p.search(row)
	switch {
	case found:
		return p.marks[i], true
	case i == 0:
		return mark{}, false
	}
	return p.marks[i-1], true
}

// after returns the first mark after a row.
func (p *State) after(row int64) (mark, bool) {
	i, found := p.search(row)
	if found {
		i++
	}
	if i >= len(p.marks) {
		return mark{}, false
	}
	return p.marks[i], true
}

func (p *State) search(row int64) (int, bool) {
	return slices.BinarySearchFunc(p.marks, row, func(m mark, row int64) int {
		switch {
		case m.row < row:
			return -1
		case m.row > row:
			return 1
		}
		return 0
	})
}
