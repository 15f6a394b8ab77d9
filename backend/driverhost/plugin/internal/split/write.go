package split

import "strconv"

func appendNumber(out []byte, n uint32) []byte {
	for n >= 0x80 {
		out = append(out, byte(n)|0x80)
		n >>= 7
	}
	return append(out, byte(n))
}

// appendConstant appends the instruction that pushes a 32-bit number, which the format treats as signed.
func appendConstant(out []byte, n uint32) []byte {
	out = append(out, opI32Const)
	for v := int32(n); ; {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}

func appendSized(out, content []byte) []byte {
	return append(appendNumber(out, uint32(len(content))), content...)
}

func appendName(out []byte, name string) []byte { return appendSized(out, []byte(name)) }

// appendSection appends a section with the given number of entries.
func appendSection(out []byte, id byte, entries int, content []byte) []byte {
	return appendSized(append(out, id), append(appendNumber(nil, uint32(entries)), content...))
}

// appendElement appends an element segment that puts functions into a table.
func appendElement(out []byte, at slot, functions ...uint32) []byte {
	out = appendNumber(append(out, 2), at.table)
	out = append(appendConstant(out, at.at), opEnd, kindFunction)
	out = appendNumber(out, uint32(len(functions)))
	for _, f := range functions {
		out = appendNumber(out, f)
	}
	return out
}

// ownExport is the prefix of what a frame exports for its pieces.
const ownExport = "quarry."

func tableName(i int) string  { return ownExport + "t" + strconv.Itoa(i) }
func globalName(i int) string { return ownExport + "g" + strconv.Itoa(i) }
