package console

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"quarry/backend/connection/session"
	"quarry/drivers/driver"
)

const (
	// maxStored is the maximum size of a text that is stored whole.
	maxStored = 8 << 20
	// judgeWithin is how long the driver may take to judge a text to be stored, which also happens while the window
	// closes.
	judgeWithin = 800 * time.Millisecond
)

// Stored is the part of a console's text that can be written to disk.
type Stored struct {
	Text   string // a comment marks each place where lines were left out
	Left   int    // lines that were left out because they could contain a credential
	Long   bool   // the end was left out because the text is too long
	Judged bool   // the driver judged the requests; without it, lines are left out by their words only
}

// Stored returns the part of a console's text that can be written to disk: everything except lines that could expose a
// credential. These are everything below the first line of a request whose route can carry one, and lines outside
// requests that look as if they contain one. It never fails: if the driver cannot be asked, the words of a line decide.
// It sends nothing.
func (t *Consoles) Stored(ctx context.Context, s *session.Session, source string) Stored {
	ctx, cancel := context.WithTimeout(ctx, judgeWithin)
	defer cancel()
	return judgeText(ctx, s, source)
}

func judgeText(ctx context.Context, s *session.Session, source string) Stored {
	r := &reading{text: Split(source), s: s, ctx: ctx, known: make(map[string]exposure), judged: true}
	for number := range r.text.typed {
		r.exposures = append(r.exposures, r.exposureOf(r.text.typed[number], r.text.values(number)))
	}
	r.findNeeded()
	return r.stored()
}

// exposure is how much the lines of a request could expose.
type exposure int

const (
	exposesNothing exposure = iota
	exposesWords            // unknown: the words of each line decide
	exposesBody             // its route can carry credentials
)

// reading is a text that is read line by line.
type reading struct {
	text      *Text
	s         *session.Session
	ctx       context.Context
	known     map[string]exposure // by request
	judged    bool
	exposures []exposure      // of the requests
	needed    map[string]bool // variables that only requests with credentials use
}

// exposureOf judges the request whose first line is at a position. It treats a variable without a value as a name.
func (r *reading) exposureOf(at Typed, known values) exposure {
	if at.stray {
		return exposesWords
	}
	return r.line(at.Line, known)
}

func (r *reading) line(at int, known values) exposure {
	typed := firstLine(r.text.source, at)
	target := variables.ReplaceAllString(known.fill(typed.target, plain), "x")
	text := &Text{source: typed.word + " " + target}
	q, err := text.request(0, nil, "")
	if err != nil {
		return exposesWords
	}
	key := q.Method + " " + q.Path + "?" + q.Query
	if found, ok := r.known[key]; ok {
		return found
	}
	found := r.judge(q)
	r.known[key] = found
	return found
}

func (r *reading) judge(q Request) exposure {
	var refused *driver.Error
	if r.judged {
		route, err := judge(r.ctx, r.s, q)
		switch {
		case err == nil && !route.Storable:
			return exposesBody
		case err == nil:
			return exposesNothing
		case errors.As(err, &refused) && refused.Kind == driver.Refused:
			return exposesWords
		}
		r.judged = false
	}
	if privateWords.MatchString(q.Path) || privateWords.MatchString(q.Query) {
		return exposesBody
	}
	return exposesWords
}

var (
	// revealing matches the name of a credential, and text that looks like one.
	revealing = regexp.MustCompile(`(?i)passw|passphrase|\b(?:pwd|pass|pw|auth|bearer)\b|authorization|api[-_ ]?key|secret|credential|private[-_ ]?key|tokens?(?:[^a-z]|$)|\bbasic +[a-z0-9+/=]{8}|//[^/\s:@]*:[^/\s@]*@|(?:^|\s)(?:-u|--user)[ ='"]*[^\s:]+:\S`)
	// revealingQuery matches a URL parameter that is a credential.
	revealingQuery = regexp.MustCompile(`(?i)[?&][a-z0-9_.-]*(?:api[-_]?key|passw[a-z]*|secret|token|authorization)=`)
	// privateWords matches parts of a URL below which credentials are managed.
	privateWords = regexp.MustCompile(`(?i)\b_?(?:security|keys?|users?|passwords?)\b|secret|token|api_?key`)
	// leftOut matches the comment that marks left-out lines.
	leftOut = regexp.MustCompile(`^[ \t]*# (?:1 line was|[0-9,]+ lines were) left out here because (?:it|they) could contain a credential\.[ \t\r]*$`)
)

// leftOutWords returns the comment that marks left-out lines.
func leftOutWords(lines int) string {
	if lines == 1 {
		return "# 1 line was left out here because it could contain a credential."
	}
	return fmt.Sprintf("# %d lines were left out here because they could contain a credential.", lines)
}

const tooLongWords = "# The rest was left out here because the text is longer than 8 MB."

// findNeeded finds the variables that requests with credentials use.
func (r *reading) findNeeded() {
	r.needed = make(map[string]bool)
	for number, q := range r.text.typed {
		if r.exposures[number] != exposesBody {
			continue
		}
		for _, found := range variables.FindAllString(r.text.source[q.Line:max(q.Line, q.End)], -1) {
			r.needed[strings.Trim(found, "${}")] = true
		}
	}
}

// stored reads the text line by line.
func (r *reading) stored() Stored {
	source, result := r.text.source, Stored{}
	var kept strings.Builder
	waiting := 0 // lines left out since the last one kept
	flush := func() {
		if waiting > 0 {
			kept.WriteString(leftOutWords(waiting) + "\n")
		}
		result.Left += waiting
		waiting = 0
	}
	redacts := r.s.Redact(source) != source
	w := &walk{reading: r}
	at := 0
	for line := range strings.Lines(source) {
		if kept.Len()+len(line) > maxStored {
			result.Long = true
			flush()
			kept.WriteString(tooLongWords + "\n")
			break
		}
		if w.exposes(at, line) || redacts && r.s.Redact(line) != line {
			waiting++
		} else {
			flush()
			kept.WriteString(line)
		}
		at += len(line)
	}
	flush()
	result.Text, result.Judged = kept.String(), r.judged
	if result.Left == 0 && !result.Long {
		result.Text = source
	}
	return result
}

// walk is the state while reading a text.
type walk struct {
	*reading
	number  int      // number of the line's request, from 1; 0 before the first
	region  exposure // of that request, or of a line inside it that looks like the beginning of one
	above   bool     // the line is above the first line of the next request
	piece   int
	depth   int  // number of open brackets
	inLong  bool // the line begins inside a text in """ or a comment in /* */
	isGoing bool // the value on the previous line continues
	quoted  bool // inside a text in """ with a credential
}

// exposes reports whether the line at a position could expose a credential.
func (w *walk) exposes(at int, line string) bool {
	begin := at + len(line) - len(strings.TrimLeft(line, byteOrderMark+" \t"))
	isHead := w.enter(at, begin, at+len(line))
	bare := strings.TrimSpace(line)
	if bare == "" || leftOut.MatchString(bare) {
		return false
	}
	switch {
	case isHead && w.region == exposesBody:
		typed := firstLine(w.text.source, begin)
		rest := strings.TrimSpace(w.text.source[typed.end:lineEnd(w.text.source, typed.end)])
		return strings.Contains(typed.target, "?") || rest != "" || revealing.MatchString(typed.target) && strings.Contains(typed.target, "@")
	case isHead:
		return revealingQuery.MatchString(bare) || w.byWords(bare, w.region == exposesWords)
	case w.region == exposesBody && !w.above:
		return strings.Trim(bare, "{}[],*/") != ""
	case definitions.MatchString(bare):
		name := definitions.FindStringSubmatch(bare)[1]
		return w.needed[name] || w.byWords(bare, true)
	}
	inBody := w.inLong || w.depth > 0 || strings.IndexByte("{}[]", bare[0]) >= 0
	return w.byWords(bare, w.region == exposesWords || w.above || !inBody || strings.HasPrefix(bare, "#") || strings.HasPrefix(bare, "//"))
}

// byWords reports whether a line could expose a credential according to its words, or continues the value of such a
// line.
func (w *walk) byWords(line string, counts bool) bool {
	goesOn, quoted := w.isGoing, w.quoted
	w.isGoing = false
	if quoted {
		w.quoted = strings.Count(line, quotes)%2 == 0
		return true
	}
	found := counts && revealing.MatchString(line) || goesOn
	if found {
		w.quoted = strings.Count(line, quotes)%2 == 1
		w.isGoing = strings.IndexByte(`:=([{\`, line[len(line)-1]) >= 0
	}
	return found
}

// enter moves to the line from at to end, whose first non-blank character is at begin. It reports whether the line
// begins a request.
func (w *walk) enter(at, begin, end int) bool {
	typed, isHead := w.text.typed, false
	w.above = w.number < len(typed) && at >= lineStart(w.text.source, typed[w.number].From) && begin < typed[w.number].Line
	if w.number < len(typed) && typed[w.number].Line < end && typed[w.number].Line >= at {
		w.region, w.above, w.depth = w.exposures[w.number], false, 0
		isHead = !typed[w.number].stray
		w.number++
	} else if w.number == 0 {
		w.region = exposesWords
	}
	if !isHead && beginsRequest(w.text.source[begin:end]) {
		known := values{}
		if len(typed) > 0 {
			known = w.text.values(len(typed) - 1)
		}
		w.region = max(w.region, w.line(begin, known))
	}
	w.inLong = false
	for ; w.piece < len(w.text.pieces); w.piece++ {
		p := w.text.pieces[w.piece]
		if p.from >= at {
			break
		}
		w.count(p)
		w.inLong = p.to > at && (p.kind == long || p.kind == remark)
		if p.to > at {
			break
		}
	}
	return isHead
}

// count tracks the brackets.
func (w *walk) count(p piece) {
	if p.kind != sign {
		return
	}
	switch w.text.source[p.from] {
	case '{', '[':
		w.depth++
	case '}', ']':
		w.depth = max(0, w.depth-1)
	}
}

// lineStart returns where the line at a position begins.
func lineStart(source string, at int) int { return strings.LastIndexByte(source[:at], '\n') + 1 }
