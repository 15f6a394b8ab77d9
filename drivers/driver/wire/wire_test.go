package wire_test

import (
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"quarry/drivers/driver/wire"
)

// inner is a nested message.
type inner struct{ name string }

func (m *inner) Fields(c *wire.Codec) { c.Text(1, &m.name) }

// all has a field of every type, with gaps between tags that a newer side could fill.
type all struct {
	text   string
	bytes  []byte
	yes    bool
	wide   int64
	small  int
	texts  []string
	nested inner
	maybe  *inner
	list   []inner
	last   string
}

func (m *all) Fields(c *wire.Codec) {
	c.Text(2, &m.text)
	c.Bytes(4, &m.bytes)
	c.Bool(6, &m.yes)
	c.Int(8, &m.wide)
	c.Small(10, &m.small)
	c.Texts(12, &m.texts)
	c.Nested(14, &m.nested)
	wire.Optional(c, 16, &m.maybe)
	wire.List(c, 18, &m.list)
	c.Text(255, &m.last)
}

func TestAMessageIsReadAsItWasWritten(t *testing.T) {
	rows := []struct {
		name string
		m    all
	}{
		{"nothing", all{}},
		{"a text", all{text: "größer\x00\n"}},
		{"bytes that are no text", all{bytes: []byte{0, 0xff, 0x80}}},
		{"true", all{yes: true}},
		{"the least number", all{wide: math.MinInt64, small: math.MinInt}},
		{"the greatest number", all{wide: math.MaxInt64, small: math.MaxInt}},
		{"a number that no float64 holds", all{wide: 1<<53 + 1}},
		{"a negative number", all{wide: -1}},
		{"a list with empty texts", all{texts: []string{"", "a", ""}}},
		{"an empty nested message that is there", all{maybe: &inner{}}},
		{"a list with empty messages", all{list: []inner{{}, {name: "a"}, {}}}},
		{"a text longer than one byte can say", all{nested: inner{name: strings.Repeat("x", 300)}}},
		{"a message longer than two bytes can say", all{list: []inner{{name: strings.Repeat("y", 1<<20)}}}},
		{"everything", all{"t", []byte("b"), true, 5, -6, []string{"u", "v"}, inner{"n"}, &inner{"m"}, []inner{{"l"}}, "z"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var got all
			require.NoError(t, wire.Decode(string(wire.Append(nil, &row.m)), &got))
			require.Equal(t, row.m, got)
		})
	}
}

// The race detector fails it if writing a message changes it.
func TestAMessageThatIsSharedCanBeWrittenAtTheSameTime(t *testing.T) {
	shared := &all{"t", []byte("b"), true, 5, -6, []string{"u", "v"}, inner{"n"}, &inner{"m"}, []inner{{"l"}}, "z"}
	want := wire.Append(nil, shared)
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for range 100 {
				assert.Equal(t, want, wire.Append(nil, shared))
			}
		})
	}
	writers.Wait()
}

func TestACodecIsUsedForOneMessageAfterAnother(t *testing.T) {
	var c wire.Codec
	first, second := &all{text: "first", list: []inner{{"a"}}}, &all{small: -1, texts: []string{"", "z"}}
	var written []byte
	for _, m := range []*all{first, second} {
		from := len(written)
		written = c.Append(written, m)
		require.Equal(t, wire.Append(nil, m), written[from:])
		var got all
		require.ErrorIs(t, c.Decode("\x02\x05abc", &all{}), wire.ErrMalformed)
		require.NoError(t, c.Decode(string(written[from:]), &got))
		require.Equal(t, *m, got)
	}
}

func TestAListHasRoomForItselfOnly(t *testing.T) {
	var got all
	require.NoError(t, wire.Decode(string(wire.Append(nil, &all{texts: []string{"a", "", "b"}, list: make([]inner, 5)})), &got))
	require.Equal(t, 3, cap(got.texts))
	require.Equal(t, 5, cap(got.list))
}

func TestBytesThatWereReadArePartOfTheMessageAndCanBeAppendedTo(t *testing.T) {
	in := wire.Append(nil, &all{bytes: []byte("abc"), small: 7})
	var got all
	allocated := testing.AllocsPerRun(10, func() {
		got = all{}
		require.NoError(t, wire.DecodeBytes(in, &got))
	})
	require.LessOrEqual(t, allocated, 1.0, "of the codec alone")
	require.Equal(t, "abcd", string(append(got.bytes, 'd')))
	require.Equal(t, wire.Append(nil, &all{bytes: []byte("abc"), small: 7}), in)
	require.NoError(t, wire.DecodeBytes(nil, &all{}))
}

func TestAMessageIsWrittenAfterWhatIsThere(t *testing.T) {
	require.Equal(t, "before\x02\x01x", string(wire.Append([]byte("before"), &all{text: "x"})[:9]))
}

func TestTagsThatAReaderDoesNotKnowAreSkipped(t *testing.T) {
	unknown := func(tag byte) string { return string([]byte{tag, 3, 0xff, 0xff, 0xff}) }
	newer := unknown(1) + "\x02\x01a" + unknown(3) + unknown(3) + "\x06\x00" + unknown(7) + unknown(200)
	var got all
	require.NoError(t, wire.Decode(newer, &got))
	require.Equal(t, all{text: "a", yes: true}, got)
}

func TestBytesThatAreNoMessageAreAnError(t *testing.T) {
	rows := []struct{ name, in string }{
		{"a tag without a length", "\x02"},
		{"a length without an end", "\x02\xff"},
		{"a length of more than ten bytes", "\x02" + strings.Repeat("\x80", 11)},
		{"a value that ends early", "\x02\x05abc"},
		{"a length beyond any memory", "\x02\xff\xff\xff\xff\xff\xff\xff\xff\x7f"},
		{"the tag zero", "\x00\x00"},
		{"a tag zero after what is known", "\x02\x01a\x00\x00"},
		{"a number with bytes behind it", "\x08\x02\x01\x01"},
		{"a number without an end", "\x08\x01\x80"},
		{"a nested message that ends early", "\x0e\x02\x01\x09"},
		{"an optional message that ends early", "\x10\x02\x01\x09"},
		{"a message in a list that ends early", "\x12\x02\x01\x09"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			require.ErrorIs(t, wire.Decode(row.in, &all{}), wire.ErrMalformed)
		})
	}
}

func TestAVarintTellsItsWidth(t *testing.T) {
	for _, v := range []uint64{0, 1, 127, 128, 1 << 14, 1<<64 - 1} {
		written := wire.AppendUvarint(nil, v)
		got, n := wire.Uvarint(string(written) + "rest")
		require.Equal(t, v, got)
		require.Equal(t, len(written), n)
	}
	_, n := wire.Uvarint("")
	require.Zero(t, n)
}

// FuzzDecode: decoding never panics, and a message that was read survives another round trip unchanged.
func FuzzDecode(f *testing.F) {
	f.Add("")
	f.Add(string(wire.Append(nil, &all{"t", []byte("b"), true, 5, -6, []string{"u", ""}, inner{"n"}, &inner{"m"}, []inner{{"l"}}, "z"})))
	f.Add("\x02\x05abc")
	f.Fuzz(func(t *testing.T, in string) {
		var first all
		if wire.Decode(in, &first) != nil {
			return
		}
		written := string(wire.Append(nil, &first))
		var second all
		require.NoError(t, wire.Decode(written, &second))
		require.Equal(t, written, string(wire.Append(nil, &second)))
	})
}
