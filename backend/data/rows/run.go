package rows

import (
	"bytes"
	"fmt"
	"slices"
)

// run is the working state of one call, reused by later calls of the kernel.
type run struct {
	scanner
	exact    []byte // the response with its comments
	kernel   *Kernel
	layout   *layout
	out      outer
	slots    []slot // the columns of the document or element being read
	stack    []slot // the slots saved while arrays are read
	links    store
	heads    []int32 // per node: the edge of its first known key in the previous document
	follows  []int32 // per edge: the edge of the known key after it
	keyBuf   []byte
	doc      span
	cells    []cell
	cuts     []Cut
	sizes    []uint64 // bytes of text per column
	seats    []place  // per column: where its next cell goes
	scratch  []byte   // text of cells that the response does not have in this form
	rowCount int
	first    string
	last     []byte
	flaws    []Flaw
	left     []string // see Result.Left
	noted    map[leftover]bool
	lost     map[int][]byte // the documents that are too deep, by row
}

const keptScratch = 64 << 20 // bytes of buffers above which a run is not reused

func (k *Kernel) newRun() *run {
	r := &run{
		kernel:  k,
		layout:  k.layout,
		links:   store{limit: mostLinks},
		slots:   make([]slot, k.slots),
		heads:   make([]int32, len(k.nodes)),
		follows: make([]int32, len(k.edges)),
		sizes:   make([]uint64, len(k.columns)),
	}
	for n := range k.nodes {
		node := &k.nodes[n]
		r.heads[n] = -1
		for e := node.first; e < node.last; e++ {
			r.follows[e] = e + 1
		}
		if node.first < node.last {
			r.heads[n] = node.first
			r.follows[node.last-1] = -1
		}
	}
	r.out = outer{scanner: &r.scanner, reader: r, picks: newPicks(k.picks), rowsOnce: !hasStar(k.where)}
	return r
}

// read reads a response and returns the result without its block.
func (r *run) read(response []byte) (*Result, error) {
	i := r.begin(response, r.layout.maxDepth)
	r.reset()
	return r.rest(response, i)
}

// rest reads the response whose value is at i.
func (r *run) rest(response []byte, i int) (*Result, error) {
	switch {
	case i >= 0 && r.layout.lines:
		r.lines(i)
	case i >= 0:
		r.finish(r.out.value(&r.kernel.outer, i))
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	if !r.out.rowsFound && !r.layout.sparse {
		return nil, &SyntaxError{Offset: len(response), What: "no rows at " + r.layout.where, Lacks: true}
	}
	digest := r.digest()
	r.addFlaws()
	if r.size() >= largest {
		return nil, &SyntaxError{What: "the page would be larger than 2 GB"}
	}
	return &Result{
		Rows: r.rowCount, Keys: digest, First: r.first, Last: string(r.last), Picked: r.out.texts(), Flaws: r.flaws, Left: r.left, ready: make(chan struct{}),
	}, nil
}

// complete assembles a result's block and ends the run.
func (r *run) complete(result *Result) {
	defer close(result.ready)
	defer func() {
		if p := recover(); p != nil {
			result.trouble = fmt.Errorf("%w: %v", ErrAssembly, p)
		}
	}()
	result.Block = r.assemble()
	r.release()
}

func (r *run) reset() {
	r.stack = r.stack[:0]
	r.cells = r.cells[:0]
	r.cuts = r.cuts[:0]
	r.scratch = r.scratch[:0]
	r.last = r.last[:0]
	r.first = ""
	r.rowCount = 0
	r.flaws, r.lost = nil, nil
	r.left = nil
	clear(r.noted)
	r.sizes = r.sizes[:len(r.layout.columns)] // the column of flaws is not in the plan
	clear(r.sizes)
	r.out.reset()
}

func (r *run) release() {
	r.src, r.exact = nil, nil
	if cap(r.scratch)+cap(r.cells)*12+cap(r.links.links)*16 <= keptScratch {
		r.kernel.runs.Put(r)
	}
}

// rows reads the array of rows at i.
func (r *run) rows(i int) int {
	i, done := r.open(i, ']')
	for !done {
		i, done = r.more(r.row(i), ']')
	}
	return i
}

// lines reads the rows from i on, one per line. The last one needs no line break, and lines can be empty. A line without
// the row's key is something else, such as an error that the engine wrote into the response.
func (r *run) lines(i int) {
	r.out.rowsFound = true
	for i >= 0 && i < len(r.src) {
		end := r.row(i)
		switch {
		case end < 0:
			return
		case !r.keyed():
			r.fail(i, "a line that is no row: it has no key")
			return
		}
		if i = r.space(end); i < len(r.src) && bytes.IndexByte(r.src[end:i], '\n') < 0 {
			r.unexpected(end, "the end of the line")
			return
		}
	}
}

// keyed reports whether the last row has all of its key.
func (r *run) keyed() bool {
	row := r.cells[len(r.cells)-len(r.layout.columns):]
	return !slices.ContainsFunc(r.layout.keys, func(c int) bool { return row[c].kind == Missing || row[c].kind == Null })
}

// fields implements reader; row plans have no schemas.
func (r *run) fields(_, i int) int { return r.skip(i) }
