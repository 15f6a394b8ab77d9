package script

import (
	"slices"
	"strconv"

	"quarry/drivers/driver"
)

// once removes the units that were already in an earlier group of a walk, as [driver.FieldSpec] says, in runs that are
// as long as possible.
func once(walked []byte, specs []driver.FieldSpec) []byte {
	opens := slices.IndexFunc(specs, func(s driver.FieldSpec) bool { return s.Once })
	if opens < 0 {
		return walked
	}
	var out []byte
	var known []string
	run := []int{0, 0, 0} // first unit, units, records
	end := func() {
		if run[1] > 0 {
			attrs := []string{strconv.Itoa(run[0]), strconv.Itoa(run[1]), strconv.Itoa(run[2])}
			out = driver.AppendRecord(out, &driver.Record{Spec: opens, Attrs: attrs})
		}
		run = []int{0, 0, 0}
	}
	inside := false
	for _, unit := range units(walked) {
		if unit.spec == opens || !inside {
			end()
			inside = inside || unit.spec == opens
			out = append(out, unit.bytes...)
			continue
		}
		at := slices.Index(known, string(unit.bytes))
		switch {
		case at < 0:
			end()
			known = append(known, string(unit.bytes))
			out = append(out, unit.bytes...)
			continue
		case run[1] > 0 && at != run[0]+run[1]:
			end()
		}
		if run[1] == 0 {
			run[0] = at
		}
		run[1]++
		run[2] += unit.records
	}
	end()
	return out
}

type unit struct {
	spec, records int
	bytes         []byte
}

// units splits a walk at records that are not nested in another one.
func units(walked []byte) []unit {
	var all []unit
	reply := driver.Reply{Walked: string(walked)}
	reply.EachRecord(func(_ int, r *driver.Record) {
		if r.Depth == 0 {
			all = append(all, unit{spec: r.Spec})
		}
		last := &all[len(all)-1]
		last.records++
		last.bytes = driver.AppendRecord(last.bytes, r)
	})
	return all
}
