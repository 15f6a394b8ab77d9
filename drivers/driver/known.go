package driver

// mostKnown is how many values an instance keeps. After that, others are made each time.
const mostKnown = 256

// known is what the operations of an instance found out and keep for later ones.
type known struct{ all []knownValue }

type knownValue struct {
	key   string
	value any
}

// Known returns what build returns, built once for each key in an instance: in an interpreter, sentences and tables that
// are the same for every object cost more than the rest of an operation. The value must depend on nothing but the key,
// and nobody may change it, so an operation remains a function of its input. A driver that is linked into a program
// builds it each time. A key of one use of Known begins with a name that no other one has.
func Known[T any](c *Conn, key string, build func() T) T {
	if c == nil || c.known == nil {
		return build()
	}
	for i := range c.known.all {
		if k := &c.known.all[i]; k.key == key {
			if value, ok := k.value.(T); ok {
				return value
			}
		}
	}
	value := build()
	if len(c.known.all) < mostKnown {
		c.known.all = append(c.known.all, knownValue{key, value})
	}
	return value
}
