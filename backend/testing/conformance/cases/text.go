package cases

import (
	"encoding/base64"
	"strings"

	"quarry/drivers/driver"
	"quarry/drivers/driver/laws/exact"
)

// Body is a text that a case contains as a string, or as raw JSON that is the text itself.
type Body struct {
	Set  bool
	Text string
	Raw  bool
}

func (b *Body) read(r *reader, v *exact.Value) (err error) {
	b.Set = true
	if v.Kind == exact.Array || v.Kind == exact.Object {
		b.Text, b.Raw = v.Raw, true
		return nil
	}
	b.Text, err = r.string(v, "a body")
	return err
}

// out writes a text as raw JSON if it is an array or object without white space.
func (b Body) out() *out {
	if !b.Set {
		return nil
	}
	if v, err := exact.Parse(b.Text); err == nil && (v.Kind == exact.Array || v.Kind == exact.Object) && v.Compact() == b.Text {
		return solid(b.Text)
	}
	return textOut(b.Text)
}

// Binary is bytes in base64.
type Binary struct {
	Set  bool
	Text string
}

func (b *Binary) read(r *reader, v *exact.Value) error {
	text, err := r.string(v, "base64")
	if err != nil {
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return r.fail(v.At, "this is no base64: %v", err)
	}
	b.Set, b.Text = true, string(raw)
	return nil
}

func (b Binary) out() *out {
	if !b.Set {
		return nil
	}
	return textOut(base64.StdEncoding.EncodeToString([]byte(b.Text)))
}

// Pieces is a text made of texts and repetitions.
type Pieces struct {
	Set  bool
	Text string
}

func (p *Pieces) read(r *reader, v *exact.Value) error {
	if v.Kind != exact.Array {
		return r.wrong(v, "parts", exact.Array)
	}
	text, err := r.pieces(v.Items)
	p.Set, p.Text = true, text
	return err
}

// longest is the maximum size in bytes of a text made of pieces.
const longest = 64 << 20

// pieces joins texts and repetitions: {"repeat": text, "times": n}.
func (r *reader) pieces(items []*exact.Value) (string, error) {
	var b strings.Builder
	for _, item := range items {
		if item.Kind == exact.String {
			text, err := r.string(item, "a piece")
			if err != nil {
				return "", err
			}
			b.WriteString(text)
			continue
		}
		var repeat struct {
			Text  string `case:"repeat"`
			Times int64  `case:"times"`
		}
		if err := r.into(item, valueOf(&repeat), "a repetition"); err != nil {
			return "", err
		}
		if repeat.Times < 0 || repeat.Times > longest || int64(len(repeat.Text))*repeat.Times > longest {
			return "", r.fail(item.At, "a text of %d times %d bytes is too long", repeat.Times, len(repeat.Text))
		}
		b.WriteString(strings.Repeat(repeat.Text, int(repeat.Times)))
	}
	return b.String(), nil
}

// Pairs are names and texts, in the file's order.
type Pairs []driver.Text

func (p *Pairs) read(r *reader, v *exact.Value) error {
	if v.Kind != exact.Object {
		return r.wrong(v, "this", exact.Object)
	}
	for i, item := range v.Items {
		text, err := r.string(item, v.Keys[i].Name)
		if err != nil {
			return err
		}
		*p = append(*p, driver.Text{Key: v.Keys[i].Name, Value: text})
	}
	return nil
}

func (p Pairs) out() *out {
	if len(p) == 0 {
		return nil
	}
	o := object()
	for _, pair := range p {
		o.add(pair.Key, textOut(pair.Value))
	}
	return o
}

// Headers are pairs of name and value, in order.
type Headers []driver.Header

func (h *Headers) read(r *reader, v *exact.Value) error {
	var pairs [][]string
	if err := r.into(v, valueOf(&pairs), "headers"); err != nil {
		return err
	}
	*h = Headers{}
	for i, pair := range pairs {
		if len(pair) != 2 {
			return r.fail(v.Items[i].At, "a header is a name and a value")
		}
		*h = append(*h, driver.Header{Name: pair[0], Value: pair[1]})
	}
	return nil
}

func (h Headers) out() *out {
	if len(h) == 0 {
		return nil
	}
	o := array()
	for _, header := range h {
		o.items = append(o.items, array(textOut(header.Name), textOut(header.Value)))
	}
	return o
}
