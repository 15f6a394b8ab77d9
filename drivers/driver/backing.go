package driver

import (
	"strings"

	"quarry/drivers/driver/wire"
)

// Backing says how to recognize, by name, an object that stores the documents of another one, such as a backing index
// of a data stream. New documents are created through the other object's name.
type Backing struct {
	Prefix   string
	Suffixes []string // tried in order; a 0 matches any digit
}

// Fields implements [wire.Message].
func (b *Backing) Fields(c *wire.Codec) {
	c.Text(1, &b.Prefix)
	c.Texts(2, &b.Suffixes)
}

// Owner returns the name of the object that owns the documents of this one, or "" if it owns them itself.
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

// shaped reports whether text has the form of shape and the same length. A 0 in shape stands for any digit.
func shaped(text, shape string) bool {
	for i := range len(shape) {
		if shape[i] == '0' && (text[i] < '0' || text[i] > '9') || shape[i] != '0' && text[i] != shape[i] {
			return false
		}
	}
	return true
}
