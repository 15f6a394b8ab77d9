package cases

import (
	"context"
	"errors"

	"quarry/backend/testing/conformance/cases/play"
	"quarry/drivers/driver"
)

// Statistics is the result of statistics. Counts that are unknown or do not apply are left out.
type Statistics struct {
	Total     *int64         `case:"total,may"`
	Present   *int64         `case:"present,may"`
	Ignored   int64          `case:"ignored,may"`
	Figures   bool           `case:"figures,may"`
	Reason    string         `case:"reason,may"`
	Objects   *int64         `case:"objects,may"`
	Valued    *int64         `case:"valued,may"`
	Values    int64          `case:"values,may"`
	Distinct  *int64         `case:"distinct,may"`
	Estimated bool           `case:"estimated,may"`
	Min       string         `case:"min,may"`
	Max       string         `case:"max,may"`
	Sum       string         `case:"sum,may"`
	Average   string         `case:"average,may"`
	Rounded   bool           `case:"rounded,may"`
	Top       []Frequent     `case:"top,may"`
	TopNote   string         `case:"topNote,may"`
	Other     int64          `case:"other,may"`
	Error     int64          `case:"countError,may"`
	Bars      []HistogramBar `case:"bars,may"`
	Interval  string         `case:"interval,may"`
	BarNote   string         `case:"barNote,may"`
	Partial   bool           `case:"partial,may"`
	Notices   []Notice       `case:"notices,may"`
}

// Frequent is a value and how often it occurs.
type Frequent struct {
	Text  string `case:"text"`
	Count int64  `case:"count"`
}

// HistogramBar is one bar of a histogram.
type HistogramBar struct {
	From  string `case:"from"`
	To    string `case:"to,may"`
	Count int64  `case:"count"`
}

var errNoSummary = errors.New("there is no schema with the column to summarize")

// statistics summarizes a column of the open view, in the snapshot of the last page if it has one.
func (p *player) statistics(ctx context.Context, op *Operation, came *Came) (*play.Played, any, error) {
	if p.conn.View == nil || p.conn.View.Column(op.Arguments.Column) == nil {
		came.broken = errNoSummary
		return nil, nil, nil
	}
	args := &driver.StatisticsArgs{
		Object: p.object(op), View: p.conn.View.Set.View, State: p.state, Column: p.conn.View.Column(op.Arguments.Column).Statistics(),
	}
	return run(ctx, p, op, args, statisticsOf)
}

func statisticsOf(s *driver.Statistics) any {
	result := &Statistics{
		Total: notBelowZero(s.Total), Present: notBelowZero(s.Present), Ignored: s.Ignored, Figures: s.Figures, Reason: s.Reason,
		Objects: notBelowZero(s.Objects), Valued: notBelowZero(s.Valued), Values: s.Values, Estimated: s.Estimated,
		Min: s.Min, Max: s.Max, Sum: s.Sum, Average: s.Average, Rounded: s.Rounded,
		TopNote: s.TopNote, Other: s.Other, Error: s.Error, Interval: s.Interval, BarNote: s.BarNote, Partial: s.Partial,
	}
	if s.Figures {
		result.Distinct = notBelowZero(s.Distinct)
	}
	for _, v := range s.Top {
		result.Top = append(result.Top, Frequent(v))
	}
	for _, b := range s.Bars {
		result.Bars = append(result.Bars, HistogramBar(b))
	}
	for _, n := range s.Notices {
		result.Notices = append(result.Notices, Notice(n))
	}
	return result
}
