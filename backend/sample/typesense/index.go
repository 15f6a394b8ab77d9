package typesense

// indexed is a value of a field as filters, sorting and searches read it.
type indexed struct {
	whole  []int64
	floats []float32
	flags  []bool
	texts  []indexedText
	points []point
	list   bool
}

type indexedText struct {
	text  string
	words []string
	key   string // by which a field that can be sorted is sorted
}

type point struct{ lat, lng float64 }

func indexValue(f *field, c *collection, v any) indexed {
	var x indexed
	list, isList := v.([]any)
	x.list = isList && f.kind != "geopoint"
	if !x.list {
		list = []any{v}
	}
	t := f.tokenizer(c)
	for _, each := range list {
		switch f.base() {
		case "int32":
			x.whole = append(x.whole, int64(int32(wholeOf(each)))) // too large a number is negative on the server, too
		case "int64":
			x.whole = append(x.whole, wholeOf(each))
		case "float":
			x.floats = append(x.floats, floatOf(each))
		case "bool":
			flag, _ := each.(bool)
			x.flags = append(x.flags, flag)
		case "string":
			text, _ := each.(string)
			one := indexedText{text: text, words: t.texts(text)}
			if f.sort {
				one.key = t.sortKey(text)
			}
			x.texts = append(x.texts, one)
		case "geopoint":
			if pair, ok := each.([]any); ok && len(pair) == 2 {
				x.points = append(x.points, point{degrees(pair[0]), degrees(pair[1])})
			}
		}
	}
	return x
}

func wholeOf(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case uint64:
		return int64(v) // too large a number is negative on the server, too
	case float64:
		return truncate(v)
	}
	return 0
}

func degrees(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

func floatOf(v any) float32 { return float32(degrees(v)) }
