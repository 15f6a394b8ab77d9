package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"
	"time"
)

// result is one line of the table. If baseline is empty, the budget limits the measured value, otherwise the ratio.
type result struct {
	what     string
	measured string
	baseline string
	value    float64 // what the budget limits: a ratio, milliseconds or megabytes
	budget   float64 // 0 for none
	unit     string  // unit of value: "x", "ms" or "MB"
	never    bool    // instead of a budget: value must be 0
}

// ratio returns the result of comparing two times.
func ratio(what string, measured, baseline time.Duration, budget float64) result {
	value := float64(measured) / float64(baseline)
	return result{what: what, measured: millis(measured), baseline: millis(baseline), value: value, budget: budget, unit: "x"}
}

// atMost returns the result of limiting a time.
func atMost(what string, measured, budget time.Duration) result {
	return result{what: what, measured: millis(measured), value: inMillis(measured), budget: inMillis(budget), unit: "ms"}
}

// sized returns the result of limiting a size in bytes to a number of megabytes (2^20 bytes).
func sized(what string, bytes int64, budget float64) result {
	return result{what: what, measured: megabytes(bytes), value: float64(bytes) / (1 << 20), budget: budget, unit: "MB"}
}

// grown returns the result of comparing two sizes in bytes.
func grown(what string, measured, baseline int64, budget float64) result {
	value := float64(measured) / float64(baseline)
	return result{what: what, measured: megabytes(measured), baseline: megabytes(baseline), value: value, budget: budget, unit: "x"}
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.2f MB", float64(bytes)/(1<<20)) }

// never returns the result of counting something that must not happen, with the baseline's count beside it.
func never(what string, count, baseline int) result {
	return result{what: what, measured: fmt.Sprint(count), baseline: fmt.Sprint(baseline), value: float64(count), never: true}
}

func inMillis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func millis(d time.Duration) string { return fmt.Sprintf("%.2f ms", inMillis(d)) }

// over reports whether the budget is exceeded.
func (r result) over() bool { return (r.never || r.budget > 0) && r.value > r.budget }

func (r result) cells() []any {
	cells := []any{r.what, r.measured, dash(r.baseline), "-", "-", "-"}
	if r.unit == "x" {
		cells[3] = fmt.Sprintf("%.2f", r.value)
	}
	switch {
	case r.never:
		cells[4] = "none"
	case r.budget == 0:
		return cells
	default:
		cells[4] = "<= " + strconv.FormatFloat(math.Round(r.budget*1000)/1000, 'f', -1, 64) + " " + r.unit
	}
	cells[5] = "ok"
	if r.over() {
		cells[5] = "OVER"
	}
	return cells
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// printTable writes the results as one table.
func printTable(to io.Writer, results []result) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	const line = "%s\t%s\t%s\t%s\t%s\t%s\n"
	_, _ = fmt.Fprintf(w, line, "what", "measured", "baseline", "ratio", "budget", "")
	for _, r := range results {
		_, _ = fmt.Fprintf(w, line, r.cells()...)
	}
	return w.Flush() // a failed write is reported here
}
