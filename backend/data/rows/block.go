package rows

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a cell.
type Kind uint8

const (
	Missing Kind = iota // the document has no such field; the text is empty
	Null                // the text is empty
	Bool
	Number // the engine's own digits
	String // decoded
	JSON   // an array or object, verbatim or assembled
	Escaped
)

// Cut records that a cell has only the beginning of a value of Length code points.
type Cut struct {
	Row, Column, Length uint32
}

// Page is a decoded page block. It refers to the block's bytes, which must not change.
type Page struct {
	Rows    int
	Visible int // the first Visible columns are visible
	Names   []string
	Cuts    []Cut // by row, then column
	columns []pageColumn
}

type pageColumn struct {
	kinds   []byte
	offsets []byte // u32 each
	text    []byte
}

// Column returns the index of the named column, or -1.
func (p *Page) Column(name string) int {
	for c, n := range p.Names {
		if n == name {
			return c
		}
	}
	return -1
}

// Cell returns the kind and the text of a cell. For Escaped, the text is the string's raw JSON without quotes, because
// it has no UTF-8 form.
func (p *Page) Cell(row, column int) (Kind, string) {
	kind, text := p.Bytes(row, column)
	return kind, string(text)
}

// Bytes is Cell without a copy of the text, which can have 50 MB: the text is part of the block and must not be
// changed.
func (p *Page) Bytes(row, column int) (Kind, []byte) {
	c := &p.columns[column]
	from, to := order.Uint32(c.offsets[4*row:]), order.Uint32(c.offsets[4*row+4:])
	return Kind(c.kinds[row]), c.text[from:to:to]
}

var errBlock = errors.New("the page block is damaged")

// Decode reads a page block and checks everything in it: positions and lengths, kinds, the order of the cuts, and that
// texts are UTF-8.
func Decode(block []byte) (*Page, error) {
	d := &decoder{block: block}
	page, err := d.page()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", errBlock, err.Error())
	}
	return page, nil
}

type decoder struct {
	block []byte
}

func (d *decoder) page() (*Page, error) {
	if len(d.block) < headerSize || string(d.block[:4]) != magic {
		return nil, errors.New("it does not begin as one")
	}
	if uint64(d.word(atSize)) != uint64(len(d.block)) {
		return nil, fmt.Errorf("its header says %d bytes, but it has %d", d.word(atSize), len(d.block))
	}
	columns, visible := d.word(atColumns), d.word(atVisible)
	if visible > columns {
		return nil, fmt.Errorf("%d of %d columns are visible", visible, columns)
	}
	if _, err := d.array("columns", headerSize, uint64(columns)*columnSize); err != nil {
		return nil, err
	}
	page := &Page{Rows: int(d.word(atRows)), Visible: int(visible)}
	if err := d.names(page, columns); err != nil {
		return nil, err
	}
	for c := range columns {
		if err := d.column(page, headerSize+int(c)*columnSize); err != nil {
			return nil, fmt.Errorf("column %d: %w", c, err)
		}
	}
	return page, d.cuts(page)
}

func (d *decoder) word(at int) uint32 { return order.Uint32(d.block[at:]) }

// array returns the size bytes at a position, which must be a multiple of 4.
func (d *decoder) array(name string, at uint32, size uint64) ([]byte, error) {
	if at%4 != 0 {
		return nil, fmt.Errorf("the %s begin at %d", name, at)
	}
	if uint64(at)+size > uint64(len(d.block)) {
		return nil, fmt.Errorf("the %s end at %d", name, uint64(at)+size)
	}
	return d.block[at : uint64(at)+size], nil
}

func (d *decoder) names(page *Page, columns uint32) error {
	at := d.word(atNamesAt)
	offsets, err := d.array("names", at, 4*(uint64(columns)+1))
	if err != nil {
		return err
	}
	text := d.block[uint64(at)+uint64(len(offsets)):]
	last := order.Uint32(offsets[len(offsets)-4:])
	if uint64(last) > uint64(len(text)) {
		return fmt.Errorf("the names end at %d", last)
	}
	if err := pieces(offsets, text[:last]); err != nil {
		return fmt.Errorf("the names: %w", err)
	}
	for c := range int(columns) {
		name := string(text[order.Uint32(offsets[4*c:]):order.Uint32(offsets[4*c+4:])])
		if c >= page.Visible && !strings.HasPrefix(name, "#") {
			return fmt.Errorf("the hidden column %q has no #", name)
		}
		page.Names = append(page.Names, name)
	}
	return nil
}

// pieces checks that offsets divide the whole text into pieces of valid UTF-8.
func pieces(offsets, text []byte) error {
	if order.Uint32(offsets) != 0 {
		return errors.New("the first offset is not 0")
	}
	from := uint32(0)
	for ; len(offsets) > 4; offsets = offsets[4:] {
		to := order.Uint32(offsets[4:])
		if to < from || uint64(to) > uint64(len(text)) {
			return fmt.Errorf("the offset %d follows %d", to, from)
		}
		if !utf8.Valid(text[from:to]) {
			return fmt.Errorf("the text at %d is not UTF-8", from)
		}
		from = to
	}
	if uint64(from) != uint64(len(text)) {
		return errors.New("the last offset is not the end")
	}
	return nil
}

func (d *decoder) column(page *Page, entry int) (err error) {
	var c pageColumn
	if c.kinds, err = d.array("kinds", d.word(entry), uint64(page.Rows)); err != nil {
		return err
	}
	if c.offsets, err = d.array("offsets", d.word(entry+4), 4*(uint64(page.Rows)+1)); err != nil {
		return err
	}
	if c.text, err = d.array("texts", d.word(entry+8), uint64(d.word(entry+12))); err != nil {
		return err
	}
	if err = pieces(c.offsets, c.text); err != nil {
		return err
	}
	for row, kind := range c.kinds {
		empty := order.Uint32(c.offsets[4*row:]) == order.Uint32(c.offsets[4*row+4:])
		if Kind(kind) > Escaped || Kind(kind) <= Null && !empty || empty && Kind(kind) > Null && Kind(kind) != String {
			return fmt.Errorf("row %d is of kind %d", row, kind)
		}
	}
	page.columns = append(page.columns, c)
	return nil
}

func (d *decoder) cuts(page *Page) error {
	count := d.word(atCuts)
	list, err := d.array("cuts", d.word(atCutsAt), uint64(count)*cutSize)
	if err != nil {
		return err
	}
	for ; len(list) > 0; list = list[cutSize:] {
		cut := Cut{order.Uint32(list), order.Uint32(list[4:]), order.Uint32(list[8:])}
		if uint64(cut.Row) >= uint64(page.Rows) || uint64(cut.Column) >= uint64(len(page.columns)) {
			return fmt.Errorf("a cut at row %d, column %d", cut.Row, cut.Column)
		}
		if n := len(page.Cuts); n > 0 && !page.Cuts[n-1].before(cut) {
			return fmt.Errorf("the cut at row %d, column %d is out of order", cut.Row, cut.Column)
		}
		if page.columns[cut.Column].kinds[cut.Row] != byte(JSON) {
			return fmt.Errorf("the cut cell at row %d, column %d is not JSON", cut.Row, cut.Column)
		}
		page.Cuts = append(page.Cuts, cut)
	}
	return nil
}

func (c Cut) before(d Cut) bool {
	return c.Row < d.Row || c.Row == d.Row && c.Column < d.Column
}
