package filtertruth

// truth is the result of a comparison.
type truth int8

const (
	no truth = iota
	unsure
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

func (a truth) not() truth        { return yes - a }
func (a truth) and(b truth) truth { return min(a, b) }
func (a truth) or(b truth) truth  { return max(a, b) }

// merged returns what is certain whichever of two readings the engine uses.
func merged(a, b truth) truth {
	if a == b {
		return a
	}
	return unsure
}

// anyOf is yes if any result is.
func anyOf[V any](values []V, test func(V) truth) truth {
	result := no
	for _, v := range values {
		if result = result.or(test(v)); result == yes {
			break
		}
	}
	return result
}
