// Package wire is the message format between the host and a driver: tag, length, bytes.
//
// A message is a sequence of entries: one tag byte (1 to 255), the length of the value as an unsigned varint, and the
// value. Entries are in ascending order of their tags; a list repeats its tag. A reader skips unknown tags, so a newer
// side can add fields without breaking an older one. Zero values are not written.
//
// A single method per message, [Message.Fields], both writes and reads it, so the two can never differ. The package
// uses no reflection: a driver runs it in an interpreter.
package wire

import (
	"errors"
	"unsafe"
)

// ErrMalformed is returned by [Decode] for bytes that are not a message.
var ErrMalformed = errors.New("wire: malformed message")

// nestedSize is the fixed width, in bytes, of a nested message's length, which is filled in after the message is
// written.
const nestedSize = 4

// Message is a type that lists its fields for a [Codec], in ascending order of their tags.
type Message interface {
	Fields(c *Codec)
}

// Codec either writes a message or reads one. The zero value writes. [Codec.Append] and [Codec.Decode] reuse one Codec
// for one message at a time; [Append] and [Decode] make one per message.
type Codec struct {
	out     []byte
	in      string
	reading bool
	bad     bool
}

// firstRoom is the initial capacity, in bytes, if the caller provides none: most messages fit.
const firstRoom = 256

// Append appends m to dst.
func Append(dst []byte, m Message) []byte { return new(Codec).Append(dst, m) }

// Decode reads in into m, which must be zero. Strings and byte slices in m are parts of in: the slices can be read and
// appended to, but their bytes must not be changed.
func Decode(in string, m Message) error { return new(Codec).Decode(in, m) }

// DecodeBytes is Decode for bytes that nobody changes while m is in use.
func DecodeBytes(in []byte, m Message) error { return new(Codec).DecodeBytes(in, m) }

// Append appends m to dst.
func (c *Codec) Append(dst []byte, m Message) []byte {
	if dst == nil {
		dst = make([]byte, 0, firstRoom)
	}
	*c = Codec{out: dst}
	m.Fields(c)
	dst, c.out = c.out, nil
	return dst
}

// DecodeBytes is [Codec.Decode] for bytes that nobody changes while m is in use.
func (c *Codec) DecodeBytes(in []byte, m Message) error {
	return c.Decode(unsafe.String(unsafe.SliceData(in), len(in)), m)
}

// Decode reads in into m; see [Decode].
func (c *Codec) Decode(in string, m Message) error {
	*c = Codec{in: in, reading: true}
	m.Fields(c)
	if c.in != "" {
		c.find(255)
	}
	c.in = ""
	if c.bad {
		return ErrMalformed
	}
	return nil
}

// Reading reports whether the codec reads into the message (true) or writes it.
func (c *Codec) Reading() bool { return c.reading }

// Text is a field of UTF-8 text.
func (c *Codec) Text(tag byte, v *string) {
	if c.reading {
		if c.near(tag) {
			*v, _ = c.find(tag)
		}
		return
	}
	if *v != "" {
		c.head(tag, len(*v))
		c.out = append(c.out, *v...)
	}
}

// Bytes is a field of opaque bytes.
func (c *Codec) Bytes(tag byte, v *[]byte) {
	if c.reading {
		if !c.near(tag) {
			return
		}
		if s, ok := c.find(tag); ok {
			*v = unsafe.Slice(unsafe.StringData(s), len(s))
		}
		return
	}
	if len(*v) > 0 {
		c.head(tag, len(*v))
		c.out = append(c.out, *v...)
	}
}

// Bool is a boolean field.
func (c *Codec) Bool(tag byte, v *bool) {
	if c.reading {
		if c.near(tag) {
			_, *v = c.find(tag)
		}
		return
	}
	if *v {
		c.head(tag, 0)
	}
}

// Int is a signed 64-bit integer field.
func (c *Codec) Int(tag byte, v *int64) {
	if c.reading {
		if !c.near(tag) {
			return
		}
		if s, ok := c.find(tag); ok {
			u, n := uvarint(s)
			if n != len(s) {
				c.bad = true
			}
			*v = int64(u>>1) ^ -int64(u&1)
		}
		return
	}
	if *v != 0 {
		var tmp [10]byte
		n := putUvarint(tmp[:], uint64(*v)<<1^uint64(*v>>63))
		c.head(tag, n)
		c.out = append(c.out, tmp[:n]...)
	}
}

// Small is an int field, for counts and sizes.
func (c *Codec) Small(tag byte, v *int) {
	wide := int64(*v)
	c.Int(tag, &wide)
	if c.reading { // a message being written may be shared by several operations, such as an error
		*v = int(wide)
	}
}

// Texts is a list of texts; empty texts in it are kept.
func (c *Codec) Texts(tag byte, v *[]string) {
	if c.reading {
		if !c.near(tag) {
			return
		}
		n := c.count(tag)
		if n == 0 {
			return
		}
		texts := make([]string, n)
		for i := range texts {
			texts[i], _ = c.find(tag)
		}
		*v = texts
		return
	}
	for _, s := range *v {
		c.head(tag, len(s))
		c.out = append(c.out, s...)
	}
}

// Nested is a message field that is always present.
func (c *Codec) Nested(tag byte, m Message) {
	if c.reading {
		if !c.near(tag) {
			return
		}
		if s, ok := c.find(tag); ok {
			c.nested(s, m)
		}
		return
	}
	c.appendNested(tag, m)
}

// Optional is a message field that may be nil.
func Optional[T any, M interface {
	*T
	Message
}](c *Codec, tag byte, v **T) {
	if c.reading {
		if !c.near(tag) {
			return
		}
		if s, ok := c.find(tag); ok {
			*v = new(T)
			c.nested(s, M(*v))
		}
		return
	}
	if *v != nil {
		c.appendNested(tag, M(*v))
	}
}

// List is a field with several messages, in order.
func List[T any, M interface {
	*T
	Message
}](c *Codec, tag byte, v *[]T) {
	if c.reading {
		if !c.near(tag) {
			return
		}
		n := c.count(tag)
		if n == 0 {
			return
		}
		items := make([]T, n)
		for i := range items {
			s, _ := c.find(tag)
			c.nested(s, M(&items[i]))
		}
		*v = items
		return
	}
	for i := range *v {
		c.appendNested(tag, M(&(*v)[i]))
	}
}

// nested reads m from in with the same codec: another one would cost an allocation per message of a list.
func (c *Codec) nested(in string, m Message) {
	rest := c.in
	c.in = in
	m.Fields(c)
	if c.in != "" {
		c.find(255)
	}
	c.in = rest
}

func (c *Codec) appendNested(tag byte, m Message) {
	c.out = append(c.out, tag)
	at := len(c.out)
	c.out = append(c.out, 0, 0, 0, 0)
	m.Fields(c)
	n := uint32(len(c.out) - at - nestedSize)
	for i := range nestedSize - 1 {
		c.out[at+i] = byte(n) | 0x80
		n >>= 7
	}
	c.out[at+nestedSize-1] = byte(n)
}

func (c *Codec) head(tag byte, size int) {
	if size < 0x80 {
		c.out = append(c.out, tag, byte(size))
		return
	}
	var tmp [10]byte
	n := putUvarint(tmp[:], uint64(size))
	c.out = append(c.out, tag)
	c.out = append(c.out, tmp[:n]...)
}

// near reports whether an entry with that tag can come next. Most fields of most messages are absent, and a call costs
// an interpreter more than this.
func (c *Codec) near(tag byte) bool { return c.in != "" && c.in[0] <= tag }

// find moves to the next entry with that tag and skips lower ones; it stops at a higher one.
func (c *Codec) find(tag byte) (string, bool) {
	for len(c.in) > 0 {
		t := c.in[0]
		if t > tag {
			return "", false
		}
		size, n := uvarint(c.in[1:])
		if n == 0 || size > uint64(len(c.in)-1-n) || t == 0 {
			c.bad, c.in = true, ""
			return "", false
		}
		from := 1 + n
		value := c.in[from : from+int(size)]
		c.in = c.in[from+int(size):]
		if t == tag {
			return value, true
		}
	}
	return "", false
}

// count returns how many entries with that tag come next, so that a list can be allocated at its full size. An entry
// that cannot be read ends the count; the read that follows reports the error.
func (c *Codec) count(tag byte) int {
	n := 0
	for in := c.in; len(in) > 0 && in[0] <= tag; {
		size, width := uvarint(in[1:])
		if width == 0 || size > uint64(len(in)-1-width) {
			break
		}
		if in[0] == tag {
			n++
		}
		in = in[1+width+int(size):]
	}
	return n
}

func putUvarint(dst []byte, v uint64) int {
	n := 0
	for v >= 0x80 {
		dst[n] = byte(v) | 0x80
		v >>= 7
		n++
	}
	dst[n] = byte(v)
	return n + 1
}

// uvarint reads a varint of up to 10 bytes; n is 0 if there is none.
func uvarint(s string) (v uint64, n int) {
	if s != "" && s[0] < 0x80 {
		return uint64(s[0]), 1
	}
	for shift := 0; n < len(s) && n < 10; shift += 7 {
		b := s[n]
		n++
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, n
		}
	}
	return 0, 0
}

// AppendUvarint appends v as an unsigned varint.
func AppendUvarint(dst []byte, v uint64) []byte {
	var tmp [10]byte
	return append(dst, tmp[:putUvarint(tmp[:], v)]...)
}

// Uvarint reads an unsigned varint from the beginning of s and returns its width in bytes, or 0 if there is none.
func Uvarint(s string) (v uint64, n int) { return uvarint(s) }
