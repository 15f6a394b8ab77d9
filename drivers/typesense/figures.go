package typesense

import (
	"math"
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
)

// metricNames and statNames are the figures that a dashboard shows. /stats.json also has figures for each path that was
// requested, which are left out.
var (
	metricNames = []string{
		"typesense_memory_resident_bytes", "typesense_memory_active_bytes", "typesense_memory_allocated_bytes",
		"typesense_memory_retained_bytes", "typesense_memory_fragmentation_ratio",
		"system_memory_total_bytes", "system_memory_used_bytes", "system_memory_total_swap_bytes", "system_memory_used_swap_bytes",
		"system_disk_total_bytes", "system_disk_used_bytes",
	}
	statNames = []string{
		"total_requests_per_second", "search_requests_per_second", "write_requests_per_second", "import_requests_per_second",
		"delete_requests_per_second", "overloaded_requests_per_second", "search_latency_ms", "search_95Percentile_latency_ms",
		"write_latency_ms", "pending_write_batches", "cache_hit_ratio",
	}
)

// longestLatency is a day, in milliseconds. 30.0 can report means that only a negative time as an unsigned number
// explains.
const longestLatency = 24 * 60 * 60 * 1000

// figures are the numbers in a response, as the engine wrote them: /metrics.json writes them as text.
type figures struct {
	values map[string]string // "" if missing or not a number
	err    *driver.Error     // why there are none
}

func figuresOf(s *driver.Send, r *driver.Reply) *figures {
	f := &figures{values: map[string]string{}}
	switch {
	case r.Err != nil:
		f.err = r.Err
		return f
	case !r.OK():
		f.err = answered(&s.Request, r)
		return f
	}
	for i, name := range s.Pick {
		value := r.Picked[i]
		if strings.HasPrefix(value, `"`) {
			value = jx.Unquote(value)
		}
		if n, err := strconv.ParseFloat(value, 64); err == nil && n >= 0 && !math.IsInf(n, 1) {
			f.values[name] = value
		}
	}
	return f
}

// real returns a figure, 0 if missing.
func (f *figures) real(name string) float64 {
	n, err := strconv.ParseFloat(f.values[name], 64)
	if err != nil {
		return 0
	}
	return n
}

// integer returns a whole number, -1 if missing.
func (f *figures) integer(name string) int64 { return number(f.values[name]) }

// whole returns the whole that a figure is part of, 0 if unknown.
func (f *figures) whole(name string) int64 { return max(0, f.integer(name)) }

// gauge begins a gauge. It is false if the figure is missing; then the gauge has the reason.
func (f *figures) gauge(title, name string) (driver.Gauge, bool) {
	g := driver.Gauge{Title: title, Err: f.err}
	if g.Err == nil && f.values[name] == "" {
		g.Err = &driver.Error{Kind: driver.Engine, Message: "The server does not report " + name + ".", Status: 200, Sent: true}
	}
	return g, g.Err == nil
}

// text begins a gauge whose figure is written out.
func (f *figures) text(title, name string) (driver.Gauge, bool) {
	g, ok := f.gauge(title, name)
	if ok {
		g.Text = rounded(f.values[name])
	}
	return g, ok
}

// bytes begins a gauge of a size.
func (f *figures) bytes(title, name string) (driver.Gauge, bool) {
	g, ok := f.gauge(title, name)
	if ok {
		g.Value, g.Bytes = f.whole(name), true
	}
	return g, ok
}

// latency begins a gauge of a mean in milliseconds. One of more than a day is reported as wrong.
func (f *figures) latency(title, name string) (driver.Gauge, bool) {
	if f.real(name) > longestLatency {
		return driver.Gauge{Title: title, Err: &driver.Error{
			Kind: driver.Engine, Message: "The server reports " + f.values[name] + " ms, which cannot be right.", Status: 200, Sent: true,
		}}, false
	}
	g, ok := f.text(title, name)
	if ok {
		g.Unit = "ms"
	}
	return g, ok
}

// size returns a size and what it is, "" if missing.
func (f *figures) size(name, what string) string {
	n := f.integer(name)
	if n < 0 {
		return ""
	}
	return sizeWords(n) + " " + what
}

// rate returns a figure and what it counts, "" if missing, and unless always is set, also if zero.
func (f *figures) rate(name, what string, always bool) string {
	if f.values[name] == "" || !always && f.real(name) == 0 {
		return ""
	}
	return rounded(f.values[name]) + " " + what
}

// series returns a curve of a figure, with all its digits.
func (f *figures) series(name, title, of string) driver.Series {
	return driver.Series{Name: name, Title: title, Now: f.values[of], Err: f.err}
}

// latencies is series without values that cannot be right.
func (f *figures) latencies(name, title, of string) driver.Series {
	s := f.series(name, title, of)
	if f.real(of) > longestLatency {
		s.Now = ""
	}
	return s
}

// gigabytes is series of a size in bytes. The point is moved in the text, so no digit is lost.
func (f *figures) gigabytes(name, title, of string) driver.Series {
	s := f.series(name, title, of)
	const digits = 9
	if f.integer(of) < 0 {
		s.Now = ""
		return s
	}
	text := strings.Repeat("0", max(0, digits+1-len(s.Now))) + s.Now
	s.Now = text[:len(text)-digits] + "." + text[len(text)-digits:]
	return s
}

// rounded writes a number to be read at a glance: "0.41", "22.3", "1,204". A positive number is never written as 0.
func rounded(text string) string {
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return text
	case n > 0 && n < 0.01:
		return "<0.01"
	case n < 10:
		return trimmed(n, 2)
	case n < 100:
		return trimmed(n, 1)
	}
	whole := strconv.FormatFloat(n, 'f', 0, 64)
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	return whole
}

// trimmed writes a number with at most that many decimals.
func trimmed(n float64, decimals int) string {
	text := strconv.FormatFloat(n, 'f', decimals, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

var sizeUnits = []string{"kB", "MB", "GB", "TB", "PB"}

// sizeWords writes a size with three digits: "34.0 MB".
func sizeWords(n int64) string {
	const step = 1000
	if n < step {
		return strconv.FormatInt(n, 10) + " B"
	}
	amount, unit := float64(n)/step, 0
	for amount >= step && unit+1 < len(sizeUnits) {
		amount, unit = amount/step, unit+1
	}
	decimals := 2
	switch {
	case amount >= 100:
		decimals = 0
	case amount >= 10:
		decimals = 1
	}
	return strconv.FormatFloat(amount, 'f', decimals, 64) + " " + sizeUnits[unit]
}

// commas joins parts with commas and leaves out empty ones.
func commas(parts ...string) string {
	kept := parts[:0]
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, ", ")
}
