package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// result is one line of the table.
type result struct {
	what     string
	before   string // the same figure earlier, "" for none
	most     string // the maximum in between, "" if not measured
	measured string
	limit    string // "" for none
	wrong    bool
	slow     bool // a time is over its limit: a machine that is also doing something else is slow
}

func (l *load) add(results ...result) { l.results = append(l.results, results...) }

// timed returns the result of limiting a time.
func timed(what string, took, limit time.Duration) result {
	return result{what: what, measured: millis(took), limit: "<= " + millis(limit), slow: took > limit}
}

// exact returns the result of comparing what was found with what exists.
func exact(what string, found, there any) result {
	f, t := fmt.Sprint(found), fmt.Sprint(there)
	return result{what: what, measured: f, limit: "= " + t, wrong: f != t}
}

func millis(d time.Duration) string { return fmt.Sprintf("%.0f ms", d.Seconds()*1000) }

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20)) }

// print writes the results as one table.
func (l *load) print(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "what\tbefore\tmost\tmeasured\tlimit\t")
	for _, r := range l.results {
		verdict := "ok"
		switch {
		case r.wrong:
			verdict = "WRONG"
		case r.slow:
			verdict = "SLOW"
		case r.limit == "":
			verdict = ""
		}
		_, _ = fmt.Fprintln(w, strings.Join([]string{r.what, r.before, r.most, r.measured, r.limit, verdict}, "\t"))
	}
	return w.Flush() // a failed write is reported here
}
