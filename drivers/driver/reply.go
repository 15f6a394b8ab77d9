package driver

import (
	"math"

	"quarry/drivers/driver/wire"
)

// Reply is the host's reply to a [Send].
type Reply struct {
	Status  int
	Headers []Header // Content-Type, Warning, Retry-After and those in responseHeaders of the driver's manifest
	Body    []byte   // Raw; or the beginning of a response with a status other than 2xx
	Picked  []string // raw JSON text for each path of Send.Pick, "" if missing
	Block   int      // Rows: number of the block in this operation, from 1
	Rows    int      // Rows, Lines: number of rows
	First   string   // Rows: the raw text at RowsPlan.Last in the first row
	Last    string   // Rows, Lines: the same in the last row
	Records int      // Fields: number of the records in this operation, from 1
	Walked  string   // Fields: the records, encoded; see EachRecord
	Bytes   int64    // size of the response
	Millis  int64    // from sending to the end of the response
	Keys    string   // Rows: a digest of the rows' keys in order (the hidden values whose roles identify them)
	Kept    []Kept   // Keep: entries of the response, in order
	Seen    []Seen   // a [Look]: one per path
	Shown   int      // Reveal: number of what is shown in this operation, from 1
	Unmet   bool     // Lines: the response does not meet LinesPlan.Must, and none of it was written
	Err     *Error   // why there is no usable response: connect, tls, timeout, refused, cancelled, or the kernel cannot read it
}

// Fields implements [wire.Message].
func (r *Reply) Fields(c *wire.Codec) {
	c.Small(1, &r.Status)
	wire.List(c, 2, &r.Headers)
	c.Bytes(3, &r.Body)
	c.Texts(4, &r.Picked)
	c.Small(5, &r.Block)
	c.Small(6, &r.Rows)
	c.Text(7, &r.First)
	c.Text(8, &r.Last)
	c.Small(9, &r.Records)
	c.Text(10, &r.Walked)
	c.Int(11, &r.Bytes)
	c.Int(12, &r.Millis)
	wire.List(c, 13, &r.Kept)
	wire.Optional(c, 14, &r.Err)
	c.Text(15, &r.Keys)
	c.Small(16, &r.Shown)
	wire.List(c, 17, &r.Seen)
	c.Bool(18, &r.Unmet)
}

// OK reports whether the engine answered with a 2xx status.
func (r *Reply) OK() bool { return r.Err == nil && r.Status >= 200 && r.Status < 300 }

// Header returns the value of the header with that name, ignoring case.
func (r *Reply) Header(name string) string {
	for _, h := range r.Headers {
		if equalFold(h.Name, name) {
			return h.Value
		}
	}
	return ""
}

// Record is one field or list item that the verb [Fields] found.
type Record struct {
	Spec  int      // index of the FieldSpec
	Sub   bool     // a multi-field of the nearest preceding record that is not one
	Depth int      // number of enclosing fields; 0 for the first level and for lists
	Name  string   // the field's own name; in a list the full name
	Attrs []string // one per FieldSpec.Keys: raw JSON text, a string unquoted, "" if missing; then the rest
	Given int      // number of Attrs up to the last one that is not ""; AppendRecord does not read it
}

// AppendRecord appends one record to dst, for [Reply.Walked].
func AppendRecord(dst []byte, r *Record) []byte {
	flags := byte(r.Spec) << 1
	if r.Sub {
		flags |= 1
	}
	dst = wire.AppendUvarint(append(dst, flags), uint64(r.Depth))
	dst = appendText(dst, r.Name)
	given := len(r.Attrs)
	for given > 0 && r.Attrs[given-1] == "" {
		given--
	}
	dst = wire.AppendUvarint(wire.AppendUvarint(dst, uint64(len(r.Attrs))), uint64(given))
	for _, a := range r.Attrs[:given] {
		dst = appendText(dst, a)
	}
	return dst
}

// mostAttrs is the maximum number of attributes in a record whose text ends before its attributes do: no specification
// asks for more keys.
const mostAttrs = 1 << 10

// EachRecord calls f for every record of the response, in order. It reuses the record: f must not keep its Attrs.
func (r *Reply) EachRecord(f func(i int, rec *Record)) {
	var rec Record
	s := r.Walked
	for i := 0; s != ""; i++ {
		rec.Spec, rec.Sub = int(s[0]>>1), s[0]&1 == 1
		n := 0
		if at := rec.short(s); at > 0 {
			n, rec.Given, s = int(s[at-2]), int(s[at-1]), s[at:]
		} else {
			s = s[1:]
			rec.Depth = takeInt(&s)
			rec.Name = takeText(&s)
			n, rec.Given = takeInt(&s), takeInt(&s)
		}
		s = takeAttrs(&rec, s)
		rec.pad(n)
		f(i, &rec)
	}
}

// short reads the depth and name of a record whose numbers all take one byte, as nearly all do, and returns where its
// attributes begin, or 0 if it is not such a record. In an interpreter, calls cost more than the reading.
func (rec *Record) short(s string) int {
	if len(s) < 3 || s[1] >= 0x80 || s[2] >= 0x80 {
		return 0
	}
	end := 3 + int(s[2])
	if end+2 > len(s) || s[end] >= 0x80 || s[end+1] >= 0x80 {
		return 0
	}
	rec.Depth, rec.Name = int(s[1]), s[3:end]
	return end + 2
}

// takeAttrs reads the attributes present and returns the text after them.
func takeAttrs(rec *Record, s string) string {
	attrs, at := rec.Attrs[:0], 0
	for n := rec.Given; n > 0 && at < len(s); n-- {
		size := int(s[at])
		if end := at + 1 + size; size < 0x80 && end <= len(s) {
			attrs, at = append(attrs, s[at+1:end]), end
			continue
		}
		s, at = s[at:], 0
		attrs = append(attrs, takeText(&s))
	}
	rec.Attrs = attrs
	return s[at:]
}

// pad extends the attributes to n: trailing ones that are missing are not written, since most fields only have a type.
func (rec *Record) pad(n int) {
	n = min(n, mostAttrs)
	for len(rec.Attrs) < n {
		rec.Attrs = append(rec.Attrs, "")
	}
}

func appendText(dst []byte, s string) []byte {
	return append(wire.AppendUvarint(dst, uint64(len(s))), s...)
}

func takeInt(s *string) int {
	v, n := wire.Uvarint(*s)
	if n == 0 || v > math.MaxInt32 {
		*s = ""
		return 0
	}
	*s = (*s)[n:]
	return int(v)
}

func takeText(s *string) string {
	n := takeInt(s)
	if n > len(*s) {
		n = len(*s)
	}
	t := (*s)[:n]
	*s = (*s)[n:]
	return t
}

func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
