package driver

// mostKnown is how many values an instance keeps. Further ones are built each time.
const mostKnown = 256

// known is what the operations of an instance have computed and keep for later ones.
type known struct{ all []knownValue }

type knownValue struct {
	key   string
	value any
}

// Known returns the value of build, which runs once per key in an instance. In an interpreter, building the sentences
// and tables that every object shares costs more than the rest of an operation. The value must depend only on the key,
// and nobody may change it, so that an operation remains a function of its input. A driver linked into a program builds
// it each time. Keys of different callers must begin with different names.
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
