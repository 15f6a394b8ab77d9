package broken

import (
	"slices"
	"strconv"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// Statistics implements [driver.Statistician]: a box has few enough things to read and count them.
func (s *shelf) Statistics(c *driver.Conn, a *driver.StatisticsArgs) (*driver.Statistics, error) {
	query := "size=1000"
	if len(a.View) > 0 && s.fault != SummarizesAll {
		query += "&" + string(a.View)
	}
	req := driver.Request{Method: "GET", Path: s.path("boxes", a.Object, "things"), Query: query, Purpose: "statistics"}
	r, err := s.ask(c, driver.Send{Request: req, Verb: driver.Raw})
	if err != nil {
		return nil, err
	}
	result := &driver.Statistics{Figures: a.Column.Integer, Objects: -1, Valued: -1, Millis: -1}
	var values []int
	things, _ := jx.Get(string(r.Body), "things")
	jx.Items(things, func(thing string) bool {
		result.Total++
		if raw, there := jx.Get(thing, "thing", a.Column.Name); there {
			n, _ := strconv.Atoi(raw)
			result.Present++
			values = append(values, n)
		}
		return true
	})
	if !result.Figures {
		result.Reason = "Only whole numbers are summarized."
		return result, nil
	}
	slices.Sort(values)
	result.Values = int64(len(values))
	different := slices.Compact(slices.Clone(values))
	result.Distinct = int64(len(different))
	if s.fault == TrustsEstimates {
		result.Distinct++
	}
	if len(values) > 0 {
		result.Min, result.Max = strconv.Itoa(values[0]), strconv.Itoa(values[len(values)-1])
		if s.fault == RoundsTheEnds {
			result.Max = strconv.Itoa(values[len(values)-1] + 1)
		}
	}
	return result, nil
}
