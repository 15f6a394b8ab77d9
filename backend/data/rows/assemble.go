package rows

import (
	"encoding/binary"
	"slices"
)

// The layout of the page block, little endian; every array begins at a multiple of 4.
const (
	magic      = "QRB1"
	headerSize = 32
	columnSize = 16
	cutSize    = 12

	atRows    = 4
	atColumns = 8
	atVisible = 12
	atCuts    = 16
	atCutsAt  = 20
	atNamesAt = 24
	atSize    = 28
)

var order = binary.LittleEndian

func aligned(n uint64) uint64 { return (n + 3) &^ 3 }

// namesSection writes u32 offsets[columns+1] followed by the names.
func namesSection(names []string) []byte {
	out := make([]byte, 0, 4*len(names)+4)
	at := 0
	for _, name := range names {
		out = order.AppendUint32(out, uint32(at))
		at += len(name)
	}
	out = order.AppendUint32(out, uint32(at))
	for _, name := range names {
		out = append(out, name...)
	}
	for len(out)%4 != 0 {
		out = append(out, 0)
	}
	return out
}

// head returns where the names, the cuts and the first column of the block begin.
func (r *run) head() (namesAt, cutsAt, at uint64) {
	namesAt = headerSize + uint64(len(r.sizes))*columnSize
	cutsAt = namesAt + uint64(len(r.names()))
	return namesAt, cutsAt, cutsAt + uint64(len(r.cuts))*cutSize
}

// size returns the size of the block in bytes.
func (r *run) size() uint64 {
	_, _, size := r.head()
	rows := uint64(r.rowCount)
	for _, text := range r.sizes {
		size += aligned(rows) + 4*(rows+1) + aligned(text)
	}
	return size
}

// assemble writes the cells column by column into one block of the exact size.
func (r *run) assemble() []byte {
	columns, rows, size := uint64(len(r.sizes)), uint64(r.rowCount), r.size()
	namesAt, cutsAt, at := r.head()
	block := make([]byte, size)
	copy(block, magic)
	for _, field := range [...]struct {
		at int
		v  uint64
	}{
		{atRows, rows}, {atColumns, columns}, {atVisible, uint64(r.layout.visible)}, {atCuts, uint64(len(r.cuts))},
		{atCutsAt, cutsAt}, {atNamesAt, namesAt}, {atSize, size},
	} {
		order.PutUint32(block[field.at:], uint32(field.v))
	}
	copy(block[namesAt:], r.names())
	r.putCuts(block[cutsAt:])
	r.places(block, at)
	r.putCells()
	return block
}

func (r *run) putCuts(to []byte) {
	for n, cut := range r.cuts {
		entry := to[n*cutSize : (n+1)*cutSize]
		order.PutUint32(entry, cut.Row)
		order.PutUint32(entry[4:], cut.Column)
		order.PutUint32(entry[8:], cut.Length)
	}
}

// place is where to write the next cell of a column.
type place struct {
	kinds   []byte
	offsets []byte // u32 each, after the first one
	text    []byte
	end     uint32
}

// places computes where each column's arrays are in the block; the first column begins at position at.
func (r *run) places(block []byte, at uint64) {
	rows := uint64(r.rowCount)
	r.seats = slices.Grow(r.seats[:0], len(r.sizes))[:len(r.sizes)]
	for c, size := range r.sizes {
		offsetsAt := at + aligned(rows)
		textAt := offsetsAt + 4*(rows+1)
		entry := block[headerSize+c*columnSize:]
		order.PutUint32(entry, uint32(at))
		order.PutUint32(entry[4:], uint32(offsetsAt))
		order.PutUint32(entry[8:], uint32(textAt))
		order.PutUint32(entry[12:], uint32(size))
		r.seats[c] = place{kinds: block[at : at+rows], offsets: block[offsetsAt+4 : textAt], text: block[textAt : textAt+size]}
		at = textAt + aligned(size)
	}
}

// putCells writes the cells row by row, in the response's order, so that the response is read sequentially.
func (r *run) putCells() {
	width := len(r.sizes)
	for row := range r.rowCount {
		cells := r.cells[row*width : (row+1)*width]
		for c := range cells {
			made, to := &cells[c], &r.seats[c]
			to.kinds[row] = byte(made.kind)
			if made.n > 0 {
				from := r.src
				if made.scratch {
					from = r.scratch
				}
				to.end += uint32(copy(to.text[to.end:], from[made.at:made.at+made.n]))
			}
			order.PutUint32(to.offsets[4*row:], to.end)
		}
	}
}
