package typesense

import (
	"fmt"
	"math"
	"net/http"
	"runtime"
	"strings"
	"time"
)

// load is how busy the server seems, although only its client uses it: everything is a function of the time since it was
// started.
type load struct{ seconds float64 }

func (e *Engine) traffic() load { return load{time.Since(e.began).Seconds()} }

// wave returns a number between low and high.
func (l load) wave(low, high, period float64) float64 {
	slow, fast := math.Sin(2*math.Pi*l.seconds/period), math.Sin(2*math.Pi*l.seconds/(period/7.3))
	return low + (high-low)*(1+0.75*slow+0.25*fast)/2
}

// The machine that the server seems to run on.
const (
	memoryTotal = 16 << 30
	swapTotal   = 2 << 30
	diskTotal   = 256 << 30
	diskUsed    = 64 << 30
)

// metrics are the figures of the process and its machine.
func (e *Engine) metrics(*request) (response, *failure) {
	l := e.traffic()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	active := int64(m.Sys) + int64(l.wave(0, 40<<20, 160))
	allocated := int64(float64(active) * l.wave(0.93, 0.97, 70))
	o := object{
		"typesense_memory_fragmentation_ratio": fmt.Sprintf("%.2f", 1-float64(allocated)/float64(active)),
		"system_cpu1_active_percentage":        fmt.Sprintf("%.2f", l.wave(4, 35, 50)),
		"system_cpu2_active_percentage":        fmt.Sprintf("%.2f", l.wave(3, 28, 65)),
		"system_cpu_active_percentage":         fmt.Sprintf("%.2f", l.wave(4, 31, 57)),
	}
	for name, value := range map[string]int64{
		"system_disk_total_bytes": diskTotal, "system_disk_used_bytes": diskUsed + int64(l.seconds*2000),
		"system_memory_total_bytes": memoryTotal, "system_memory_used_bytes": 4<<30 + active + int64(l.wave(0, 900<<20, 210)),
		"system_memory_total_swap_bytes": swapTotal, "system_memory_used_swap_bytes": 0,
		"system_network_received_bytes": 1<<20 + int64(l.seconds*60_000), "system_network_sent_bytes": 1<<20 + int64(l.seconds*900_000),
		"typesense_memory_active_bytes": active, "typesense_memory_resident_bytes": active, "typesense_memory_allocated_bytes": allocated,
		"typesense_memory_mapped_bytes": active + 24<<20, "typesense_memory_metadata_bytes": 7 << 20, "typesense_memory_retained_bytes": 16 << 20,
	} {
		o[name] = fmt.Sprint(value)
	}
	return response{status: http.StatusOK, body: textOf(o)}, nil
}

// busy returns how many requests of a kind others seem to send per second, and how many milliseconds each takes.
func (l load) busy(kind string) (perSecond, millis float64) {
	switch kind {
	case "search":
		return l.wave(130, 210, 90), l.wave(4.8, 7.6, 60)
	case "write":
		return l.wave(5, 13, 75), l.wave(9, 19, 45)
	}
	return 0, 0
}

// statistics are the figures of the last seconds: the requests that were counted, and those of the load.
func (e *Engine) statistics(*request) (response, *failure) {
	l := e.traffic()
	counts, times := e.stats.sums()
	all := float64(counts["all"]) / statsWindow.Seconds()
	latencies, rates := object{}, object{}
	for name, n := range counts {
		if route, found := strings.CutPrefix(name, "route "); found {
			latencies[route], rates[route] = twoDecimals(millis(times[name])/float64(n)), float64(n)/statsWindow.Seconds()
		}
	}
	o := object{"latency_ms": latencies, "requests_per_second": rates, "overloaded_requests_per_second": 0, "pending_write_batches": 0}
	for _, kind := range []string{"search", "write", "import", "delete"} {
		others, slow := l.busy(kind)
		own := float64(counts[kind]) / statsWindow.Seconds()
		all += others
		o[kind+"_requests_per_second"], o[kind+"_latency_ms"] = 0, 0
		if own+others == 0 {
			continue
		}
		mean := (millis(times[kind])/statsWindow.Seconds() + others*slow) / (own + others)
		o[kind+"_requests_per_second"], o[kind+"_latency_ms"] = twoDecimals(own+others), twoDecimals(mean)
		if e.release.major < 29 {
			continue
		}
		for percent, factor := range map[string]float64{"70": 1.1, "95": 1.8, "99": 3} {
			o[kind+"_"+percent+"Percentile_latency_ms"] = math.Round(mean * factor)
		}
		o[kind+"_min_latency_ms"], o[kind+"_max_latency_ms"] = 0, int(mean*5)
	}
	o["total_requests_per_second"] = twoDecimals(all)
	if e.release.major >= 29 {
		o["cache_hit_ratio"] = twoDecimals(l.wave(0.66, 0.78, 120))
	}
	return ok(o), nil
}

// sums counts the requests of the last seconds, and adds up how long they took, by kind, by route and in all.
func (s *stats) sums() (counts map[string]int, times map[string]time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trim(time.Now())
	counts, times = map[string]int{}, map[string]time.Duration{}
	for _, t := range s.recent {
		for _, name := range []string{"route " + t.route, t.kind, "all"} {
			counts[name]++
			times[name] += t.duration
		}
	}
	return counts, times
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func twoDecimals(n float64) float64 { return math.Round(n*100) / 100 }
