package rows

// shape is the shape of a gathered value.
type shape uint8

const (
	nothing   shape = iota
	inherited       // null, because something along the path is null
	null
	boolean
	number
	plain   // a string without escapes
	escaped // a string with escapes
	compound
	list // an assembled array of n links, beginning with link at
	many // several values of one document that are still being gathered, as a list
)

// value is a piece of the response, by position and length, or a list of values.
type value struct {
	at, n uint32
	shape shape
}

// link is one entry of a list.
type link struct {
	value
	next uint32
}

// slot gathers the values of one column within one document, or within one element of an array of objects.
type slot struct {
	value
	tail uint32 // the last link of many
}

// joined returns everything in the slot as one value.
func (s *slot) joined() value {
	if s.shape == many {
		return value{s.at, s.n, list}
	}
	return s.value
}

const mostLinks = 1 << 23 // in one row: 128 MB

// store holds the links of one row's lists.
type store struct {
	links []link
	limit int
}

// reset empties the store. Link 0 stays unused: a next of 0 ends a list.
func (s *store) reset() { s.links = append(s.links[:0], link{}) }

func (s *store) full() bool { return len(s.links) > s.limit }

func (s *store) link(v value) uint32 {
	s.links = append(s.links, link{value: v})
	return uint32(len(s.links) - 1)
}

// add adds one more value to the slot. An inherited null counts only if there is no value.
func (s *store) add(to *slot, v value) {
	switch {
	case to.shape <= inherited:
		to.value = v
	case v.shape == inherited:
	case to.shape == many:
		s.push(to, v)
	default:
		first := s.link(to.value)
		*to = slot{value{first, 1, many}, first}
		s.push(to, v)
	}
}

// push appends to a list that is being gathered.
func (s *store) push(to *slot, v value) {
	last := s.link(v)
	if to.n == 0 {
		to.at = last
	} else {
		s.links[to.tail].next = last
	}
	to.tail = last
	to.n++
}
