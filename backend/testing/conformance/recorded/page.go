package recorded

import (
	"errors"
	"strings"

	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
	"quarry/drivers/driver/laws/exact"
)

// open opens an object by a schema; it returns false after a problem.
func (s *session) open(a *response, object, schema string) bool {
	_, err := s.conn.Open(s.ctx, object, []play.Reply{play.JSON(200, schema)})
	if err != nil {
		s.problem(a, "its columns cannot be read by %.300s: %v", schema, err)
	}
	return err == nil
}

// page reads a page from this response and compares its rows.
func (s *session) page(a *response, body string, r *reading) bool {
	size := max(1, len(r.hits))
	result, played, err := s.conn.Page(s.ctx, driver.PageArgs{Object: "recorded", Size: size}, []play.Reply{a.with(body), a.with(body)}) // a partial response is requested twice
	if err != nil {
		s.problem(a, "its rows cannot be read: %v", err)
		return false
	}
	if !result.Partial && result.End != (len(r.hits) < size) && !strings.Contains(body, `"found"`) {
		s.problem(a, "%d hits of %d asked for, and the end is %v", len(r.hits), size, result.End)
	}
	blocks, err := played.Blocks(result)
	if err != nil {
		s.problem(a, "%v", err)
		return false
	}
	s.compare(a, blocks, r)
	return true
}

// pageError feeds an error response to a page and returns the error.
func (s *session) pageError(a *response, body string) error {
	_, _, err := s.conn.Page(s.ctx, driver.PageArgs{Object: "recorded", Size: 1}, []play.Reply{a.with(body)})
	return err
}

// schemas has the schemas of a recording's objects, by name, in the order of recording.
type schemas map[string][]schema

type schema struct {
	place int
	text  string
}

func (k schemas) add(object string, place int, text string) {
	k[object] = append(k[object], schema{place, text})
}

// at returns the last schema recorded before a position, or otherwise the first one after it; "" if there is none.
func (k schemas) at(object string, place int) string {
	text := ""
	for i, known := range k[object] {
		if i == 0 || known.place <= place {
			text = known.text
		}
	}
	return text
}

// quoted returns the text of a string, "" if the value is not a string.
func quoted(v *exact.Value) string {
	text, _ := v.Text()
	return text
}

// faultOf returns the *driver.Error in err, an empty one if there is none.
func faultOf(err error) *driver.Error {
	var e *driver.Error
	if errors.As(err, &e) {
		return e
	}
	return &driver.Error{}
}
