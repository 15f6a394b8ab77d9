package driver

import (
	"strings"

	"quarry/drivers/driver/wire"
)

// Backing is how objects are named that keep the documents of another one, such as the indices of a data stream. Documents are
// created in them through the other's name.
type Backing struct {
	Prefix   string
	Suffixes []string // in the order in which they are tried; a 0 stands for any digit
}

// Fields implements [wire.Message].
func (b *Backing) Fields(c *wire.Codec) {
	c.Text(1, &b.Prefix)
	c.Texts(2, &b.Suffixes)
}

// Owner returns the name of the object whose documents an object keeps, "" if it keeps its own.
func (b *Backing) Owner(object string) string {
	name, ok := strings.CutPrefix(object, b.Prefix)
	if !ok || b.Prefix == "" {
		return ""
	}
	for _, suffix := range b.Suffixes {
		if n := len(name) - len(suffix); n > 0 && shaped(name[n:], suffix) {
			return name[:n]
		}
	}
	return ""
}

// shaped reports whether a text has the shape of another one of its length, in which a 0 stands for any digit.
func shaped(text, shape string) bool {
	for i := range len(shape) {
		if shape[i] == '0' && (text[i] < '0' || text[i] > '9') || shape[i] != '0' && text[i] != shape[i] {
			return false
		}
	}
	return true
}
