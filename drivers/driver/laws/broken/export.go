package broken

import (
	"strconv"

	"quarry/drivers/driver"
)

const (
	exportSize   = 10 // things per response of an export
	exportSlices = 3  // maximum number of slices
)

// Export implements [driver.Exporter]: it exports the things of a cursor page by page, one slice after the other, and
// reports partial pages.
func (s *shelf) Export(c *driver.Conn, a *driver.ExportArgs) (*driver.Exported, error) {
	total, err := s.count(c, a.Object, string(a.View))
	if err != nil {
		return nil, err
	}
	cursor, err := s.open(c)
	if err != nil {
		return nil, err
	}
	defer func() { _, _ = c.Cleanup().Do(closing(cursor)) }()
	written, err := s.writeSlices(c, a, cursor, total)
	switch {
	case err != nil && s.fault == IgnoresTheCut:
		total = written
	case err != nil:
		return nil, err
	case s.fault == TakesTheRest:
		total = written
	}
	return &driver.Exported{Least: total, Most: total}, nil
}

// writeSlices writes every slice of a cursor and returns the number of things.
func (s *shelf) writeSlices(c *driver.Conn, a *driver.ExportArgs, cursor string, total int64) (written int64, err error) {
	if a.Slices < 2 {
		return s.writeAll(c, a, cursor, "", total)
	}
	for n := range a.Slices {
		of := n
		switch {
		case s.fault == MissesASlice && n == a.Slices-1:
			continue
		case s.fault == ReadsASliceTwice && n == 1:
			of = 0
		case s.fault == SlicesApart && n > 0:
			another, err := s.open(c)
			if err != nil {
				return written, err
			}
			defer func() { _, _ = c.Cleanup().Do(closing(another)) }()
			cursor = another
		}
		part, err := s.writeAll(c, a, cursor, "&slice="+strconv.Itoa(of)+"&slices="+strconv.Itoa(a.Slices), total)
		if written += part; err != nil {
			return written, err
		}
	}
	return written, nil
}

// writeAll writes the things of a cursor, or of one of its slices, and returns their number.
func (s *shelf) writeAll(c *driver.Conn, a *driver.ExportArgs, cursor, slice string, total int64) (written int64, err error) {
	plan := &driver.LinesPlan{At: "things", Doc: "thing", Must: []driver.Text{{Key: "partial"}}}
	if s.fault == TakesTheRest {
		plan.Must = nil
	}
	for from := int64(0); ; {
		c.Progress(written, total)
		query := "from=" + strconv.FormatInt(from, 10) + "&size=" + strconv.Itoa(exportSize) + "&cursor=" + cursor + slice
		if len(a.View) > 0 && s.fault != ExportsEverything {
			query += "&" + string(a.View)
		}
		if s.fault == ExportsAnew {
			query += "&rounded=1"
		}
		req := driver.Request{Method: "GET", Path: s.path("boxes", a.Object, "things"), Query: query}
		r, err := s.ask(c, driver.Send{Request: req, Verb: driver.Lines, Lines: plan})
		if err != nil {
			return written, err
		}
		if r.Unmet {
			return written, &driver.Error{Kind: driver.Engine, Code: driver.CodePartial, Message: "Some things are missing.", Op: "GET " + req.Path, Status: r.Status, Sent: true}
		}
		written += int64(r.Rows)
		if from += int64(r.Rows); r.Rows < exportSize {
			return written, nil
		}
		if s.fault == ExportsTwice && written == exportSize {
			from = 0
		}
	}
}

var _ driver.Exporter = (*shelf)(nil)
