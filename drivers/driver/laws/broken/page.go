package broken

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Page implements [driver.Driver]. It reads the first page directly, and later ones through a cursor, whose name is the
// view's state. Every request names the page's first row, since the position of the cursor is unknown after a lost
// response.
func (s *shelf) Page(c *driver.Conn, a *driver.PageArgs) (*driver.PageResult, error) {
	if err := filled(a.Object); err != nil {
		return nil, err
	}
	s.latest.Store(a.Object)
	cursor, at, _ := strings.Cut(string(a.State), "@")
	fresh, next := false, at == strconv.FormatInt(a.From, 10)
	if a.From > 0 && cursor == "" {
		var err error
		if cursor, err = s.open(c); err != nil {
			return nil, err
		}
		fresh = true
	}
	r, err := s.read(c, a, cursor, next)
	if err != nil {
		if fresh && s.fault != KeepsCursor {
			_, _ = c.Cleanup().Do(closing(cursor))
		}
		return nil, err
	}
	result := &driver.PageResult{Millis: -1, State: []byte(cursor), Held: cursor != "", End: r.Rows < a.Size}
	if (s.fault == TrustsItsCursor || s.fault == RepeatsSteps) && cursor != "" {
		result.State = append(result.State, "@"+strconv.FormatInt(a.From+int64(r.Rows), 10)...)
	}
	if len(r.Picked) > 0 && r.Picked[0] == "true" && s.fault != TakesPartForAll {
		result.End, result.Partial = false, true
		result.Notices = []driver.Notice{{Text: "Some of the things are missing here."}}
	}
	if r.Block > 0 {
		result.Blocks = []byte{byte(r.Block)}
	}
	if s.fault == EndsEarly && a.From > 0 {
		result.End = true
	}
	return result, nil
}

// open opens a cursor.
func (s *shelf) open(c *driver.Conn) (string, error) {
	r, err := s.ask(c, driver.Send{
		Request: driver.Request{Method: "POST", Path: "/cursors", RepeatIfBroken: s.fault == RepeatsOpenings}, Verb: driver.Pick, Pick: []string{"cursor"},
	})
	if err != nil {
		return "", err
	}
	return jx.Unquote(r.Picked[0]), nil
}

func closing(cursor string) driver.Send {
	return driver.Send{Request: driver.Request{Method: "DELETE", Path: "/cursors/" + cursor}, Verb: driver.Raw}
}

// read reads one page: the requested one or, with next, the one at the cursor's position.
func (s *shelf) read(c *driver.Conn, a *driver.PageArgs, cursor string, next bool) (*driver.Reply, error) {
	object := a.Object
	if s.fault == RemembersTheLatest {
		if _, err := s.get(c, "/", ""); err != nil {
			return nil, err
		}
		object = s.latest.Load().(string)
	}
	send := driver.Send{Request: driver.Request{Method: "GET", Path: s.path("boxes", object, "things"), Query: s.query(a, cursor)}, Verb: driver.Rows, Pick: []string{"partial"}}
	if send.Request.RepeatIfBroken = !next || s.fault == RepeatsSteps; next {
		send.Request.Query += "&next=1"
	}
	if s.fault == GoesOn {
		c = c.Cleanup()
	}
	r, err := s.ask(c, send)
	if e, ok := err.(*driver.Error); ok && e.Kind == driver.Cancelled && s.fault == IgnoresTheEnd {
		return &driver.Reply{Status: 200}, nil
	}
	return r, err
}

// query returns the parameters of a page.
func (s *shelf) query(a *driver.PageArgs, cursor string) string {
	from := a.From
	if s.fault == RepeatsRows && from > 0 {
		from--
	}
	query := "from=" + strconv.FormatInt(from, 10) + "&size=" + strconv.Itoa(a.Size)
	if cursor != "" {
		query += "&cursor=" + cursor
	}
	if s.fault == ForgetsTheFilter && a.Spent {
		return query
	}
	if len(a.View) > 0 && (a.From == 0 || s.fault != FiltersOnePage) && (len(a.Sort) == 0 || s.fault != SortsEverything) {
		query += "&" + string(a.View)
	}
	for _, key := range a.Sort[:min(len(a.Sort), 1)] {
		field := key.Field
		switch {
		case field == "" && s.fault == FailsUnsortable:
			field = "nothing"
		case field == "":
			continue
		}
		query = string(jx.Segment([]byte(query+"&by="), field))
		if key.Desc && s.fault != ForgetsDirection {
			query += "&down=1"
		}
	}
	switch s.fault {
	case ShufflesTies:
		query += "&wild=1"
	case RoundsNumbers:
		query += "&rounded=1"
	}
	return query
}

// Release implements [driver.Releaser].
func (s *shelf) Release(c *driver.Conn, a *driver.ReleaseArgs) (*driver.Empty, error) {
	if len(a.State) == 0 || s.fault == ReleasesNothing {
		return &driver.Empty{}, nil
	}
	cursor, _, _ := strings.Cut(string(a.State), "@")
	r, err := c.Cleanup().Do(closing(cursor))
	if err != nil {
		return nil, err
	}
	if !r.OK() {
		return nil, s.refused(&driver.Request{Method: "DELETE", Path: "/cursors/" + cursor}, r)
	}
	return &driver.Empty{}, nil
}
