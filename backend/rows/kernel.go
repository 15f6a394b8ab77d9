package rows

import (
	"fmt"
	"sync"
)

// Result is a page and what the answer says beside it.
type Result struct {
	Block  []byte   // the page block; Decode reads it
	Rows   int      // the number of rows in it
	First  string   // raw JSON of Plan.Last in the first row; "" where it is missing
	Last   string   // the same of the last row
	Picked []string // raw JSON of Plan.Pick, in that order
}

// Kernel is a compiled plan. It is safe for concurrent use.
type Kernel struct {
	trie
	columns  []column
	visible  int
	names    []byte // the names section of each block
	last     int32  // the slot of Plan.Last, or -1
	outer    spot
	where    string
	picks    []string
	maxDepth int
	runs     sync.Pool
}

// column is what is done with one slot to make a cell.
type column struct {
	slot  int32 // -1 for the document's hash
	cut   int
	first bool
}

// Compile checks a plan and prepares it.
func Compile(plan Plan) (*Kernel, error) {
	if err := plan.valid(); err != nil {
		return nil, fmt.Errorf("compile the row plan: %w", err)
	}
	k := &Kernel{visible: len(plan.Columns), where: plan.Rows, picks: plan.Pick, maxDepth: plan.depth()}
	k.outer.addRows(plan.Rows)
	for p, path := range plan.Pick {
		k.outer.addPick(path, p)
	}
	if err := k.outer.settle(); err != nil {
		return nil, fmt.Errorf("compile the row plan: %w", err)
	}
	k.plant(&plan)
	return k, nil
}

// plant builds the trie and the columns.
func (k *Kernel) plant(plan *Plan) {
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
	k.grow(root)
	k.link(root)
	k.settleColumns(plan, at)
}

func (k *Kernel) settleColumns(plan *Plan, at []*branch) {
	names := make([]string, 0, len(at))
	for c, column := range plan.Columns {
		k.addColumn(at[c], plan.Cut, column.First)
		names = append(names, column.Name)
	}
	for h, hidden := range plan.Hidden {
		k.addColumn(at[len(plan.Columns)+h], 0, false)
		names = append(names, hidden.Name)
	}
	k.names = namesSection(names)
	k.last = -1
	if plan.Last != "" {
		k.last = at[len(at)-1].slot
	}
}

func (k *Kernel) addColumn(at *branch, cut int, first bool) {
	made := column{slot: -1, cut: cut, first: first}
	if at != nil {
		made.slot = at.slot
	}
	k.columns = append(k.columns, made)
}

// Block turns an answer into a page block, or fails with a *SyntaxError. The
// answer is read once and not kept.
func (k *Kernel) Block(answer []byte) (*Result, error) {
	r, _ := k.runs.Get().(*run)
	if r == nil {
		r = k.newRun()
	}
	result, err := r.block(answer)
	r.release()
	return result, err
}

// Block compiles a plan and turns one answer into a page block.
func Block(answer []byte, plan *Plan) (*Result, error) {
	k, err := Compile(*plan)
	if err != nil {
		return nil, err
	}
	return k.Block(answer)
}
