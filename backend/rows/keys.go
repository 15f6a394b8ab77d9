package rows

import "strconv"

// keyColumns are the hidden columns that tell one document from another.
var keyColumns = []string{"#index", "#id", "#routing"}

// Keys gives a digest of the keys of a block's rows, in their order: two blocks have the same one where they hold the
// same documents in the same order, whatever their columns are. It is "" where the block holds no keys. The block is one that a Kernel made.
func Keys(block []byte) string {
	columns, visible := order.Uint32(block[atColumns:]), order.Uint32(block[atVisible:])
	namesAt := order.Uint32(block[atNamesAt:])
	text := block[namesAt+4*(columns+1):]
	rows := order.Uint32(block[atRows:])
	var all []byte
	for _, key := range keyColumns {
		for c := visible; c < columns; c++ {
			offsets := block[namesAt+4*c:]
			if string(text[order.Uint32(offsets):order.Uint32(offsets[4:])]) != key {
				continue
			}
			entry := block[headerSize+c*columnSize:]
			offsetsAt, textAt, size := order.Uint32(entry[4:]), order.Uint32(entry[8:]), order.Uint32(entry[12:])
			all = append(all, block[offsetsAt:offsetsAt+4*(rows+1)]...)
			all = append(all, block[textAt:textAt+size]...)
		}
	}
	if all == nil {
		return ""
	}
	return strconv.FormatUint(hash(all), 16)
}
