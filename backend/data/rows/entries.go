package rows

import (
	"bytes"
	"errors"
	"strings"
)

const space = " \t\r\n"

// Entry is one entry of a response's list: its whole text and its document.
type Entry struct {
	Text     []byte
	Document []byte // nil if the entry has none
	Exact    []byte // the same bytes including comments
	Source   []byte // the document as written, including comments after it
	Flaw     string // what is wrong with the row, "" for nothing

	// Commented means that there are comments in or after the document.
	Commented bool
}

// Entries calls f with each entry of the list at a dotted path of a response, in order; see [List]. It stops at f's
// first error.
func Entries(response []byte, at, doc string, f func(Entry) error) error {
	list, err := List(response, at, doc, nil)
	if err != nil {
		return err
	}
	return list.Each(f)
}

// Listing is the list in a response; it shares the response's bytes.
type Listing struct {
	Picked []string // the values of the picks, as [Pick] returns them

	response, text []byte // text is response with spaces in place of comments
	entries        []extent
	mended         *mended // nil if the response is JSON, apart from comments
}

// extent is where an entry and its document are in a text; documentTo is 0 if there is no document.
type extent struct{ from, to, document, documentTo int32 }

// List reads the list at a dotted path of a response; if at is "", the response itself is the only entry. doc is the
// path of the document inside an entry, "" for the whole entry. If there is nothing at the path, the list is empty. It
// is a *SyntaxError if something other than a list is there, if there are two lists, or if the response is not JSON,
// apart from comments. The picks can lead anywhere. Everything is read in one pass, unless they lead into the list.
func List(response []byte, at, doc string, picks []string) (*Listing, error) {
	return ListSealed(response, at, doc, picks, "")
}

// ListSealed is List for a response with a seal, see [Kernel.BeginSealed].
func ListSealed(response []byte, at, doc string, picks []string, seal string) (*Listing, error) {
	l := &Listing{response: response, text: response}
	err := l.read(at, doc, picks)
	if err == nil {
		return l, nil
	}
	if at != "" {
		m, open := mend(response, 0, at, doc, "sort", seal)
		if _, is := open.(*OpenCommentError); is {
			return nil, open
		}
		if m == nil {
			return nil, err
		}
		l.text, l.mended = m.text, m
		if l.read(at, doc, picks) != nil {
			return nil, err
		}
		return l, nil
	}
	if l.text = withoutComments(response); l.text == nil || l.read(at, doc, picks) != nil {
		return nil, err
	}
	return l, nil
}

func (l *Listing) read(at, doc string, picks []string) error {
	root, apart := listPaths(at, picks)
	w := lister{doc: doc, dotted: strings.Contains(doc, ".")}
	o := outer{scanner: &w.scanner, reader: &w, picks: newPicks(picks), rowsOnce: !hasStar(at)}
	if i := w.begin(l.text, 0); i >= 0 {
		w.strict++
		if at == "" {
			i = w.entry(i)
		} else {
			i = o.value(root, i)
		}
		w.finish(i)
	}
	if err := w.err(); err != nil {
		return err
	}
	l.entries, l.Picked = w.entries, o.texts()
	if apart && len(picks) > 0 {
		var err error
		l.Picked, err = Pick(l.text, picks)
		return err
	}
	return nil
}

// listPaths returns the paths to a list and to the picks as a tree; apart means that the picks need their own pass.
func listPaths(at string, picks []string) (root *pathNode, apart bool) {
	root = &pathNode{}
	for p, path := range picks {
		root.addPick(path, p)
	}
	root.addRows(at)
	if at != "" && !errors.Is(root.expand(), ErrBelowRows) {
		return root, false
	}
	root = &pathNode{}
	root.addRows(at)
	return root, true
}

// Len returns the number of entries.
func (l *Listing) Len() int { return len(l.entries) }

// Entry returns an entry by its index.
func (l *Listing) Entry(number int) Entry {
	e := l.entry(number)
	e.Commented = e.Flaw == OpenComment || len(e.Source) > len(e.Exact) || !bytes.Equal(e.Exact, e.Document)
	return e
}

func (l *Listing) entry(number int) Entry {
	p := l.entries[number]
	e := Entry{Text: l.text[p.from:p.to]}
	if p.documentTo == 0 {
		return e
	}
	e.Document = l.text[p.document:p.documentTo]
	e.Exact, e.Source = e.Document, e.Document
	if &l.text[0] != &l.response[0] {
		e.Exact = l.response[p.document:p.documentTo]
		e.Source = e.Exact
		if l.mended != nil && l.flaw(number, &e) {
			return e
		}
		end := len(l.text) - len(bytes.TrimLeft(l.text[p.documentTo:], space))
		if len(bytes.TrimSpace(l.response[p.documentTo:end])) > 0 { // a line comment ends with its line
			e.Source = l.response[p.document:end]
		}
	}
	return e
}

// flaw records what is wrong with an entry, and reports whether only the text between the document's braces can be
// used.
func (l *Listing) flaw(number int, e *Entry) bool {
	for _, flaw := range l.mended.flaws {
		if flaw.Row != number {
			continue
		}
		e.Flaw, e.Source = flaw.Why, e.Exact
		if flaw.Lost {
			e.Document = l.mended.lost[number]
		}
	}
	return e.Flaw != ""
}

// Each calls f with each entry, in order, and stops at f's first error.
func (l *Listing) Each(f func(Entry) error) error {
	for n := range l.entries {
		if err := f(l.Entry(n)); err != nil {
			return err
		}
	}
	return nil
}

// lister implements [reader]. It looks at every byte once, unless the path of the document has several steps.
type lister struct {
	scanner
	doc     string
	dotted  bool
	buffer  []byte
	entries []extent
}

func (w *lister) rows(i int) int {
	i, done := w.open(i, ']')
	for !done {
		i, done = w.more(w.entry(i), ']')
	}
	return i
}

func (w *lister) fields(_, i int) int { return w.skip(i) }

// entry reads the entry at i.
func (w *lister) entry(i int) (end int) {
	e := extent{from: int32(i)}
	switch {
	case w.doc != "" && !w.dotted && w.at(i) == '{':
		end = w.object(i, &e)
	default:
		if end = w.skip(i); end < 0 {
			return end
		}
		text := w.src[i:end]
		document := text
		if w.doc != "" {
			document = member(text, w.doc)
		}
		if document != nil {
			from := i + cap(text) - cap(document) // slices of one array share the end of its capacity
			e.document, e.documentTo = int32(from), int32(from+len(document))
		}
	}
	e.to = int32(end)
	w.entries = append(w.entries, e)
	return end
}

// object reads the object at i and finds its document.
func (w *lister) object(i int, e *extent) int {
	at, done := w.open(i, '}')
	for !done {
		name, after := w.key(at, &w.buffer)
		wanted := string(name) == w.doc
		value := w.colon(after)
		if value < 0 {
			return -1
		}
		to := w.skip(value)
		if wanted && to >= 0 {
			e.document, e.documentTo = int32(value), int32(to)
		}
		at, done = w.more(to, '}')
	}
	return at
}
