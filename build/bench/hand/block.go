package hand

import "encoding/binary"

const (
	headerSize = 32
	columnSize = 16
	cutSize    = 12
)

var order = binary.LittleEndian

func aligned(n int) int { return (n + 3) &^ 3 }

// assemble writes the cells into a block of the exact size, column by column (in the format of package rows).
func (e *Encoder) assemble() []byte {
	columns := len(e.names)
	sizes := make([]int, columns)
	for n, c := range e.cells {
		sizes[n%columns] += int(c.to - c.from)
	}
	namesAt := headerSize + columns*columnSize
	names := 0
	for _, name := range e.names {
		names += len(name)
	}
	cutsAt := namesAt + aligned(4*(columns+1)+names)
	at := cutsAt + len(e.cuts)*cutSize
	size := at
	for _, text := range sizes {
		size += aligned(e.count) + 4*(e.count+1) + aligned(text)
	}
	block := make([]byte, size)
	copy(block, "QRB1")
	for n, v := range []int{e.count, columns, e.visible, len(e.cuts), cutsAt, namesAt, size} {
		order.PutUint32(block[4+4*n:], uint32(v))
	}
	e.putNames(block[namesAt:])
	for n, cut := range e.cuts {
		order.PutUint32(block[cutsAt+n*cutSize:], cut.Row)
		order.PutUint32(block[cutsAt+n*cutSize+4:], cut.Column)
		order.PutUint32(block[cutsAt+n*cutSize+8:], cut.Length)
	}
	for column, text := range sizes {
		at = e.putColumn(block, column, at, text)
	}
	return block
}

func (e *Encoder) putNames(to []byte) {
	from := 4 * (len(e.names) + 1)
	at := 0
	for n, name := range e.names {
		at += copy(to[from+at:], name)
		order.PutUint32(to[4*n+4:], uint32(at))
	}
}

func (e *Encoder) putColumn(block []byte, column, at, size int) int {
	offsetsAt := at + aligned(e.count)
	textAt := offsetsAt + 4*(e.count+1)
	for n, v := range []int{at, offsetsAt, textAt, size} {
		order.PutUint32(block[headerSize+column*columnSize+4*n:], uint32(v))
	}
	text := block[textAt : textAt+size]
	end := 0
	for row := range e.count {
		c := e.cells[row*len(e.names)+column]
		block[at+row] = byte(c.kind)
		end += copy(text[end:], e.text(c))
		order.PutUint32(block[offsetsAt+4*row+4:], uint32(end))
	}
	return textAt + aligned(size)
}
