package jx

import "strconv"

// Writer writes JSON text piece by piece and adds the commas between members and elements. The caller must make the
// calls in a valid order: a key before each member, a closing bracket for each opening one. The zero value is empty.
type Writer struct{ text []byte }

// NewWriter returns a Writer with the given capacity in bytes.
func NewWriter(room int) *Writer { return &Writer{make([]byte, 0, room)} }

// Bytes returns the text written so far.
func (w *Writer) Bytes() []byte { return w.text }

// Len returns the number of bytes written so far.
func (w *Writer) Len() int { return len(w.text) }

// next writes a comma unless this is the first member or element. The last byte tells: no value ends with an opening
// bracket or a colon.
func (w *Writer) next() {
	if len(w.text) == 0 {
		return
	}
	switch w.text[len(w.text)-1] {
	case '{', '[', ':', '\n':
	default:
		w.text = append(w.text, ',')
	}
}

// Open begins an object with '{' or an array with '['.
func (w *Writer) Open(bracket byte) *Writer {
	w.next()
	w.text = append(w.text, bracket)
	return w
}

// Close writes closing brackets: "]}" ends an array and its enclosing object.
func (w *Writer) Close(brackets string) *Writer {
	w.text = append(w.text, brackets...)
	return w
}

// Key writes the key of the next member.
func (w *Writer) Key(key string) *Writer {
	w.next()
	w.text = append(Quote(w.text, key), ':')
	return w
}

// Text writes a string.
func (w *Writer) Text(s string) *Writer {
	w.next()
	w.text = Quote(w.text, s)
	return w
}

// Texts writes an array of strings.
func (w *Writer) Texts(list []string) *Writer {
	w.Open('[')
	for _, s := range list {
		w.Text(s)
	}
	return w.Close("]")
}

// Int writes a whole number.
func (w *Writer) Int(n int64) *Writer {
	w.next()
	w.text = strconv.AppendInt(w.text, n, 10)
	return w
}

// Bool writes true or false.
func (w *Writer) Bool(b bool) *Writer {
	w.next()
	w.text = strconv.AppendBool(w.text, b)
	return w
}

// Raw writes a value, or members or elements with their commas, unchanged. It writes nothing for "".
func (w *Writer) Raw(text string) *Writer {
	if text == "" {
		return w
	}
	w.next()
	w.text = append(w.text, text...)
	return w
}

// Raws writes elements of an array unchanged.
func (w *Writer) Raws(list []string) *Writer {
	for _, text := range list {
		w.Raw(text)
	}
	return w
}

// Line ends a line of newline-delimited JSON.
func (w *Writer) Line() *Writer {
	w.text = append(w.text, '\n')
	return w
}
