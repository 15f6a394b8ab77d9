package elasticsearch

import (
	"math"
	"strings"
	"sync"
)

// lazyStats are the statistics of an index, collected on demand.
type lazyStats struct {
	once sync.Once
	all  map[string]*fieldStats
}

// statistics returns the statistics of every field. It does not count deleted documents, like a node that has merged
// them away.
func (x *index) statistics() map[string]*fieldStats {
	x.stats.once.Do(func() { x.stats.all = collectStats(x) })
	return x.stats.all
}

// fieldStats are the numbers that BM25 needs for one field, over both documents and nested objects.
type fieldStats struct {
	entries  int // entries with the field
	terms    int // terms in all entries
	entryOf  map[string]int
	analysed bool
}

func collectStats(x *index) map[string]*fieldStats {
	all := map[string]*fieldStats{}
	for _, d := range x.docs {
		d.root.collect(x.schema, all)
	}
	return all
}

func (n *node) collect(s *schema, all map[string]*fieldStats) {
	keyed := map[string][]value{}
	for path, values := range n.values {
		f := s.lookup(path)
		switch {
		case f == nil || f.class() != words && f.class() != exact && f.kind != "boolean":
		case f.key != "":
			for _, v := range values {
				keyed[f.statPath()] = append(keyed[f.statPath()], value{text: f.statTerm(v.text)})
			}
		default:
			addStats(all, path, f.kind == "text", values)
		}
	}
	for path, values := range keyed {
		addStats(all, path, false, values)
	}
	for _, c := range n.children {
		c.collect(s, all)
	}
}

func addStats(all map[string]*fieldStats, path string, analysed bool, values []value) {
	st := all[path]
	if st == nil {
		st = &fieldStats{entryOf: map[string]int{}, analysed: analysed}
		all[path] = st
	}
	st.add(values)
}

// statPath returns where a field's statistics are: the keys of a flattened field share them, as they share one field in
// the engine's index.
func (f *field) statPath() string {
	if f.key == "" {
		return f.path
	}
	return strings.TrimSuffix(f.path, f.key) + "_keyed"
}

// statTerm returns the name of a term in the shared statistics.
func (f *field) statTerm(term string) string {
	if f.key == "" {
		return term
	}
	return f.key + "\x00" + term
}

func (x *index) statsOf(f *field) *fieldStats { return x.statistics()[f.statPath()] }

func (st *fieldStats) add(values []value) {
	seen := map[string]int{}
	length := 0
	for _, v := range values {
		for _, t := range v.terms(st.analysed) {
			seen[t]++
			length++
		}
	}
	if len(seen) == 0 {
		return
	}
	if !st.analysed {
		length = len(seen)
	}
	st.entries++
	st.terms += length
	for t := range seen {
		st.entryOf[t]++
	}
}

// terms returns the terms that find a value.
func (v value) terms(analysed bool) []string {
	if analysed {
		return v.tokens
	}
	return []string{v.text}
}

// Parameters of BM25 (Elasticsearch guide, "similarity settings").
const (
	saturation = float32(1.2)
	lengthPart = float32(0.75)
)

// weight returns the part of a term's score that does not depend on the entry.
func (st *fieldStats) weight(term string) float32 {
	n, df := float64(st.entries), float64(st.entryOf[term])
	idf := float32(math.Log(1 + (n-df+0.5)/(df+0.5)))
	return (1 + saturation) * idf
}

// score returns the BM25 score for a weight, a frequency and a field length.
func (st *fieldStats) score(weight, frequency float32, length int) float32 {
	if !st.analysed {
		length = 1
	}
	average := float32(float64(st.terms) / float64(st.entries))
	inverse := 1 / (saturation * ((1 - lengthPart) + lengthPart*float32(storedLength(length))/average))
	return weight - weight/(1+frequency*inverse)
}

// storedLength rounds a field length by storing it in one byte, as the engine does.
func storedLength(n int) int {
	const free = 24
	if n < free {
		return n
	}
	m := n - free
	shift := 0
	for m>>shift >= 16 {
		shift++
	}
	return free + m>>shift<<shift
}
