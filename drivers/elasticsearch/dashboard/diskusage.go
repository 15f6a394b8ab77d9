package dashboard

import (
	"strconv"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/jx"
	"quarry/drivers/elasticsearch/es"
)

// watermarks are the limits of disk use (Cluster-level shard allocation and routing settings, "Disk-based shard
// allocation settings").
type watermarks struct {
	off    bool
	limits []watermark // lowest first, only those that could be read
}

// watermark is one limit: the part of the disk that may be used, or the bytes that must stay available.
type watermark struct {
	name  string
	text  string // as set: "85%", "500mb"
	ratio float64
	free  int64 // 0 if it is a ratio
	least int64 // with a ratio: maximum number of bytes that must stay available, 0 for no maximum
	level driver.Level
}

var watermarkNames = []struct {
	key, name string
	level     driver.Level
}{
	{"low", "low", driver.LevelWarn}, {"high", "high", driver.LevelBad}, {"flood_stage", "flood stage", driver.LevelBad},
}

// watermarks reads the settings; without permission, no limit is known.
func (a *responses) watermarks() *watermarks {
	marks := &watermarks{}
	if a.err(askWatermarks) != nil {
		return marks
	}
	body := a.body(askWatermarks)
	marks.off = diskSetting(body, "threshold_enabled") == "false"
	if marks.off {
		return marks
	}
	for _, w := range watermarkNames {
		if mark, ok := parseWatermark(diskSetting(body, "watermark", w.key)); ok {
			mark.name, mark.level = w.name, w.level
			mark.least = bytesOf(diskSetting(body, "watermark", w.key+".max_headroom"))
			marks.limits = append(marks.limits, mark)
		}
	}
	return marks
}

// diskSetting returns a setting below cluster.routing.allocation.disk: transient before persistent before default.
func diskSetting(body string, path ...string) string {
	for _, level := range []string{"transient", "persistent", "defaults"} {
		at := append([]string{level, "cluster", "routing", "allocation", "disk"}, path...)
		if text := jx.Text(body, at...); text != "" {
			return text
		}
	}
	return ""
}

// parseWatermark reads "85%", "0.85" or "500mb".
func parseWatermark(text string) (watermark, bool) {
	w := watermark{text: text}
	if percent, ok := strings.CutSuffix(text, "%"); ok {
		p, err := strconv.ParseFloat(percent, 64)
		w.ratio = p / 100
		return w, err == nil
	}
	if w.free = bytesOf(text); w.free > 0 {
		return w, true
	}
	ratio, err := strconv.ParseFloat(text, 64)
	w.ratio = ratio
	if w.text = text; err == nil {
		w.text = strconv.FormatFloat(ratio*100, 'f', -1, 64) + "%"
	}
	return w, err == nil && ratio > 0 && ratio <= 1
}

// units of sizes (API conventions, "Byte size units").
var units = []struct {
	suffix string
	shift  uint
}{{"kb", 10}, {"mb", 20}, {"gb", 30}, {"tb", 40}, {"pb", 50}, {"b", 0}}

// bytesOf parses a size such as "200GB", 0 if it is not one.
func bytesOf(text string) int64 {
	text = strings.ToLower(text)
	for _, u := range units {
		if amount, ok := strings.CutSuffix(text, u.suffix); ok {
			n, err := strconv.ParseFloat(amount, 64)
			if err != nil || n < 0 || n > 1e6 {
				return max(0, es.ParseInt(amount)<<u.shift)
			}
			return int64(n * float64(int64(1)<<u.shift))
		}
	}
	return 0
}

// reached reports whether a disk has less room than the watermark requires.
func (w *watermark) reached(used, total int64) bool {
	must := w.free
	if must == 0 {
		must = total - int64(w.ratio*float64(total))
		if w.least > 0 {
			must = min(must, w.least)
		}
	}
	return total-used < must
}

// highest returns the highest watermark that a disk has reached, nil for none.
func (m *watermarks) highest(used, total int64) *watermark {
	for i := len(m.limits) - 1; i >= 0 && used >= 0 && total > 0; i-- {
		if m.limits[i].reached(used, total) {
			return &m.limits[i]
		}
	}
	return nil
}

func (m *watermarks) level(used, total int64) driver.Level {
	if w := m.highest(used, total); w != nil {
		return w.level
	}
	return ""
}

// passed returns the name of the highest watermark that a node has reached.
func (m *watermarks) passed(f *nodeFigures, name string) string {
	for i := range f.list {
		if n := &f.list[i]; n.name == name {
			if w := m.highest(n.diskUsed, n.diskSize); w != nil {
				return w.name
			}
		}
	}
	return ""
}

// note names the lowest watermark.
func (m *watermarks) note() string {
	switch {
	case m.off:
		return "disk watermarks are off"
	case len(m.limits) == 0:
		return ""
	case m.limits[0].free > 0:
		return m.limits[0].name + " watermark " + m.limits[0].text + " available"
	}
	return m.limits[0].name + " watermark " + m.limits[0].text
}
