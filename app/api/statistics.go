package api

import (
	"context"
	"strconv"

	"quarry/drivers/driver"
)

// StatisticsRequest names a column of a generation of a view.
type StatisticsRequest struct {
	Call       string `json:"call"`
	View       string `json:"view"`
	Generation int    `json:"generation"`
	Column     string `json:"column"`
}

// SentText is a request as it was sent: its path with the query, and its body.
type SentText struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Body   string `json:"body"`
}

// ValueCount is a value, as typed into a filter, with the number of documents or objects that have it.
type ValueCount struct {
	Text  string `json:"text"`
	Count string `json:"count"`
}

// HistogramBar is one bar of a histogram: how many documents or objects have a value from From up to but not including
// To, which is "" if the bar begins with a date.
type HistogramBar struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Count string `json:"count"`
}

// ColumnStatistics is a summary of a column's values, as [driver.Statistics] describes it. Numbers are digits, "" if
// they are unknown or do not apply.
type ColumnStatistics struct {
	Requests []SentText `json:"requests"`
	Total    string     `json:"total"`
	Present  string     `json:"present"`
	Ignored  string     `json:"ignored"` // "" for none

	IgnoredWhy string `json:"ignoredWhy"` // describes such a value in a few words

	Figures   bool   `json:"figures"`
	Reason    string `json:"reason"`
	Objects   string `json:"objects"`
	Valued    string `json:"valued"`
	Values    string `json:"values"`
	Distinct  string `json:"distinct"`
	Estimated bool   `json:"estimated"`

	Min     string `json:"min"`
	Max     string `json:"max"`
	Sum     string `json:"sum"`
	Average string `json:"average"`
	Rounded bool   `json:"rounded"`

	Top        []ValueCount   `json:"top"`
	TopNote    string         `json:"topNote"`
	Other      string         `json:"other"`      // "" for none
	CountError string         `json:"countError"` // how much too low a count can be, "" for none
	CountWhy   string         `json:"countWhy"`   // the reason, in a few words
	Bars       []HistogramBar `json:"bars"`
	BarNote    string         `json:"barNote"`

	Partial bool         `json:"partial"`
	Notices []PageNotice `json:"notices"`
	Millis  int          `json:"millis"` // the engine's own time, -1 if unknown
	Taken   string       `json:"taken"`  // when its snapshot was taken, in milliseconds since 1970; "" for none
}

// Statistics summarizes the values of a column, in the documents that match the view's filter.
func (g *Grid) Statistics(q StatisticsRequest) (ColumnStatistics, error) {
	return call(g.calls, q.Call, func(ctx context.Context) (ColumnStatistics, error) {
		_, v, err := g.views.View(q.View)
		if err != nil {
			return ColumnStatistics{}, err
		}
		s, err := v.Statistics(ctx, q.Generation, q.Column)
		if err != nil {
			return ColumnStatistics{}, err
		}
		return statisticsOf(s), nil
	})
}

func statisticsOf(s *driver.Statistics) ColumnStatistics {
	c := ColumnStatistics{
		Requests: []SentText{}, Total: known(s.Total), Present: known(s.Present), Ignored: some(s.Ignored), IgnoredWhy: s.IgnoredWhy,
		Figures: s.Figures, Reason: s.Reason, Objects: known(s.Objects), Valued: known(s.Valued), Estimated: s.Estimated,
		Min: s.Min, Max: s.Max, Sum: s.Sum, Average: s.Average, Rounded: s.Rounded,
		Top: []ValueCount{}, TopNote: s.TopNote, Other: some(s.Other), CountError: some(s.Error), CountWhy: s.ErrorWhy, Bars: []HistogramBar{}, BarNote: s.BarNote,
		Partial: s.Partial, Notices: []PageNotice{}, Millis: int(s.Millis), Taken: some(s.Taken),
	}
	if s.Figures {
		c.Values, c.Distinct = known(s.Values), known(s.Distinct)
	}
	for _, r := range s.Requests {
		path := r.Path
		if r.Query != "" {
			path += "?" + r.Query
		}
		c.Requests = append(c.Requests, SentText{r.Method, path, string(r.Body)})
	}
	for _, v := range s.Top {
		c.Top = append(c.Top, ValueCount{v.Text, known(v.Count)})
	}
	for _, b := range s.Bars {
		c.Bars = append(c.Bars, HistogramBar{b.From, b.To, known(b.Count)})
	}
	for _, n := range s.Notices {
		c.Notices = append(c.Notices, PageNotice{Text: n.Text, Detail: n.Detail})
	}
	return c
}

// some formats a number above 0, "" for any other.
func some(n int64) string {
	if n <= 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
