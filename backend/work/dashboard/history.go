package dashboard

import (
	"strconv"
	"time"

	"quarry/drivers/driver"
)

// kept is how many points of a dashboard are kept.
const kept = 512

// Point is one sample as the charts show it.
type Point struct {
	Number int       // 1, 2, 3 and so on
	Time   time.Time // when the sample was taken
	Values []string  // one per series, a decimal number; "" for none
}

// reading is what a sample says about one series.
type reading struct {
	counters []driver.Counter
	now      string
	within   int // index of the series that includes this one, -1 for none
}

// sample is the series of one response.
type sample struct {
	taken  time.Time
	names  []string
	series []reading
}

// history keeps the points of a dashboard. Its size is fixed, however long the dashboard is open.
type history struct {
	last   *sample
	points []Point // a ring: the point with a given number is at (number-1) % kept
	number int     // of the newest point
}

// sampleOf returns the series of a response, in the order of its charts.
func sampleOf(d *driver.Dashboard, taken time.Time) *sample {
	s := &sample{taken: taken}
	for i := range d.Charts {
		first := len(s.names)
		for k := range d.Charts[i].Series {
			s.names = append(s.names, d.Charts[i].Series[k].Name)
		}
		for k := range d.Charts[i].Series {
			one := &d.Charts[i].Series[k]
			r := reading{counters: one.Counters, now: one.Now, within: -1}
			for other := first; other < len(s.names); other++ {
				if one.Within != "" && s.names[other] == one.Within {
					r.within = other
				}
			}
			s.series = append(s.series, r)
		}
	}
	return s
}

// add adds the point of a sample.
func (h *history) add(s *sample) {
	values := make([]string, len(s.series))
	rates := make([]float64, len(s.series))
	comparable := h.last != nil && same(h.last.names, s.names)
	for i := range s.series {
		rates[i] = -1
		if comparable {
			rates[i] = rate(h.last.series[i].counters, s.series[i].counters, s.taken.Sub(h.last.taken))
		}
	}
	for i := range s.series {
		one := &s.series[i]
		if whole := one.within; whole >= 0 && rates[whole] >= 0 {
			rates[i] = min(rates[i], rates[whole])
		} else if whole >= 0 {
			rates[i] = -1
		}
		switch {
		case one.now != "":
			values[i] = one.now
		case rates[i] >= 0:
			values[i] = strconv.FormatFloat(rates[i], 'f', 2, 64)
		}
	}
	h.last = s
	h.number++
	p := Point{Number: h.number, Time: s.taken, Values: values}
	if len(h.points) < kept {
		h.points = append(h.points, p)
	} else {
		h.points[(h.number-1)%kept] = p
	}
}

// since returns the points after the one with that number, oldest first.
func (h *history) since(number int) []Point {
	points := []Point{}
	for next := max(number, h.number-len(h.points)) + 1; next <= h.number; next++ {
		points = append(points, h.points[(next-1)%kept])
	}
	return points
}

// restarted is how much the start times of a counter may differ, in milliseconds, before it counts as restarted: the
// server caches them for a second or more.
const restarted = 5_000

// rate returns how fast counters grew, per second: those in both samples that have neither restarted nor gone back. It
// is -1 if there are none.
func rate(before, after []driver.Counter, passed time.Duration) float64 {
	was := make(map[string]*driver.Counter, len(before))
	for i := range before {
		was[before[i].Of] = &before[i]
	}
	sum := -1.0
	for i := range after {
		now := &after[i]
		old := was[now.Of]
		if old == nil || now.Value < old.Value || distance(now.Since, old.Since) > restarted {
			continue
		}
		millis := passed.Milliseconds()
		if now.At != 0 && old.At != 0 {
			millis = now.At - old.At
		}
		if millis <= 0 {
			continue
		}
		sum = max(sum, 0) + float64(now.Value-old.Value)*1000/float64(millis)
	}
	return sum
}

func distance(a, b int64) int64 { return max(a-b, b-a) }

func same(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
