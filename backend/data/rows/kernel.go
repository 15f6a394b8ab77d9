package rows

import (
	"errors"
	"fmt"
	"sync"
)

// Result is a page and the other values read from the response.
type Result struct {
	Block  []byte   // the page block, for Decode. After Begin, it is ready once Wait has returned
	Rows   int      // number of rows in it
	Keys   string   // a digest of the rows' keys, see [Hidden]
	First  string   // raw JSON at Plan.Last in the first row; "" if missing
	Last   string   // the same for the last row
	Picked []string // raw JSON of Plan.Pick, in order
	Flaws  []Flaw   // the incomplete rows, in order
	// Left lists the dotted paths in documents that belong to no column, in the order found, up to MaxLeft. It omits
	// paths below a listed one and paths inside a column.
	Left []string

	ready   chan struct{}
	trouble error
}

// MaxLeft is the maximum number of paths without a column that are recorded.
const MaxLeft = 200

// ErrAssembly means that a block could not be assembled, which is a bug in the kernel.
var ErrAssembly = errors.New("the rows could not be assembled")

// Wait returns once the block is ready. Its error wraps ErrAssembly.
func (r *Result) Wait() error {
	<-r.ready
	return r.trouble
}

// Kernel is a compiled plan. It is safe for concurrent use.
type Kernel struct {
	*layout
	outer    pathNode
	picks    []string
	runs     sync.Pool
	variants *variants
}

// layout is shared by kernels that differ only in their picks.
type layout struct {
	trie
	columns []column
	visible int
	names   []byte // the names section of each block
	// flawedNames is the names section of a block with [DamagedColumn].
	flawedNames []byte
	last        int32 // the slot of Plan.Last, or -1
	where       string
	doc         string // Plan.Doc
	lastAt      string // Plan.Last
	lines       bool
	sparse      bool
	maxDepth    int
	keys        []int // indexes of the columns with the rows' keys
}

// column says how one slot becomes a cell.
type column struct {
	slot  int32 // -1 for the document's hash
	cut   int
	first bool
	doc   bool // its values are in the document
}

// Compile checks a plan and prepares it for use.
func Compile(plan Plan) (*Kernel, error) {
	if err := plan.valid(); err != nil {
		return nil, fmt.Errorf("compile the row plan: %w", err)
	}
	l := &layout{visible: len(plan.Columns), where: plan.Rows, doc: plan.Doc, lastAt: plan.Last, lines: plan.Lines, sparse: plan.Sparse, maxDepth: plan.depth()}
	k, err := l.kernel(plan.Pick)
	if err != nil {
		return nil, fmt.Errorf("compile the row plan: %w", err)
	}
	l.plant(&plan)
	k.variants = &variants{kernels: []*Kernel{k}}
	return k, nil
}

// kernel returns a kernel with this layout and the given picks.
func (l *layout) kernel(picks []string) (*Kernel, error) {
	k := &Kernel{layout: l, picks: picks}
	k.outer.addRows(l.where)
	for p, path := range picks {
		k.outer.addPick(path, p)
	}
	if err := k.outer.expand(); err != nil {
		return nil, err
	}
	return k, nil
}

// plant builds the trie and the columns.
func (l *layout) plant(plan *Plan) {
	root := &branch{}
	doc := root.walk(steps(plan.Doc))
	doc.doc = true
	at := make([]*branch, 0, len(plan.Columns)+len(plan.Hidden)+1)
	for _, c := range plan.Columns {
		from := root
		if c.From == Doc {
			from = doc
		}
		at = append(at, from.walk(parts(c.Path)))
		for _, n := range c.Nested {
			from.walk(parts(c.Path[:n])).nested = true
		}
	}
	for _, h := range plan.Hidden {
		if h.At == "" {
			at = append(at, nil)
			continue
		}
		at = append(at, root.walk(steps(h.At)))
	}
	if plan.Last != "" {
		at = append(at, root.walk(steps(plan.Last)))
	}
	for _, b := range at {
		if b != nil {
			b.taken = true
		}
	}
	l.grow(root, false, "")
	l.link(root)
	l.placeColumns(plan, at)
}

func (l *layout) placeColumns(plan *Plan, at []*branch) {
	names := make([]string, 0, len(at))
	for c, column := range plan.Columns {
		l.addColumn(at[c], plan.Cut, column.First)
		l.columns[c].doc = column.From == Doc
		names = append(names, column.Name)
	}
	for h, hidden := range plan.Hidden {
		l.addColumn(at[len(plan.Columns)+h], 0, false)
		names = append(names, hidden.Name)
	}
	l.names, l.keys = namesSection(names), keysOf(plan)
	l.flawedNames = namesSection(append(names, DamagedColumn))
	l.last = -1
	if plan.Last != "" {
		l.last = at[len(at)-1].slot
	}
}

func (l *layout) addColumn(at *branch, cut int, first bool) {
	made := column{slot: -1, cut: cut, first: first}
	if at != nil {
		made.slot = at.slot
	}
	l.columns = append(l.columns, made)
}

// Block turns a response into a page block. Its error is a *SyntaxError or wraps ErrAssembly. The response is read once
// and not retained.
func (k *Kernel) Block(response []byte) (*Result, error) {
	result, err := k.Begin(response)
	if err != nil {
		return nil, err
	}
	if err := result.Wait(); err != nil {
		return nil, err
	}
	return result, nil
}

// Begin reads a response, or fails with a *SyntaxError, and assembles the block in the background while the caller uses
// the rest of the result. The response must not change before Wait returns.
func (k *Kernel) Begin(response []byte) (*Result, error) { return k.BeginSealed(response, "") }

// BeginSealed is Begin for a response in which the text seal, which no document contains, follows the document in every
// row, or ends the response if it has only one document. Any comments after the documents are then harmless. Without a
// seal, it returns an *OpenCommentError if a comment hides where a row continues.
func (k *Kernel) BeginSealed(response []byte, seal string) (*Result, error) {
	r, _ := k.runs.Get().(*run)
	if r == nil {
		r = k.newRun()
	}
	r.exact = response
	result, err := r.read(response)
	if err != nil && !k.layout.lines {
		result, err = r.mend(response, seal, err)
	}
	if err != nil {
		r.release()
		return nil, err
	}
	go r.complete(result)
	return result, nil
}

// Block compiles a plan and turns one response into a page block.
func Block(response []byte, plan *Plan) (*Result, error) {
	k, err := Compile(*plan)
	if err != nil {
		return nil, err
	}
	return k.Block(response)
}
