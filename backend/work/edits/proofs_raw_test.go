package edits

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawn returns a random generator, whose seed a failed test shows. QUARRY_SEED repeats it.
func drawn(t *testing.T) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if given := os.Getenv("QUARRY_SEED"); given != "" {
		var err error
		seed, err = strconv.ParseUint(given, 10, 64)
		require.NoError(t, err)
	}
	t.Logf("QUARRY_SEED=%d repeats what is drawn at random here", seed)
	return rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // it draws trials, not secrets
}

// leaves are a document's values by path, with the engine's exact characters; only strings are decoded, since a partial
// update may escape their characters differently. It shares nothing with the drivers or the kernel.
type leaves map[string]string

// readLeaves reads a JSON document.
func readLeaves(t *testing.T, source string) leaves {
	t.Helper()
	all := leaves{}
	require.NoError(t, all.read("", json.RawMessage(source)), source)
	return all
}

func (l leaves) read(path string, raw json.RawMessage) error {
	raw = bytes.TrimSpace(raw)
	switch raw[0] {
	case '{', '[':
		return l.inside(path, raw)
	case '"':
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return err
		}
		l[path] = "text " + text
	default:
		l[path] = string(raw)
	}
	return nil
}

func (l leaves) inside(path string, raw json.RawMessage) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return err
	}
	l[path] = string(raw[:1]) // an empty one is there too
	for n := 0; d.More(); n++ {
		name := strconv.Itoa(n)
		if raw[0] == '{' {
			token, err := d.Token()
			if err != nil {
				return err
			}
			name = strconv.Quote(token.(string))
		}
		var member json.RawMessage
		if err := d.Decode(&member); err != nil {
			return err
		}
		if err := l.read(path+"/"+name, member); err != nil {
			return err
		}
	}
	return nil
}

// replace sets the JSON value at a path; an empty one removes it.
func (l leaves) replace(t *testing.T, path, value string) {
	t.Helper()
	for at := range l {
		if at == path || strings.HasPrefix(at, path+"/") {
			delete(l, at)
		}
	}
	if value != "" {
		require.NoError(t, l.read(path, json.RawMessage(value)), value)
	}
}

// dice draws documents and edits of them.
type dice struct{ *rand.Rand }

func (d dice) pick(list ...string) string { return list[d.IntN(len(list))] }

// number draws a random number, often not in its shortest form.
func (d dice) number() string {
	digits := func(n int) string {
		text := strconv.Itoa(1 + d.IntN(9))
		for range n - 1 {
			text += strconv.Itoa(d.IntN(10))
		}
		return text
	}
	switch d.IntN(9) {
	case 0:
		return digits(1) + "e" + strconv.Itoa(d.IntN(4))
	case 1:
		return digits(2) + "." + digits(1) + "0"
	case 2:
		return "-" + digits(1) + "." + digits(3) + "E+" + strconv.Itoa(d.IntN(9))
	case 3:
		return "0." + digits(19)
	case 4:
		return "-0"
	case 5:
		return digits(2) + ".0"
	}
	return d.whole()
}

// whole draws a random integer of 1 to 18 digits.
func (d dice) whole() string {
	return strconv.FormatInt(d.Int64N(1<<(1+d.IntN(59))), 10)
}

func (d dice) text() string {
	var b strings.Builder
	for range d.IntN(6) {
		b.WriteString(d.pick("a", "Zürich", "茶碗", "🍵", "\"", "\\", "/", "\n", "\u0001", "\u2028", " ", "é", "<b>", "null", "1e2"))
	}
	return b.String()
}

func quoted(text string) string {
	raw, err := json.Marshal(text) // escapes more than a grid would
	if err != nil {
		panic(err) // a text always has a JSON form
	}
	return string(raw)
}

// value draws any JSON value.
func (d dice) value(depth int) string {
	kind := d.IntN(8)
	if depth == 0 {
		kind = d.IntN(5)
	}
	switch kind {
	case 0:
		return quoted(d.text())
	case 1:
		return d.pick("true", "false", "null")
	case 2, 3:
		return d.number()
	case 4:
		return "9" + d.whole() + d.whole() // more digits than 64 bits hold
	case 5:
		items := make([]string, d.IntN(4))
		for i := range items {
			items[i] = d.value(depth - 1)
		}
		return "[" + strings.Join(items, d.pick(",", " , ")) + "]"
	}
	return d.object(depth)
}

func (d dice) object(depth int) string {
	var members []string
	for i := range d.IntN(4) {
		members = append(members, quoted(fmt.Sprint(d.pick("k", "a.b", "ü", "with space", "/"), i))+d.pick(":", " : ")+d.value(depth-1))
	}
	return "{" + strings.Join(members, d.pick(",", ",\n ")) + "}"
}
